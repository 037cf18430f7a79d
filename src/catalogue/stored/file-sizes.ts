import { findRow, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { Variant } from "../fields/scopes.ts";
import { renewGeneration } from "./generation.ts";
import { byVariantText, type PlainSizes, resizedImageMeta } from "./plain-image-meta.ts";
import type { ImageSizes } from "./sized-image-meta.ts";

export interface FileSizes {
	readonly barcode: string;
	/** Of the full pictures with the visible watermark, which `image_meta` describes. */
	readonly fullBytes: Readonly<Partial<Record<Variant, number>>>;
	readonly plainSizes: PlainSizes;
	readonly imageSizes: ImageSizes;
}

/** Writes file sizes into the stored texts of products, inside the transaction that determines them; readers are not told (SPEC E11). */
export async function applyFileSizes(tx: Tx, products: readonly FileSizes[]): Promise<void> {
	if (products.length === 0) return;
	for (const { barcode, fullBytes, plainSizes, imageSizes } of products) {
		const row = await findRow(tx, "product", { barcode }, ["image_meta"]);
		if (!row?.image_meta) continue;
		await updateRows(
			tx,
			"product",
			{ barcode },
			{
				image_meta: resizedImageMeta(row.image_meta, fullBytes),
				plain_sizes: byVariantText(plainSizes),
				image_sizes: byVariantText(imageSizes),
			},
		);
	}
	await renewGeneration(tx);
}
