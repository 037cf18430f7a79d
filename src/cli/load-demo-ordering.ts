import { UNITS_PER_CREDIT } from "../api/credits.ts";
import { grantCredits } from "../billing/balances/grant.ts";
import { defaultPriceUnits } from "../billing/prices/actions.ts";
import { productRead } from "../catalogue/stored/served-product.ts";
import { changeClient } from "../clients/pages/changes.ts";
import { ownedClients } from "../clients/policy/owned.ts";
import type { Installation } from "../installation.ts";
import { storeContent } from "../orders/buy/new-order.ts";
import { readOrder } from "../orders/buy/order-body.ts";
import { priceLines } from "../orders/buy/priced-lines.ts";
import { putInBasket } from "../orders/pages/basket/changes.ts";
import { saveList } from "../orders/pages/lists/changes.ts";
import { placeOwnOrder } from "../orders/pages/orders/changes.ts";
import { ulid } from "../platform/ids.ts";
import { DAY_MS } from "../platform/time/durations.ts";
import { demoActor, OFFICE_ADDRESS } from "./demo-actor.ts";

type Stores = Pick<Installation, "db" | "blobs" | "clock">;

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

/** What the account was given, in units of 1/10,000 credit. */
export const GIVEN_UNITS = 100 * UNITS_PER_CREDIT;

const IN_BASKET = ["2990000040022", "2990000050076", "2990000060020", "2990000070029"];

/** The last one is not in the catalogue. */
const LISTED = ["2990000010018", "2990000020017", "2990000040053", "2990000060013", "4664", "0725272730706"];

/** Gives the account credits, buys an order, fills a basket and saves a list, as on its pages. @param orderDays until the order expires. */
export async function loadDemoOrdering(stores: Stores, accountId: string, orderDays: number): Promise<void> {
	const { db, clock } = stores;
	await order(stores, accountId, orderDays);
	await db.write(putInBasket, { accountId, items: IN_BASKET.map((barcode) => ({ barcode })) });
	const nowMs = clock.now();
	const listId = `list_${ulid(nowMs)}`;
	await db.write(saveList, { listId, accountId, name: "מדף סוכות", barcodes: LISTED, nowMs });
}

async function order({ db, blobs, clock }: Stores, accountId: string, orderDays: number): Promise<void> {
	const atMs = clock.now();
	const actor = demoActor(accountId, atMs);
	const client = (await ownedClients(db.read, accountId)).find(({ isKeyless }) => isKeyless);
	if (!client) throw new Error("the demo's account cannot buy");
	const { clientId } = client;
	const { requestId } = actor;
	await db.write(changeClient, { clientId, policy: { watermark: "invisible" }, actor });
	await db.write(grantCredits, { clientId, units: GIVEN_UNITS, note: "first credits", requestId, atMs });
	const items = ORDERED.map((barcode) => ({ barcode, ...ORDERED_SELECTION }));
	const wanted = readOrder({ items, name: "Autumn flyer" }, []);
	const prices = { unitsOf: defaultPriceUnits, upcoming: () => [] };
	const priced = await priceLines({ find: productRead(db), prices, atMs }, wanted.items, { client });
	const moment = { atMs, expiresAtMs: atMs + orderDays * DAY_MS, requestId: actor.requestId };
	const placed = await storeContent(blobs, client, { wanted, priced }, moment);
	const settlement = {
		clientId,
		requestId: actor.requestId,
		atMs,
		address: OFFICE_ADDRESS,
		charge: priced.charge,
		method: "POST",
		route: "/api/v1/orders",
		status: 201,
		note: placed.order_id,
	};
	const outcome = await db.write(placeOwnOrder, { accountId, placement: { settlement, row: placed }, actor });
	if (typeof outcome === "string" || !outcome.paid) throw new Error("the demo's order was not paid");
}
