import type { Variant } from "../../catalogue/fields/scopes.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { tryAgainIfTooLong } from "../../platform/db/write-in-parts.ts";
import { ulid } from "../../platform/ids.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { PreparedPicture } from "../preparation/prepare.ts";
import type { ImageRow } from "../tables.ts";
import { type Adjustment, readAdjustment, storedAdjustment } from "./adjustment.ts";
import { markingVersions } from "./marking-versions.ts";
import { folderOf, placeSmaller } from "./place-smaller.ts";
import { storedNotes } from "./quality-notes.ts";
import { activeImage, addImage, addImageInside, type ImageOutcome, type NewImage } from "./store.ts";

/** A prepared picture with its attribution. */
export interface IncomingPicture {
	readonly barcode: string;
	readonly variant: Variant;
	readonly original: Uint8Array;
	readonly prepared: PreparedPicture;
	/** How it was turned and cropped when it was prepared; by default not at all. */
	readonly adjustment?: Adjustment;
	readonly watermarkVersion: string;
	readonly ownership: string | null;
	readonly uploadedBy: string | null;
	readonly sourceBatch: string;
	readonly uploadOffsetMinutes: number;
	readonly existingOnly: boolean;
	/** The change set it belongs to; null if the caller does not specify one. */
	readonly changeSet?: number | null | undefined;
	readonly clock: Clock;
}

/** Stores a picture and makes it the current one. Blobs are durable first, so that a crash in between never leaves a row without blobs. */
export async function storePicture(stores: Stores, picture: IncomingPicture): Promise<ImageOutcome> {
	const { image, files } = stagePicture(picture);
	return putThenAdd(stores, image, files);
}

/** A picture ready to be stored: its row, and its files by blob key. Nothing is written yet. */
export interface StagedPicture {
	readonly image: NewImage;
	readonly files: Readonly<Record<string, Uint8Array>>;
}

/** Makes a staged picture the current one, inside the caller's transaction. Its files are already stored. */
export const addStaged = addImageInside;

/** Assigns id, row and blob keys to a prepared picture. */
export function stagePicture(picture: IncomingPicture): StagedPicture {
	const { prepared, adjustment, clock, uploadOffsetMinutes, existingOnly, changeSet } = picture;
	const { columns, sizes, files, folder } = newVersion(prepared, picture.watermarkVersion, clock);
	const row = {
		...columns,
		barcode: picture.barcode,
		variant: picture.variant,
		original_sha256: prepared.original.sha256,
		adjustment: adjustment ? storedAdjustment(adjustment) : null,
		photo_date: prepared.photoDate,
		uploaded_at: columns.created_at,
		ownership: picture.ownership,
		uploaded_by: picture.uploadedBy,
		source_batch: picture.sourceBatch,
		original_blob: `${folder}/original`,
	};
	return {
		image: { row, sizes, uploadOffsetMinutes, existingOnly, changeSet },
		files: { [row.original_blob]: picture.original, ...files },
	};
}

interface PreparedAgain {
	readonly watermarkVersion: string;
	readonly uploadOffsetMinutes: number;
	readonly clock: Clock;
}

/** Stores a picture that was reprocessed from the original of an active version: the same picture with another watermark. */
export function storeReprocessed(
	stores: Stores,
	before: ImageRow,
	prepared: PreparedPicture,
	made: PreparedAgain,
): Promise<ImageOutcome> {
	const { image, files } = stageAgain(before, prepared, made);
	return putThenAdd(stores, { ...image, madeFrom: before.image_id }, files);
}

/** A version that was prepared once more from its original, turned and cropped in another way. The original is not stored again. */
export function stageAdjusted(
	before: ImageRow,
	prepared: PreparedPicture,
	made: PreparedAgain & { readonly adjustment: Adjustment },
): StagedPicture {
	const { image, files } = stageAgain(before, prepared, made);
	return { image: { ...image, row: { ...image.row, adjustment: storedAdjustment(made.adjustment) } }, files };
}

