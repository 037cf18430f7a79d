import type { Tx } from "../platform/db/tx.ts";

/** What clients ever bought, by the products' barcodes of today and those that they were bought by. */
export function boughtNames(tx: Tx) {
	return tx
		.selectFrom("bought_product")
		.select(["client_id", "barcode as name"])
		.unionAll(
			tx
				.selectFrom("bought_product")
				.innerJoin("former_barcode", "former_barcode.barcode", "bought_product.barcode")
				.select(["client_id", "former_barcode.product as name"]),
		);
}
