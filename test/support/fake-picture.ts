import { addImage } from "../../src/pictures/store/store.ts";
import { imageRow } from "./image-row.ts";
import type { TestService } from "./service.ts";

/** Records a picture that has no files: URLs can be issued for it, but fetching one finds the file missing. */
export async function addFakePicture({ installation, clock }: TestService, barcode: string): Promise<void> {
	await installation.db.write(addImage, {
		row: imageRow({
			barcode,
			uploaded_at: clock.now(),
			created_at: clock.now(),
			watermarked_blob: `lost/${barcode}`,
		}),
		uploadOffsetMinutes: 0,
		existingOnly: false,
	});
}
