import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns, table } from "./table.ts";

/**
 * Smaller sizes of pictures, their descriptions in products, and which of them was delivered; thumbnails; and findings on a picture's quality. Empty
 * for existing pictures until `packshot images prepare` is run.
 */
export const imageSizes: Migration = {
	name: "0011-image-sizes",
	async up(tx, traits) {
		await table(tx, traits, "image_size", ["image_id", "size_px"], {
			image_id: "text",
			size_px: "integer",
			width: "integer",
			height: "integer",
			size_bytes: "bigint",
			plain_size_bytes: "bigint",
			watermarked_blob: "text",
			plain_blob: "text",
			markable: "integer",
		});
		await addedColumns(tx, traits, "image", {
			webp_thumbnail_blob: "text?",
			jpeg_thumbnail_blob: "text?",
			quality_notes: "text?",
		});
		await addedColumns(tx, traits, "product", { image_sizes: "text?" });
		await addedColumns(tx, traits, "delivery", { size_px: "integer?" });
	},
};
