import { addImage } from "../../src/images/store.ts";
import { ulid } from "../../src/platform/ids.ts";
import type { TestService } from "./service.ts";

/**
 * Tells the catalogue of a picture whose files are nowhere: URLs are issued for it, and fetching one meets a store that lost it.
 */
export async function addFakePicture({ installation, clock }: TestService, barcode: string): Promise<void> {
	await installation.db.write(addImage, {
		row: {
			image_id: ulid(clock.now()).toLowerCase(),
			barcode,
			variant: "front",
			content_type: "image/jpeg",
			width: 800,
			height: 800,
			size_bytes: 1000,
			original_sha256: "",
			photo_date: "2027-01-01",
			uploaded_at: clock.now(),
			ownership: null,
			uploaded_by: null,
			source_batch: "zip_upload",
			original_blob: `lost/${barcode}`,
			watermarked_blob: `lost/${barcode}`,
			plain_blob: `lost/${barcode}`,
			markable: 1,
			watermark_version: "",
			fingerprint: null,
			created_at: clock.now(),
		},
		uploadOffsetMinutes: 0,
		existingOnly: false,
	});
}
