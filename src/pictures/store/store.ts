import { sql } from "kysely";
import { lockCatalogue } from "../../catalogue/fields/field-counts.ts";
import { isVariant, type Variant } from "../../catalogue/fields/scopes.ts";
import { type RecordedChange, recordHistory } from "../../catalogue/history/record-history.ts";
import { applyImages, type ImageMetaEntries } from "../../catalogue/writing/apply-images.ts";
import { openChangeTime } from "../../catalogue/writing/change-time.ts";
import { type BeforeCommit, command } from "../../platform/db/command.ts";
import type { Database, PointRead } from "../../platform/db/database.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { findRow, insertRow, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { walk } from "../../platform/db/walk.ts";
import { packOf } from "../prints/index-pictures.ts";
import type { ImageRow, ImageSizeRow } from "../tables.ts";
import { imageMetaEntry, imageSizes, plainSizes } from "./image-meta.ts";
import { markingVersions } from "./marking-versions.ts";

export interface NewImage {
	readonly row: Omit<ImageRow, "active" | "search_pack">;
	readonly sizes?: readonly ImageSizeRow[];
	/** Offset from UTC in which `upload_date` is written. */
	readonly uploadOffsetMinutes: number;
	/** Does nothing if the catalogue does not have the product. */
	readonly existingOnly: boolean;
	/** The version from which this one was made: if another one is active by now, this one is discarded. */
	readonly madeFrom?: string;
	/** The change set it belongs to (catalogue/history/change-set.ts); null if the caller does not specify one. */
	readonly changeSet?: number | null | undefined;
}

export type ImageOutcome = "created" | "updated" | "unchanged" | "unknown_product" | "superseded";

/** Makes a prepared picture the current one. The previous version is kept, for attribution. */
export const addImage = command<NewImage, ImageOutcome>("images.add", addImageInside);

/** The same inside another command's transaction. */
export async function addImageInside(
	tx: Tx,
	input: NewImage,
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
): Promise<ImageOutcome> {
	const { row } = input;
	await lockCatalogue(tx, traits);
	if (input.existingOnly && !(await productExists(tx, row.barcode))) return "unknown_product";
	const before = await activeImage(tx, row.barcode, row.variant);
	if (
		input.madeFrom === undefined &&
		before?.original_sha256 === row.original_sha256 &&
		before.adjustment === row.adjustment &&
		before.watermark_version === row.watermark_version
	) {
		return "unchanged";
	}
	if (input.madeFrom !== undefined && before?.image_id !== input.madeFrom) return "superseded";
	const outcome = before ? "updated" : "created";
	const time = await openChangeTime(tx, traits, beforeCommit);
	await retire(tx, row.barcode, row.variant);
	await insertRow(tx, "image", { ...row, active: 1, search_pack: await packOf(tx, row, before) });
	if (input.sizes && input.sizes.length > 0) {
		await tx.insertInto("image_size").values(input.sizes).execute();
	}
	const { uploadOffsetMinutes, madeFrom } = input;
	const changedVariants = madeFrom === undefined && isVariant(row.variant) ? [row.variant] : [];
	const stamp = { uploadOffsetMinutes, stampMs: time.stampMs, changedVariants };
	const recorded = await writeImageMeta(tx, traits, row.barcode, stamp);
	const pictures = { [row.variant]: before?.image_id ?? null };
	await recordHistory(tx, traits, input.changeSet ?? null, [{ ...recorded, pictures }]);
	await time.record([recorded.change]);
	return outcome;
}

async function productExists(tx: Tx, barcode: string): Promise<boolean> {
	const row = await tx.selectFrom("product").select("id").where("barcode", "=", barcode).executeTakeFirst();
	return row !== undefined;
}

/** The current picture of a variant. */
export function activeImage(tx: Tx, barcode: string, variant: string): Promise<ImageRow | undefined> {
	return findRow(tx, "image", { barcode, variant, active: 1 });
}

/** A query of the current pictures of a product. */
export function activeImages(tx: Tx, barcode: string) {
	return tx.selectFrom("image").where("barcode", "=", barcode).where("active", "=", 1);
}

/** Deactivates the active picture of a variant. */
export async function retire(tx: Tx, barcode: string, variant: string): Promise<void> {
	await updateRows(tx, "image", { barcode, variant, active: 1 }, { active: 0 });
}

