import { handlers } from "../../../pages/call.ts";
import type { Database } from "../../../platform/db/database.ts";
import { orderErrors } from "../../errors.ts";
import { clearBasket, putInBasket, readBasket, removeFromBasket } from "./changes.ts";
import { basketRoutes } from "./contract.ts";

/** Handlers for the basket. It is not an order: nothing of it is recorded as an event. */
export function basketHandlers({ db }: { readonly db: Database }) {
	return handlers(basketRoutes)({
		async "GET /basket"({ person }) {
			return { items: await readBasket(db.read, person.shop.account_id) };
		},
		async "POST /basket/items"({ person, body }) {
			const accountId = person.shop.account_id;
			const items = await db.write(putInBasket, { accountId, items: body.items });
			if (items === "full") throw orderErrors.basket_full();
			return { items };
		},
		async "POST /basket/remove"({ person, body }) {
			const accountId = person.shop.account_id;
			return { items: await db.write(removeFromBasket, { accountId, barcodes: body.barcodes }) };
		},
		async "DELETE /basket"({ person }) {
			return { items: await db.write(clearBasket, { accountId: person.shop.account_id }) };
		},
	});
}
