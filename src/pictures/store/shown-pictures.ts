import { VARIANTS, type Variant } from "../../catalogue/fields/scopes.ts";
import type { Database } from "../../platform/db/database.ts";

/** A product's current picture, as shown on the pages. */
export interface ShownPicture {
	/** Its version, if that has a thumbnail. */
	readonly thumbnail: string | null;
	readonly width: number;
	readonly height: number;
	/** Smaller sizes that are prepared: pixels of the longer edge, ascending. */
	readonly sizesPx: readonly number[];
}

export type ShownPictures = ReadonlyMap<Variant, ShownPicture>;

/** The pictures of some products, by barcode; products without pictures are left out. */
export async function readShownPictures(
	{ read }: Database,
	barcodes: readonly string[],
): Promise<Map<string, Map<Variant, ShownPicture>>> {
	const found = new Map<string, Map<Variant, ShownPicture>>();
	if (barcodes.length === 0) return found;
	const rows = await read
		.selectFrom("image")
		.leftJoin("image_size", "image_size.image_id", "image.image_id")
		.select([
			"image.image_id",
			"image.barcode",
			"image.variant",
			"image.width",
			"image.height",
			"image.webp_thumbnail_blob",
			"image_size.size_px",
		])
		.where("image.barcode", "in", barcodes)
		.where("image.active", "=", 1)
		.orderBy("image_size.size_px")
		.execute();
	for (const row of rows) {
		const variant = VARIANTS.find((known) => known === row.variant);
		if (!variant) continue;
		const pictures = found.get(row.barcode) ?? new Map<Variant, ShownPicture>();
		const sizesPx = [
			...(pictures.get(variant)?.sizesPx ?? []),
			...(row.size_px === null ? [] : [row.size_px]),
		];
		const thumbnail = row.webp_thumbnail_blob === null ? null : row.image_id;
		pictures.set(variant, { thumbnail, width: row.width, height: row.height, sizesPx });
		found.set(row.barcode, pictures);
	}
	return found;
}
