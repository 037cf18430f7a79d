import { insertRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import "./tables.ts";

/** The barcode today of a product that had this one before it was corrected; `undefined` if none had. */
export async function currentBarcode(tx: Tx, former: string): Promise<string | undefined> {
	return (await currentBarcodes(tx, [former])).get(former);
}

/** The same for several barcodes. */
export async function currentBarcodes(
	tx: Tx,
	former: readonly string[],
): Promise<ReadonlyMap<string, string>> {
	if (former.length === 0) return new Map();
	const rows = await tx.selectFrom("former_barcode").selectAll().where("barcode", "in", former).execute();
	return new Map(rows.map(({ barcode, product }) => [barcode, product]));
}

/** The barcodes that products had before, each with the one today. */
export async function formerBarcodes(
	tx: Tx,
	barcodes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
	if (barcodes.length === 0) return new Map();
	const rows = await tx.selectFrom("former_barcode").selectAll().where("product", "in", barcodes).execute();
	return new Map(rows.map(({ barcode, product }) => [barcode, product]));
}

/** Notes that a product has another barcode from now on, inside the transaction that gives it. */
export async function noteFormerBarcode(tx: Tx, from: string, to: string): Promise<void> {
	await tx.deleteFrom("former_barcode").where("barcode", "in", [from, to]).execute();
	await tx.updateTable("former_barcode").set({ product: to }).where("product", "=", from).execute();
	await insertRow(tx, "former_barcode", { barcode: from, product: to });
}