/** What is needed to write the catalogue's record of pictures. */
export interface ImageMetaStamp {
	readonly uploadOffsetMinutes: number;
	readonly stampMs: number;
	/** Variants that got another picture, or lost theirs; none if pictures were only reprocessed. */
	readonly changedVariants: readonly Variant[];
}

/** Updates the catalogue's record of a product's pictures. @returns how that changed the product, and the product as it was. */
export async function writeImageMeta(
	tx: Tx,
	traits: EngineTraits,
	barcode: string,
	{ uploadOffsetMinutes, stampMs, changedVariants }: ImageMetaStamp,
): Promise<RecordedChange> {
	const rows = await activeImages(tx, barcode).selectAll().execute();
	const known = rows.filter((row) => isVariant(row.variant));
	const entries: ImageMetaEntries = Object.fromEntries(
		known.map((row) => [row.variant, imageMetaEntry(row, uploadOffsetMinutes)]),
	);
	const sizes = await sizesOf(
		tx,
		rows.map((row) => row.image_id),
	);
	const images = { entries, plainSizes: plainSizes(known), imageSizes: imageSizes(known, sizes) };
	return applyImages(tx, traits, barcode, images, changedVariants, stampMs);
}

/** The smaller sizes of these versions. */
export function sizesOf(tx: Tx, imageIds: readonly string[]): Promise<ImageSizeRow[]> {
	return tx
		.selectFrom("image_size")
		.selectAll()
		.where("image_id", "in", [...imageIds, ""])
		.execute();
}

/** Active pictures with a watermark other than this one, or marked by an outdated method, by id. */
export function outdatedImages(db: Database, watermarkVersion: string, pageRows: number) {
	const outdated = db.scan
		.selectFrom("image")
		.selectAll()
		.where("active", "=", 1)
		.where((is) =>
			is.or([
				is("watermark_version", "!=", watermarkVersion),
				...Object.entries(markingVersions).map(isMarkedBefore),
			]),
		);
	return walk(outdated, "image_id", pageRows);
}

/** Matches pictures of a content type marked by an earlier method. */
function isMarkedBefore([contentType, version]: [string, number]) {
	return sql<boolean>`(content_type = ${contentType} and coalesce(marking_version, 1) < ${version})`;
}

/** What a delivery needs to know about a picture. */
export type DeliverableImage = Pick<
	ImageRow,
	"image_id" | "content_type" | "watermarked_blob" | "plain_blob" | "markable"
> & {
	/** The size of the two bases; null: the full one. */
	readonly size_px: number | null;
};

/** The picture of a delivery; `sizePx` null requests the full size. */
interface WantedImage {
	readonly barcode: string;
	readonly variant: string;
	readonly sizePx: number | null;
}

/** Larger than any edge: every prepared size sorts before it. */
const FULL_PX = 2 ** 31 - 1;

/** The current picture of a barcode and variant, in the requested size or else the next larger one available. */
export function activeImageRead(
	db: Database,
): (wanted: WantedImage) => Promise<DeliverableImage | undefined> {
	const find: PointRead<DeliverableImage> = db.pointRead(
		db.read
			.selectFrom("image")
			.leftJoin("image_size", (join) =>
				join.onRef("image_size.image_id", "=", "image.image_id").on("image_size.size_px", "=", (sizes) =>
					sizes
						.selectFrom("image_size as larger")
						.select((is) => is.fn.min("larger.size_px").as("size_px"))
						.whereRef("larger.image_id", "=", "image.image_id")
						.where("larger.size_px", ">=", 0),
				),
			)
			.select(["image.image_id", "image.content_type", "image_size.size_px"])
			.select(({ fn }) => [
				fn.coalesce("image_size.watermarked_blob", "image.watermarked_blob").as("watermarked_blob"),
				fn.coalesce("image_size.plain_blob", "image.plain_blob").as("plain_blob"),
				fn.coalesce("image_size.markable", "image.markable").as("markable"),
			])
			.where("image.barcode", "=", "")
			.where("image.variant", "=", "")
			.where("image.active", "=", 1)
			.compile(),
	);
	return ({ barcode, variant, sizePx }) => find(sizePx ?? FULL_PX, barcode, variant);
}

export function usedUrlRead(db: Database): PointRead<{ url_id: string }> {
	return db.pointRead(db.read.selectFrom("used_url").select("url_id").where("url_id", "=", "").compile());
}
