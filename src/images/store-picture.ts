import type { Variant } from "../catalogue/scopes.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import { ulid } from "../platform/ids.ts";
import type { PreparedPicture } from "./preparation/prepare.ts";
import { activeOriginal, addImage, type ImageOutcome } from "./store.ts";

/** A prepared picture with what is said about it. */
export interface IncomingPicture {
	readonly barcode: string;
	readonly variant: Variant;
	/** The file as it came. */
	readonly original: Uint8Array;
	readonly prepared: PreparedPicture;
	readonly watermarkVersion: string;
	readonly ownership: string | null;
	readonly uploadedBy: string | null;
	readonly sourceBatch: string;
	readonly uploadOffsetMinutes: number;
	readonly existingOnly: boolean;
	readonly dryRun?: boolean;
	readonly nowMs: number;
}

/**
 * Stores a picture and makes it the one that is delivered. Its blobs are durable before its row is, so a crash in
 * between leaves blobs that nothing names and never a row without blobs.
 */
export async function storePicture(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	picture: IncomingPicture,
): Promise<ImageOutcome> {
	const imageId = ulid(picture.nowMs).toLowerCase();
	const folder = `pictures/${imageId.slice(-2)}/${imageId}`;
	const keys = {
		original: `${folder}/original`,
		watermarked: `${folder}/watermarked`,
		plain: `${folder}/plain`,
	};
	if (!picture.dryRun) {
		await Promise.all([
			blobs.put(keys.original, picture.original),
			blobs.put(keys.watermarked, picture.prepared.watermarked),
			blobs.put(keys.plain, picture.prepared.plain),
		]);
	}
	const outcome = await db.write(addImage, {
		row: imageRow(imageId, keys, picture),
		uploadOffsetMinutes: picture.uploadOffsetMinutes,
		existingOnly: picture.existingOnly,
		...(picture.dryRun ? { dryRun: true } : {}),
	});
	if (outcome !== "created" && outcome !== "updated" && !picture.dryRun) {
		await Promise.all(Object.values(keys).map((key) => blobs.delete(key)));
	}
	return outcome;
}

/** Whether this very file, under this very watermark, is what is delivered already. */
export async function isStored(
	db: Database,
	slot: { readonly barcode: string; readonly variant: Variant },
	sha256: string,
	watermarkVersion: string,
): Promise<boolean> {
	const active = await activeOriginal(db, slot.barcode, slot.variant);
	return active?.sha256 === sha256 && active.watermarkVersion === watermarkVersion;
}

function imageRow(
	imageId: string,
	keys: { original: string; watermarked: string; plain: string },
	picture: IncomingPicture,
) {
	const { prepared } = picture;
	return {
		image_id: imageId,
		barcode: picture.barcode,
		variant: picture.variant,
		content_type: prepared.contentType,
		width: prepared.width,
		height: prepared.height,
		size_bytes: prepared.watermarkedSizeBytes,
		original_sha256: prepared.original.sha256,
		photo_date: prepared.photoDate,
		uploaded_at: picture.nowMs,
		ownership: picture.ownership,
		uploaded_by: picture.uploadedBy,
		source_batch: picture.sourceBatch,
		original_blob: keys.original,
		watermarked_blob: keys.watermarked,
		plain_blob: keys.plain,
		markable: prepared.markable ? 1 : 0,
		watermark_version: picture.watermarkVersion,
		fingerprint: prepared.fingerprint,
		created_at: picture.nowMs,
	};
}
