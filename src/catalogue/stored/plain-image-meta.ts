import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { lockCatalogue } from "../fields/field-counts.ts";
import type { ImageMeta } from "../fields/schemas.ts";
import { VARIANTS, type Variant } from "../fields/scopes.ts";
import { renewGeneration } from "./generation.ts";

/** Sizes in bytes of files without the visible watermark, where they differ from those in `image_meta`. */
export type PlainSizes = Readonly<Partial<Record<Variant, number>>>;

/** The stored form of sizes: JSON in the order of the variants, null if there are none. */
export function byVariantText(
	sizes: Readonly<Partial<Record<Variant, number | readonly unknown[]>>>,
): string | null {
	const stated = VARIANTS.filter((variant) => {
		const { [variant]: size = [] } = sizes;
		return typeof size === "number" || size.length > 0;
	});
	if (stated.length === 0) return null;
	return JSON.stringify(Object.fromEntries(stated.map((variant) => [variant, sizes[variant]])));
}

/** `image_meta`, as JSON text, with other values in the entries of pictures. */
export function changedImageMeta(
	imageMeta: string,
	changeOf: (variant: Variant) => Partial<ImageMeta> | undefined,
): string {
	const block: Record<string, ImageMeta | null> = JSON.parse(imageMeta);
	for (const variant of VARIANTS) {
		const entry = block[variant];
		const change = entry && changeOf(variant);
		if (change) block[variant] = { ...entry, ...change };
	}
	return JSON.stringify(block);
}

/** The same with the sizes of other files. */
export function resizedImageMeta(imageMeta: string, sizes: PlainSizes): string {
	return changedImageMeta(imageMeta, (variant) => {
		const bytes = sizes[variant];
		return bytes === undefined ? undefined : { file_size_bytes: bytes };
	});
}

/** `image_meta`, as JSON text, for a client whose visible watermark is waived (SPEC D38). @param sizesText as written by `byVariantText`. */
export function plainImageMeta(imageMeta: string, sizesText: string): string {
	return resizedImageMeta(imageMeta, JSON.parse(sizesText));
}

/** Writes these sizes for products' pictures, inside the transaction that determines them. Nothing else of the products changes. */
export async function applyPlainSizes(
	tx: Tx,
	traits: EngineTraits,
	sizesByBarcode: ReadonlyMap<string, PlainSizes>,
): Promise<void> {
	if (sizesByBarcode.size === 0) return;
	await lockCatalogue(tx, traits);
	for (const [barcode, sizes] of sizesByBarcode) {
		await updateRows(tx, "product", { barcode }, { plain_sizes: byVariantText(sizes) });
	}
	await renewGeneration(tx);
}
