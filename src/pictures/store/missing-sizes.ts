import { sql } from "kysely";
import { lockCatalogue } from "../../catalogue/fields/field-counts.ts";
import { applyImageSizes } from "../../catalogue/writing/apply-images.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { countRows, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { walk } from "../../platform/db/walk.ts";
import type { ImageRow, ImageSizeRow } from "../tables.ts";
import { imageSizes } from "./image-meta.ts";
import type { ThumbnailColumns } from "./place-smaller.ts";
import { activeImages, sizesOf } from "./store.ts";

/** What is added to a version that was stored without it. */
export interface AddedSizes {
	readonly imageId: string;
	readonly barcode: string;
	readonly rows: readonly ImageSizeRow[];
	readonly thumbnails: ThumbnailColumns;
	readonly qualityNotes: string;
}

/** Adds smaller sizes, thumbnails and quality notes to a version of a picture. `superseded`: it is no longer the current one, and nothing was added. */
export const addSizes = command<AddedSizes, "added" | "superseded">(
	"images.add_sizes",
	async (tx, { imageId, barcode, rows, thumbnails, qualityNotes }, traits) => {
		await lockCatalogue(tx, traits);
		const current = { image_id: imageId, active: 1 };
		const updated = await updateRows(tx, "image", current, { ...thumbnails, quality_notes: qualityNotes });
		if (updated === 0) return "superseded";
		if (rows.length > 0) {
			await tx
				.insertInto("image_size")
				.values(rows)
				.onConflict((on) => on.columns(["image_id", "size_px"]).doNothing())
				.execute();
		}
		await applyImageSizes(tx, barcode, await sizesBeside(tx, barcode));
		return "added";
	},
);

async function sizesBeside(tx: Tx, barcode: string) {
	const images = await activeImages(tx, barcode).select(["image_id", "variant", "content_type"]).execute();
	const ids = images.map((image) => image.image_id);
	return imageSizes(images, await sizesOf(tx, ids));
}

/** A current picture and what it is missing. */
export interface IncompleteImage {
	readonly row: ImageRow;
	readonly sizesPx: readonly number[];
}

/** What a complete picture has. */
interface Completeness {
	/** Pictures with another watermark are reprocessed instead. */
	readonly watermarkVersion: string;
	readonly sizesPx: readonly number[];
}

function incomplete(db: Database, { watermarkVersion, sizesPx }: Completeness) {
	return db.scan
		.selectFrom("image")
		.where("active", "=", 1)
		.where("watermark_version", "=", watermarkVersion)
		.where((is) =>
			is.or([
				is("webp_thumbnail_blob", "is", null),
				is("quality_notes", "is", null),
				...sizesPx.map(
					(sizePx) => sql<boolean>`((width > ${sizePx} or height > ${sizePx}) and not exists
						(select 1 from image_size where image_size.image_id = image.image_id and size_px = ${sizePx}))`,
				),
			]),
		);
}

/** How many pictures `incompleteImages` finds. Scans all pictures. */
export function countIncomplete(db: Database, wanted: Completeness): Promise<number> {
	return countRows(incomplete(db, wanted));
}

/** Current pictures with this watermark that lack one of the sizes, their thumbnails or a quality check, by id. */
export async function* incompleteImages(
	db: Database,
	wanted: Completeness,
	pageRows: number,
): AsyncGenerator<IncompleteImage[]> {
	for await (const rows of walk(incomplete(db, wanted).selectAll(), "image_id", pageRows)) {
		const ids = rows.map((row) => row.image_id);
		const there = await sizesOf(db.scan, ids);
		const has = (imageId: string, sizePx: number) =>
			there.some((size) => size.image_id === imageId && size.size_px === sizePx);
		yield rows.map((row) => ({
			row,
			sizesPx: wanted.sizesPx.filter((sizePx) => !has(row.image_id, sizePx)),
		}));
	}
}
