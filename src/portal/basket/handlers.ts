import type { Database } from "../../platform/db/database.ts";
import { portalError } from "../errors.ts";
import type { Handlers } from "../http/call.ts";
import { clearBasket, putInBasket, readBasket, removeFromBasket } from "./changes.ts";

type BasketRoute = "GET /basket" | "POST /basket/items" | "POST /basket/remove" | "DELETE /basket";

/** Handlers for the basket. It is not an order: nothing of it is recorded as an event. */
export function basketHandlers({ db }: { readonly db: Database }): Handlers<BasketRoute> {
	return {
		async "GET /basket"({ person }) {
			return { items: await readBasket(db.read, person.account.account_id) };
		},
		async "POST /basket/items"({ person, body }) {
			const accountId = person.account.account_id;
			const items = await db.write(putInBasket, { accountId, items: body.items });
			if (items === "full") throw portalError("basket_full");
			return { items };
		},
		async "POST /basket/remove"({ person, body }) {
			const accountId = person.account.account_id;
			return { items: await db.write(removeFromBasket, { accountId, barcodes: body.barcodes }) };
		},
		async "DELETE /basket"({ person }) {
			return { items: await db.write(clearBasket, { accountId: person.account.account_id }) };
		},
	};
}
