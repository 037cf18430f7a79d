import { isVariant, type Variant } from "../../catalogue/fields/scopes.ts";
import type { PlainSizes } from "../../catalogue/stored/plain-image-meta.ts";
import type { ImageSizes, SmallerSize } from "../../catalogue/stored/sized-image-meta.ts";
import type { ImageMetaEntry } from "../../catalogue/writing/apply-images.ts";
import { frameBytes } from "../rights/packet-frame.ts";
import type { ImageRow, ImageSizeRow } from "../tables.ts";

/** The size of a file as it is delivered: what was measured when it was prepared, and the packet (SPEC E11). */
export function deliveredBytes(
	{ content_type }: Pick<ImageRow, "content_type">,
	preparedBytes: number,
): number {
	return preparedBytes + frameBytes(content_type);
}

/** What `image_meta` says about a picture (SPEC 2.4). It describes the file with the visible watermark (SPEC D38). */
export function imageMetaEntry(
	row: Pick<
		ImageRow,
		| "content_type"
		| "photo_date"
		| "uploaded_at"
		| "width"
		| "height"
		| "ownership"
		| "uploaded_by"
		| "size_bytes"
		| "source_batch"
	>,
	uploadOffsetMinutes: number,
): ImageMetaEntry {
	return {
		photo_date: row.photo_date,
		upload_date: localTime(row.uploaded_at, uploadOffsetMinutes),
		resolution: `${row.width}x${row.height}`,
		...(row.ownership === null ? {} : { ownership: row.ownership }),
		uploaded_by: row.uploaded_by,
		file_size_bytes: deliveredBytes(row, row.size_bytes),
		source_batch: row.source_batch,
	};
}

/**
 * The file sizes in bytes for clients whose watermark is waived, where they differ from those in `image_meta` (SPEC D38).
 * Pictures that cannot carry the invisible mark go out with the visible one to those clients as well.
 */
export function plainSizes(
	rows: readonly Pick<
		ImageRow,
		"variant" | "content_type" | "size_bytes" | "plain_size_bytes" | "markable"
	>[],
): PlainSizes {
	return Object.fromEntries(
		rows
			.filter(({ markable }) => markable === 1)
			.filter((row) => row.plain_size_bytes !== null && row.plain_size_bytes !== row.size_bytes)
			.map((row) => [row.variant, deliveredBytes(row, row.plain_size_bytes ?? row.size_bytes)]),
	);
}

/**
 * What `image_meta` says about the smaller sizes of these pictures (SPEC E1). A picture that cannot carry the invisible mark goes out with the
 * visible one to everybody.
 */
export function imageSizes(
	images: readonly Pick<ImageRow, "image_id" | "variant" | "content_type">[],
	sizes: readonly Omit<ImageSizeRow, "watermarked_blob" | "plain_blob">[],
): ImageSizes {
	const found: Partial<Record<Variant, SmallerSize[]>> = {};
	for (const image of images) {
		const { image_id, variant } = image;
		if (!isVariant(variant)) continue;
		const own = sizes.filter((size) => size.image_id === image_id).sort((a, b) => a.size_px - b.size_px);
		found[variant] = own.map((size) => [
			size.size_px,
			size.width,
			size.height,
			deliveredBytes(image, size.size_bytes),
			deliveredBytes(image, size.markable === 1 ? size.plain_size_bytes : size.size_bytes),
		]);
	}
	return found;
}

/** `YYYY-MM-DD HH:MM:SS` at a fixed offset from UTC (SPEC D32). */
function localTime(epochMs: number, offsetMinutes: number): string {
	return new Date(epochMs + offsetMinutes * 60_000).toISOString().slice(0, 19).replace("T", " ");
}
