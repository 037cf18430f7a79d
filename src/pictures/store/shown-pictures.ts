import { VARIANTS, type Variant } from "../../catalogue/fields/scopes.ts";
import type { WatermarkPolicy } from "../../clients/policy/client.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { isDrawn } from "./drawn.ts";

/** A product's current picture, as shown on the pages. */
export interface ShownPicture {
	/** Its version, if that has a thumbnail. */
	readonly thumbnail: string | null;
	readonly width: number;
	readonly height: number;
	/** Smaller sizes that are prepared: pixels of the longer edge, ascending. */
	readonly sizesPx: readonly number[];
	/** Whether a client with this policy gets the visible watermark on it; `sizePx` null: in full size. */
	readonly isDrawnFor: (policy: WatermarkPolicy, sizePx: number | null) => boolean;
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
			"image.markable",
			"image.watermarked_blob",
			"image.plain_blob",
			"image_size.size_px",
			"image_size.markable as size_markable",
			"image_size.watermarked_blob as size_watermarked_blob",
			"image_size.plain_blob as size_plain_blob",
		])
		.where("image.barcode", "in", barcodes)
		.where("image.active", "=", 1)
		.orderBy("image_size.size_px")
		.execute();
	for (const row of rows) {
		const variant = VARIANTS.find((known) => known === row.variant);
		if (!variant) continue;
		const pictures = found.get(row.barcode) ?? new Map<Variant, ShownPicture>();
		const before = pictures.get(variant);
		const sizesPx = [...(before?.sizesPx ?? []), ...(row.size_px === null ? [] : [row.size_px])];
		const thumbnail = row.webp_thumbnail_blob === null ? null : row.image_id;
		const isDrawnFor = drawnInSizes(row, before);
		pictures.set(variant, { thumbnail, width: row.width, height: row.height, sizesPx, isDrawnFor });
		found.set(row.barcode, pictures);
	}
	return found;
}

type Base = Parameters<typeof isDrawn>[1];
type SizedRow = Base & { readonly size_px: number | null } & {
	readonly [Part in keyof Base as `size_${Part}`]: Base[Part] | null;
};

/** Sizes arrive in ascending order, and a delivery takes the smallest one that is large enough, as `activeImageRead` does. */
function drawnInSizes(row: SizedRow, smaller: ShownPicture | undefined): ShownPicture["isDrawnFor"] {
	const { size_px, size_markable, size_watermarked_blob, size_plain_blob } = row;
	return (policy, sizePx) => {
		if (sizePx === null || size_px === null) return isDrawn(policy, row);
		if (smaller?.sizesPx.some((px) => px >= sizePx)) return smaller.isDrawnFor(policy, sizePx);
		if (sizePx > size_px) return isDrawn(policy, row);
		return isDrawn(policy, {
			markable: size_markable ?? 0,
			watermarked_blob: size_watermarked_blob ?? "",
			plain_blob: size_plain_blob ?? "",
		});
	};
}

/** Pictures of a product that were asked for and are there, and those of them on which the visible watermark is. */
interface DrawnPictures {
	readonly pictures: readonly Variant[];
	readonly drawn: readonly Variant[];
}

/** On which pictures of some products a client with this policy gets the visible watermark, by barcode; products without pictures are left out. */
export async function readDrawn(
	db: Database,
	policy: WatermarkPolicy,
	lines: readonly { readonly barcode: string; readonly variants: readonly Variant[] }[],
	sizePx: number | null,
): Promise<ReadonlyMap<string, DrawnPictures>> {
	const wanted = lines.filter(({ variants }) => variants.length > 0);
	const shown = await readShownPictures(
		db,
		wanted.map(({ barcode }) => barcode),
	);
	return new Map(
		wanted.map(({ barcode, variants }) => {
			const of = shown.get(barcode);
			const pictures = variants.filter((variant) => of?.has(variant));
			const drawn = pictures.filter((variant) => of?.get(variant)?.isDrawnFor(policy, sizePx));
			return [barcode, { pictures, drawn }];
		}),
	);
}

/** A picture of the catalogue, with what is needed to compare it with another. */
export interface PresentPicture {
	readonly image_id: string;
	readonly barcode: string;
	readonly variant: string;
	readonly original_sha256: string;
	/** How the original is turned and cropped; null: not at all. */
	readonly adjustment: string | null;
	readonly width: number;
	readonly height: number;
}

/** The current pictures of some products. */
export function presentPictures(tx: Tx, barcodes: readonly string[]): Promise<PresentPicture[]> {
	return tx
		.selectFrom("image")
		.select(["image_id", "barcode", "variant", "original_sha256", "adjustment", "width", "height"])
		.where("barcode", "in", [...barcodes, ""])
		.where("active", "=", 1)
		.execute();
}
