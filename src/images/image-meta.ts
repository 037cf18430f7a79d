import type { ImageMetaEntry } from "../catalogue/apply-images.ts";
import type { ImageRow } from "./tables.ts";

/** What `image_meta` says about a picture (SPEC 2.4). It describes the file that is delivered (SPEC D38). */
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

/** `YYYY-MM-DD HH:MM:SS` at a fixed offset from UTC (SPEC D32). */
function localTime(epochMs: number, offsetMinutes: number): string {
	return new Date(epochMs + offsetMinutes * 60_000).toISOString().slice(0, 19).replace("T", " ");
}
