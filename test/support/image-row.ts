import type { NewImage } from "../../src/pictures/store/store.ts";
import { ulid } from "../../src/platform/ids.ts";

/** The row of a picture that has no files. */
export function imageRow(said: Partial<NewImage["row"]> = {}): NewImage["row"] {
	const imageId = said.image_id ?? ulid(1000).toLowerCase();
	return {
		image_id: imageId,
		barcode: "4011",
		variant: "front",
		content_type: "image/jpeg",
		width: 800,
		height: 600,
		size_bytes: 1000,
		plain_size_bytes: 900,
		original_sha256: "",
		adjustment: null,
		photo_date: "2027-01-01",
		uploaded_at: 1000,
		ownership: null,
		uploaded_by: null,
		source_batch: "zip_upload",
		original_blob: `lost/${imageId}`,
		watermarked_blob: `lost/${imageId}`,
		plain_blob: `lost/${imageId}/plain`,
		markable: 1,
		watermark_version: "",
		marking_version: null,
		fingerprint: null,
		webp_thumbnail_blob: null,
		jpeg_thumbnail_blob: null,
		quality_notes: null,
		created_at: 1000,
		...said,
	};
}
