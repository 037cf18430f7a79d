import type { ImageMetaEntry } from "../catalogue/apply-images.ts";
import type { PlainSizes } from "../catalogue/plain-image-meta.ts";
import type { ImageRow } from "./tables.ts";

/** What `image_meta` says about a picture (SPEC 2.4). It describes the file with the visible watermark (SPEC D38). */
export function imageMetaEntry(
	row: Pick<
		ImageRow,
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
		file_size_bytes: row.size_bytes,
		source_batch: row.source_batch,
	};
}

/**
 * The sizes in bytes of the files that clients get whose watermark is waived, as far as they are others than `image_meta` says (SPEC D38).
 * What cannot carry the invisible mark goes out with the visible one to them as well.
 */
export function plainSizes(
	rows: readonly Pick<ImageRow, "variant" | "size_bytes" | "plain_size_bytes" | "markable">[],
): PlainSizes {
	return Object.fromEntries(
		rows
			.filter(({ markable }) => markable === 1)
			.filter((row) => row.plain_size_bytes !== null && row.plain_size_bytes !== row.size_bytes)
			.map((row) => [row.variant, row.plain_size_bytes]),
	);
}

/** `YYYY-MM-DD HH:MM:SS` at a fixed offset from UTC (SPEC D32). */
function localTime(epochMs: number, offsetMinutes: number): string {
	return new Date(epochMs + offsetMinutes * 60_000).toISOString().slice(0, 19).replace("T", " ");
}
