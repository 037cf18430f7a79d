import { sql } from "kysely";
import type { Tx } from "../../../platform/db/tx.ts";

/** Which of the products have been delivered, bought or traced: their barcodes are named in evidence and in what clients hold. */
export async function withEvidence(tx: Tx, barcodes: readonly string[]): Promise<ReadonlySet<string>> {
	if (barcodes.length === 0) return new Set();
	const rows = await tx
		.selectFrom("product")
		.select("product.barcode")
		.where("product.barcode", "in", barcodes)
		.where(({ or, exists, selectFrom }) => {
			const delivered = selectFrom("image")
				.innerJoin("delivery", "delivery.image_id", "image.image_id")
				.select("image.image_id")
				.whereRef("image.barcode", "=", "product.barcode");
			// Through the clients, because what they bought is found by client and barcode.
			const bought = selectFrom("client")
				.innerJoin("bought_product", "bought_product.client_id", "client.client_id")
				.select("client.client_id")
				.whereRef("bought_product.barcode", "=", "product.barcode");
			// Named as what a leak shows, by a person or by the result.
			const traced = selectFrom("leak_case")
				.select("case_id")
				.where((is) =>
					is.or([
						is("leak_case.barcode", "=", is.ref("product.barcode")),
						is("result", "like", sql<string>`'%"barcode":"' || product.barcode || '"%'`),
					]),
				);
			return or([exists(delivered), exists(bought), exists(traced)]);
		})
		.execute();
	return new Set(rows.map(({ barcode }) => barcode));
}