function stageAgain(before: ImageRow, prepared: PreparedPicture, made: PreparedAgain): StagedPicture {
	const { active: _active, search_pack: _pack, ...kept } = before;
	const { columns, sizes, files } = newVersion(prepared, made.watermarkVersion, made.clock);
	return {
		image: {
			row: { ...kept, ...columns },
			sizes,
			uploadOffsetMinutes: made.uploadOffsetMinutes,
			existingOnly: false,
		},
		files,
	};
}

interface Stores {
	readonly db: Database;
	readonly blobs: BlobStore;
}

/** Blobs of a picture that is not accepted in the end are removed again. */
async function putThenAdd(
	{ db, blobs }: Stores,
	image: NewImage,
	files: Readonly<Record<string, Uint8Array>>,
): Promise<ImageOutcome> {
	await putAll(blobs, files);
	const outcome = await tryAgainIfTooLong(() => db.write(addImage, image));
	if (outcome !== "created" && outcome !== "updated") await deleteFiles(blobs, files);
	return outcome;
}

/** Deletes the files of a picture that is not accepted in the end. */
export async function deleteFiles(blobs: BlobStore, files: StagedPicture["files"]): Promise<void> {
	await Promise.all(Object.keys(files).map((key) => blobs.delete(key)));
}

/** Stores all of the files, or removes those already stored. No row names them yet. */
export async function putAll(blobs: BlobStore, files: StagedPicture["files"]): Promise<void> {
	const put = Object.entries(files).map(([key, bytes]) => blobs.put(key, bytes));
	const failed = (await Promise.allSettled(put)).find((stored) => stored.status === "rejected");
	if (!failed) return;
	await Promise.allSettled(Object.keys(files).map((key) => blobs.delete(key)));
	throw failed.reason;
}

/** A prepared picture as a new version: the columns that its preparation determines, its smaller sizes, and its files in a folder of its own. */
function newVersion(prepared: PreparedPicture, watermarkVersion: string, clock: Clock) {
	const nowMs = clock.now();
	const imageId = ulid(nowMs).toLowerCase();
	const folder = folderOf(imageId);
	const { rows: sizes, thumbnailColumns, files } = placeSmaller(imageId, folder, prepared);
	const columns = {
		...thumbnailColumns,
		image_id: imageId,
		content_type: prepared.contentType,
		width: prepared.width,
		height: prepared.height,
		size_bytes: prepared.watermarkedSizeBytes,
		plain_size_bytes: prepared.plainSizeBytes,
		watermarked_blob: prepared.isDrawn ? `${folder}/watermarked` : `${folder}/plain`,
		plain_blob: `${folder}/plain`,
		markable: prepared.markable ? 1 : 0,
		watermark_version: watermarkVersion,
		marking_version: markingVersions[prepared.contentType],
		fingerprint: prepared.fingerprint,
		quality_notes: storedNotes(prepared.qualityNotes),
		created_at: nowMs,
	};
	const bases = { [columns.watermarked_blob]: prepared.watermarked, [columns.plain_blob]: prepared.plain };
	return { columns, sizes, files: { ...bases, ...files }, folder };
}

export async function currentVersion(
	db: Database,
	barcode: string,
	variant: Variant,
): Promise<string | undefined> {
	return (await activeImage(db.read, barcode, variant))?.image_id;
}

/** How the current picture is turned and cropped, if it was made from this very file. */
export async function adjustmentOf(
	db: Database,
	slot: { readonly barcode: string; readonly variant: Variant },
	sha256: string,
): Promise<Adjustment | undefined> {
	const active = await activeImage(db.read, slot.barcode, slot.variant);
	return active?.original_sha256 === sha256 ? readAdjustment(active.adjustment) : undefined;
}

/** Whether exactly this file, with exactly this watermark, is the current picture already. */
export async function isStored(
	db: Database,
	slot: { readonly barcode: string; readonly variant: Variant },
	sha256: string,
	watermarkVersion: string,
): Promise<boolean> {
	const active = await activeImage(db.read, slot.barcode, slot.variant);
	return active?.original_sha256 === sha256 && active.watermark_version === watermarkVersion;
}
