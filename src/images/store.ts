import { sql } from "kysely";
import { applyImages, type ImageMetaEntries } from "../catalogue/apply-images.ts";
import { openChangeTime } from "../catalogue/change-time.ts";
import { lockCatalogue } from "../catalogue/field-counts.ts";
import { type RecordedChange, recordHistory } from "../catalogue/history/record-history.ts";
import { isVariant, type Variant } from "../catalogue/scopes.ts";
import { command } from "../platform/db/command.ts";
import type { Database, PointRead } from "../platform/db/database.ts";
import type { EngineTraits } from "../platform/db/engine-traits.ts";
import type { Tx } from "../platform/db/tx.ts";
import { imageMetaEntry, imageSizes, plainSizes } from "./image-meta.ts";
import { markingVersions } from "./marking-versions.ts";
import { packOf } from "./search/index-pictures.ts";
import type { ImageRow, ImageSizeRow } from "./tables.ts";

export interface NewImage {
	readonly row: Omit<ImageRow, "active" | "search_pack">;
	/** Its smaller sizes. */
	readonly sizes?: readonly ImageSizeRow[];
	/** Offset from UTC in which `upload_date` is written. */
	readonly uploadOffsetMinutes: number;
	/** Do nothing if the catalogue does not have the product. */
	readonly existingOnly: boolean;
	/** The version that this one was made from: if another is active by now, it is discarded. */
	readonly madeFrom?: string;
	/** The time to stamp the change with where a clock is moved by hand; `null`: the time by the database's clock. */
	readonly nowMs: number | null;
	/** The set that the change belongs to (catalogue/history/change-set.ts); null where whoever makes it does not say. */
	readonly changeSet?: number | null | undefined;
}

export type ImageOutcome = "created" | "updated" | "unchanged" | "unknown_product" | "superseded";

/** Makes a prepared picture the current one. The previous version stays, for attribution. */
export const addImage = command<NewImage, ImageOutcome>(
	"images.add",
	async (tx, input, traits, beforeCommit) => {
		const { row } = input;
		await lockCatalogue(tx, traits);
		if (input.existingOnly && !(await productExists(tx, row.barcode))) return "unknown_product";
		const before = await activeImage(tx, row.barcode, row.variant);
		if (
			input.madeFrom === undefined &&
			before?.original_sha256 === row.original_sha256 &&
			before.watermark_version === row.watermark_version
		) {
			return "unchanged";
		}
		if (input.madeFrom !== undefined && before?.image_id !== input.madeFrom) return "superseded";
		const outcome = before ? "updated" : "created";
		const time = await openChangeTime(tx, traits, beforeCommit, input.nowMs);
		await retire(tx, row.barcode, row.variant);
		await tx
			.insertInto("image")
			.values({ ...row, active: 1, search_pack: await packOf(tx, row, before) })
			.execute();
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
	},
);

async function productExists(tx: Tx, barcode: string): Promise<boolean> {
	const row = await tx.selectFrom("product").select("id").where("barcode", "=", barcode).executeTakeFirst();
	return row !== undefined;
}

function activeImage(tx: Tx, barcode: string, variant: string): Promise<ImageRow | undefined> {
	return tx
		.selectFrom("image")
		.selectAll()
		.where("barcode", "=", barcode)
		.where("variant", "=", variant)
		.where("active", "=", 1)
		.executeTakeFirst();
}

/** Deactivates the active picture of a variant. */
export async function retire(tx: Tx, barcode: string, variant: string): Promise<void> {
	await tx
		.updateTable("image")
		.set({ active: 0 })
		.where("barcode", "=", barcode)
		.where("variant", "=", variant)
		.where("active", "=", 1)
		.execute();
}

/** What the catalogue's record of pictures is written with. */
interface ImageMetaStamp {
	readonly uploadOffsetMinutes: number;
	readonly stampMs: number;
	/** Those that got another picture, or lost their own; none where the same were only reprocessed. */
	readonly changedVariants: readonly Variant[];
}

/** Updates the catalogue's record of the pictures of a product. @returns how that changed the product, and the product as it was. */
export async function writeImageMeta(
	tx: Tx,
	traits: EngineTraits,
	barcode: string,
	{ uploadOffsetMinutes, stampMs, changedVariants }: ImageMetaStamp,
): Promise<RecordedChange> {
	const rows = await tx
		.selectFrom("image")
		.selectAll()
		.where("barcode", "=", barcode)
		.where("active", "=", 1)
		.execute();
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

/** Active pictures drawn with another watermark than this one, or marked as an earlier version did, in the order of their ids after `afterImageId`. */
export function outdatedImages(
	db: Database,
	watermarkVersion: string,
	afterImageId: string,
	limit: number,
): Promise<ImageRow[]> {
	return db.scan
		.selectFrom("image")
		.selectAll()
		.where("active", "=", 1)
		.where((is) =>
			is.or([
				is("watermark_version", "!=", watermarkVersion),
				...Object.entries(markingVersions).map(isMarkedBefore),
			]),
		)
		.where("image_id", ">", afterImageId)
		.orderBy("image_id")
		.limit(limit)
		.execute();
}

/** Of a content type, what was marked as before this version. */
function isMarkedBefore([contentType, version]: [string, number]) {
	return sql<boolean>`(content_type = ${contentType} and coalesce(marking_version, 1) < ${version})`;
}

/** What a delivery needs of a picture. */
export type DeliverableImage = Pick<
	ImageRow,
	"image_id" | "content_type" | "watermarked_blob" | "plain_blob" | "markable"
> & {
	/** The size that the two bases are of; null: the full one. */
	readonly size_px: number | null;
};

/** Which picture a delivery is of; `sizePx` null asks for the full size. */
interface WantedImage {
	readonly barcode: string;
	readonly variant: string;
	readonly sizePx: number | null;
}

/** More than any edge: no prepared size is larger. */
const FULL_PX = 2 ** 31 - 1;

/** The current picture of a barcode and variant, in the wanted size or else in the next larger one that there is. */
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

/** The original file of an active picture, by its SHA-256: importing the same again changes nothing. */
export async function activeOriginal(
	db: Database,
	barcode: string,
	variant: Variant,
): Promise<{ sha256: string; watermarkVersion: string } | undefined> {
	const row = await activeImage(db.read, barcode, variant);
	return row && { sha256: row.original_sha256, watermarkVersion: row.watermark_version };
}
