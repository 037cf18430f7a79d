import type { ClientOrderTable } from "../tables.ts";
import { maskOf } from "./bought-rows.ts";
import { noteNewOrders } from "./newest-orders.ts";
import type { NotingParts } from "./note-orders.ts";

const MOST_ORDERS = 20;
const FACTS = maskOf(["info"]);

/** An order that has more of another order's products. */
interface CompletingOrder {
	readonly order: ClientOrderTable;
	/** The products of which it adds the facts, and so the name. */
	readonly factsOf: readonly string[];
	readonly hasMorePictures: boolean;
}

/** The client's other unexpired orders that have more of an order's products than it and newer ones have: newest first, at most 20. */
export async function completingOrders(
	parts: NotingParts,
	{ order_id, client_id }: ClientOrderTable,
	barcodes: readonly string[],
	nowMs: number,
): Promise<CompletingOrder[]> {
	if (barcodes.length === 0) return [];
	await noteNewOrders(parts, client_id, nowMs);
	const rows = await parts.db.scan
		.selectFrom("order_line")
		.select(["order_id", "barcode", "scopes", "variants"])
		.where("client_id", "=", client_id)
		.where("barcode", "in", barcodes)
		.where("expires_at", ">", nowMs)
		.orderBy("order_id", "desc")
		.execute();
	const known = new Map(rows.filter((row) => row.order_id === order_id).map((row) => [row.barcode, row]));
	const added = new Map<string, { factsOf: string[]; hasMorePictures: boolean }>();
	for (const row of rows) {
		const { scopes, variants } = known.get(row.barcode) ?? { scopes: 0, variants: 0 };
		const both = { ...row, scopes: scopes | row.scopes, variants: variants | row.variants };
		if (both.scopes === scopes && both.variants === variants) continue;
		if (!added.has(row.order_id) && added.size === MOST_ORDERS) continue;
		const more = added.get(row.order_id) ?? { factsOf: [], hasMorePictures: false };
		if ((both.scopes & ~scopes & FACTS) !== 0) more.factsOf.push(row.barcode);
		if (both.variants !== variants) more.hasMorePictures = true;
		added.set(row.order_id, more);
		known.set(row.barcode, both);
	}
	if (added.size === 0) return [];
	const orders = await parts.db.read
		.selectFrom("client_order")
		.selectAll()
		.where("order_id", "in", [...added.keys()])
		.where("expires_at", ">", nowMs)
		.orderBy("order_id", "desc")
		.execute();
	return orders.flatMap((order) => {
		const more = added.get(order.order_id);
		return more ? [{ order, ...more }] : [];
	});
}
