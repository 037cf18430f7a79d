import type { Database } from "../../platform/db/database.ts";

/** For each product, the client's newest unexpired order that contains it. */
export async function newestOrders(
	db: Database,
	clientId: string,
	barcodes: readonly string[],
	nowMs: number,
): Promise<ReadonlyMap<string, string>> {
	if (barcodes.length === 0) return new Map();
	const rows = await db.scan
		.selectFrom("order_line")
		.select((row) => ["barcode", row.fn.max("order_id").as("order_id")])
		.where("client_id", "=", clientId)
		.where("barcode", "in", barcodes)
		.where("expires_at", ">", nowMs)
		.groupBy("barcode")
		.execute();
	return new Map(rows.map(({ barcode, order_id }) => [barcode, order_id]));
}
