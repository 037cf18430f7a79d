import type { Database } from "../../platform/db/database.ts";
import type { ClientOrderTable } from "../tables.ts";

/** What a ledger shows of an order. */
export type PaidOrder = Pick<ClientOrderTable, "order_id" | "name" | "lines_found">;

/** Orders of some clients by id, which charges carry as their note. Expired ones are left out. */
export async function paidOrders(
	db: Database,
	clientIds: readonly string[],
	notes: readonly (string | null)[],
	nowMs: number,
): Promise<ReadonlyMap<string | null, PaidOrder>> {
	const ids = notes.filter((note) => note?.startsWith("ord_")) as string[];
	if (ids.length === 0 || clientIds.length === 0) return new Map();
	const rows = await db.scan
		.selectFrom("client_order")
		.select(["order_id", "name", "lines_found"])
		.where("order_id", "in", ids)
		.where("client_id", "in", clientIds)
		.where("expires_at", ">", nowMs)
		.execute();
	return new Map(rows.map((row) => [row.order_id, row]));
}

/** `Order “Autumn” · 12 products` */
export function orderText({ name, lines_found: products }: PaidOrder): string {
	const named = name === null ? "Order" : `Order “${name}”`;
	return `${named} · ${products} ${products === 1 ? "product" : "products"}`;
}
