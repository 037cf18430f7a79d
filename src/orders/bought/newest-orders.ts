import { formerBarcodes } from "../../catalogue/barcodes/former-barcodes.ts";
import { variantsOf } from "../../catalogue/fields/scopes.ts";
import type { Database } from "../../platform/db/database.ts";
import { type Held, scopesIn } from "./bought.ts";
import { type NotingParts, noteOrders } from "./note-orders.ts";

/** An unexpired order that contains a product, and what it contains of it. */
export interface HoldingOrder extends Held {
	readonly orderId: string;
	readonly expiresAtMs: number;
	readonly sizePx: number | null;
}

/** For each product, the client's newest unexpired order that contains it, as far as orders are recorded. */
export async function newestOrders(
	db: Database,
	clientId: string,
	barcodes: readonly string[],
	nowMs: number,
): Promise<ReadonlyMap<string, HoldingOrder>> {
	if (barcodes.length === 0) return new Map();
	const former = await formerBarcodes(db.scan, barcodes);
	const newest = db.scan
		.selectFrom("order_line")
		.select((row) => ["barcode", row.fn.max("order_id").as("order_id")])
		.where("client_id", "=", clientId)
		.where("barcode", "in", [...barcodes, ...former.keys()])
		.where("expires_at", ">", nowMs)
		.groupBy("barcode")
		.as("newest");
	const rows = await db.scan
		.selectFrom(newest)
		.innerJoin("order_line as line", (join) =>
			join
				.onRef("line.order_id", "=", "newest.order_id")
				.onRef("line.barcode", "=", "newest.barcode")
				.on("line.client_id", "=", clientId),
		)
		.innerJoin("client_order", "client_order.order_id", "line.order_id")
		.select([
			"line.barcode",
			"line.order_id",
			"line.scopes",
			"line.variants",
			"line.expires_at",
			"client_order.size_px",
		])
		.where("client_order.expires_at", ">", nowMs)
		.execute();
	// What was ordered by a former barcode comes first, so that an order by that of today replaces it.
	const byFormer = rows.toSorted(
		(one, other) => Number(former.has(other.barcode)) - Number(former.has(one.barcode)),
	);
	return new Map(
		byFormer.map(({ barcode, order_id, scopes, variants, expires_at, size_px }) => [
			former.get(barcode) ?? barcode,
			{
				orderId: order_id,
				expiresAtMs: expires_at,
				sizePx: size_px,
				scopes: scopesIn(scopes),
				variants: variantsOf(variants),
			},
		]),
	);
}

const MOST_ORDERS = 20;

/** The ids of a client's newest unexpired orders that contain a product under any of these barcodes, newest first, as far as orders are recorded. */
export async function ordersWith(
	db: Database,
	clientId: string,
	barcodes: readonly string[],
	nowMs: number,
): Promise<readonly string[]> {
	const rows = await db.read
		.selectFrom("order_line")
		.select("order_id")
		.where("client_id", "=", clientId)
		.where("barcode", "in", barcodes)
		.where("expires_at", ">", nowMs)
		.orderBy("order_id", "desc")
		.limit(MOST_ORDERS)
		.execute();
	return rows.map(({ order_id }) => order_id);
}

const ORDERS_AT_ONCE = 20;

/** The same after recording what the client has ordered up to now. */
export async function newestOrdersNow(
	parts: NotingParts,
	clientId: string,
	barcodes: readonly string[],
	nowMs: number,
): Promise<ReadonlyMap<string, HoldingOrder>> {
	await noteNewOrders(parts, clientId, nowMs);
	return newestOrders(parts.db, clientId, barcodes, nowMs);
}

/** Records what a client has ordered up to now. */
export async function noteNewOrders(parts: NotingParts, clientId: string, nowMs: number): Promise<void> {
	let isMore = true;
	while (isMore) isMore = await noteOrders(parts, clientId, ORDERS_AT_ONCE, nowMs);
}
