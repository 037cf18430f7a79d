import type { Variant } from "../../catalogue/fields/scopes.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { tryAgainIfTooLong } from "../../platform/db/write-in-parts.ts";
import { ulid } from "../../platform/ids.ts";
import { type Clock, manualTimeMs } from "../../platform/time/clock.ts";
import type { PreparedPicture } from "../preparation/prepare.ts";
import type { ImageRow } from "../tables.ts";
import { markingVersions } from "./marking-versions.ts";
import { folderOf, placeSmaller } from "./place-smaller.ts";
import { storedNotes } from "./quality-notes.ts";
import { activeOriginal, addImage, type ImageOutcome, type NewImage } from "./store.ts";

/** A prepared picture with its attribution. */
export interface IncomingPicture {
	readonly barcode: string;
	readonly variant: Variant;
	/** The original file. */
	readonly original: Uint8Array;
	readonly prepared: PreparedPicture;
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

/**
 * Stores a picture and makes it the current one. Its blobs are durable before its row is, so a crash in
 * between leaves blobs without a row and never a row without blobs.
 */
export async function storePicture(stores: Stores, picture: IncomingPicture): Promise<ImageOutcome> {
	const { image, files } = stagePicture(picture);
	return putThenAdd(stores, image, files);
}

/** A picture ready to be stored: its row, and its files by blob key. Nothing is written yet. */
export interface StagedPicture {
	readonly image: NewImage;
	readonly files: Readonly<Record<string, Uint8Array>>;
}

/** Assigns id, row and blob keys to a prepared picture. */
export function stagePicture(picture: IncomingPicture): StagedPicture {
	const nowMs = picture.clock.now();
	const { imageId, folder } = newPlace(nowMs);
	const { prepared } = picture;
	const smaller = placeSmaller(imageId, folder, prepared);
	const row = {
		...preparedColumns(imageId, folder, prepared, picture.watermarkVersion),
		...smaller.thumbnailColumns,
		barcode: picture.barcode,
		variant: picture.variant,
		original_sha256: prepared.original.sha256,
		photo_date: prepared.photoDate,
		uploaded_at: nowMs,
		ownership: picture.ownership,
		uploaded_by: picture.uploadedBy,
		source_batch: picture.sourceBatch,
		original_blob: `${folder}/original`,
		created_at: nowMs,
	};
	const { uploadOffsetMinutes, existingOnly, changeSet } = picture;
	const image: NewImage = {
		row,
		sizes: smaller.rows,
		uploadOffsetMinutes,
		existingOnly,
		changeSet,
		nowMs: manualTimeMs(picture.clock),
	};
	return {
		image,
		files: {
			[row.original_blob]: picture.original,
			[row.watermarked_blob]: prepared.watermarked,
			[row.plain_blob]: prepared.plain,
			...smaller.files,
		},
	};
}

/** Stores a picture that was reprocessed from the original of an active version: the same picture with another watermark. */
export function storeReprocessed(
	stores: Stores,
	before: ImageRow,
	prepared: PreparedPicture,
	made: { readonly watermarkVersion: string; readonly uploadOffsetMinutes: number; readonly clock: Clock },
): Promise<ImageOutcome> {
	const { active: _active, search_pack: _pack, ...kept } = before;
	const nowMs = made.clock.now();
	const { imageId, folder } = newPlace(nowMs);
	const smaller = placeSmaller(imageId, folder, prepared);
	const row = {
		...kept,
		...preparedColumns(imageId, folder, prepared, made.watermarkVersion),
		...smaller.thumbnailColumns,
		created_at: nowMs,
	};
	const { uploadOffsetMinutes } = made;
	const image: NewImage = {
		row,
		sizes: smaller.rows,
		uploadOffsetMinutes,
		existingOnly: false,
		madeFrom: before.image_id,
		nowMs: manualTimeMs(made.clock),
	};
	return putThenAdd(stores, image, {
		[row.watermarked_blob]: prepared.watermarked,
		[row.plain_blob]: prepared.plain,
		...smaller.files,
	});
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

function newPlace(nowMs: number): { imageId: string; folder: string } {
	const imageId = ulid(nowMs).toLowerCase();
	return { imageId, folder: folderOf(imageId) };
}

/** The columns determined by preparation. */
function preparedColumns(
	imageId: string,
	folder: string,
	prepared: PreparedPicture,
	watermarkVersion: string,
) {
	return {
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
	};
}

/** Whether the product has a picture of this variant. */
export async function hasPicture(db: Database, barcode: string, variant: Variant): Promise<boolean> {
	return (await activeOriginal(db, barcode, variant)) !== undefined;
}

/** Whether exactly this file, with exactly this watermark, is the current picture already. */
export async function isStored(
	db: Database,
	slot: { readonly barcode: string; readonly variant: Variant },
	sha256: string,
	watermarkVersion: string,
): Promise<boolean> {
	const active = await activeOriginal(db, slot.barcode, slot.variant);
	return active?.sha256 === sha256 && active.watermarkVersion === watermarkVersion;
}
