import { defaultPriceUnits } from "../billing/prices/actions.ts";
import { productRead } from "../catalogue/stored/served-product.ts";
import { clientFromRow } from "../clients/policy/client.ts";
import { clientRow } from "../clients/policy/store.ts";
import type { Installation } from "../installation.ts";
import { storeContent } from "../orders/buy/new-order.ts";
import { readOrder } from "../orders/buy/order-body.ts";
import { priceLines } from "../orders/buy/priced-lines.ts";
import { ulid } from "../platform/ids.ts";
import { DAY_MS } from "../platform/time/durations.ts";
import { putInBasket } from "../portal/basket/changes.ts";
import { saveList } from "../portal/lists/changes.ts";
import { placeOwnOrder } from "../portal/orders/changes.ts";
import { demoActor, OFFICE_ADDRESS } from "./demo-actor.ts";

type Stores = Pick<Installation, "db" | "blobs" | "clock">;

/** The owner of the key that pays. */
interface Payer {
	readonly accountId: string;
	readonly clientId: string;
}

/** Bought for a flyer: front pictures and product facts, which all of these products have. */
export const ORDERED = [
	"2990000050038",
	"2990000010025",
	"2990000020031",
	"2990000030016",
	"2990000060051",
	"4011",
];
const ORDERED_SELECTION = { include: ["info" as const, "images" as const], variants: ["front" as const] };

/** What `loadDemoOrdering` charges, in units of 1/10,000 credit. */
export const orderedUnits =
	ORDERED.length * (defaultPriceUnits("products.get.info") + defaultPriceUnits("products.get.per_image"));

const IN_BASKET = ["2990000040022", "2990000050076", "2990000060020", "2990000070029"];

/** The last one is not in the catalogue. */
const LISTED = ["2990000010018", "2990000020017", "2990000040053", "2990000060013", "4664", "0725272730706"];

/** Buys an order, fills a basket and saves a list, as the account would on its pages. @param orderDays until the order expires. */
export async function loadDemoOrdering(stores: Stores, payer: Payer, orderDays: number): Promise<void> {
	const { db, clock } = stores;
	const { accountId } = payer;
	await order(stores, payer, orderDays);
	await db.write(putInBasket, { accountId, items: IN_BASKET.map((barcode) => ({ barcode })) });
	const nowMs = clock.now();
	const listId = `list_${ulid(nowMs)}`;
	await db.write(saveList, { listId, accountId, name: "מדף סוכות", barcodes: LISTED, nowMs });
}

async function order(
	{ db, blobs, clock }: Stores,
	{ accountId, clientId }: Payer,
	orderDays: number,
): Promise<void> {
	const atMs = clock.now();
	const actor = demoActor(accountId, atMs);
	const row = await clientRow(db.read, clientId);
	if (!row) throw new Error("the demo's key is gone");
	const client = clientFromRow(row);
	const items = ORDERED.map((barcode) => ({ barcode, ...ORDERED_SELECTION }));
	const wanted = readOrder({ items, name: "Autumn flyer" }, []);
	const prices = { unitsOf: defaultPriceUnits, upcoming: () => [] };
	const priced = await priceLines({ find: productRead(db), prices, atMs }, wanted.items, { client });
	const moment = { atMs, expiresAtMs: atMs + orderDays * DAY_MS, requestId: actor.requestId };
	const placed = await storeContent(blobs, client, { wanted, priced }, moment);
	const settlement = {
		...{ clientId, requestId: actor.requestId, atMs, address: OFFICE_ADDRESS, charge: priced.charge },
		...{ method: "POST", route: "/api/v1/orders", status: 201, note: placed.order_id },
	};
	const outcome = await db.write(placeOwnOrder, { accountId, placement: { settlement, row: placed }, actor });
	if (typeof outcome === "string" || !outcome.paid) throw new Error("the demo's order was not paid");
}
