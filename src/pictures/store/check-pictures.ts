import { createHash } from "node:crypto";
import { decodePrepared, PreparedPictureError } from "@packshot/marking/deliver";
import { BlobMissing, type BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { walk } from "../../platform/db/walk.ts";
import type { ImageRow, ImageSizeRow } from "../tables.ts";
import { isThumbnailOf } from "./place-smaller.ts";
import { sizesOf } from "./store.ts";

/** A blob of a picture that is missing or differs from what was written. */
export interface PictureFault {
	readonly imageId: string;
	readonly barcode: string;
	readonly variant: string;
	readonly blob: string;
	readonly problem: string;
}

export interface PictureCheck {
	readonly pictures: number;
	readonly faults: readonly PictureFault[];
	/** Blobs that no row names, left by a crash between writing blobs and their row. Harmless. */
	readonly unnamedBlobs: number;
}

const PAGE = 500;

/**
 * Checks every picture, earlier versions included, against the blob store.
 * @param options.read also reads every blob and checks its SHA-256, which takes as long as copying all of them.
 */
export async function checkPictures(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	options: {
		readonly read: boolean;
		/** Prefixes of keys that do not belong to pictures. */
		readonly except?: readonly string[];
	},
): Promise<PictureCheck> {
	const unnamed = new Set<string>();
	for await (const key of blobs.list(""))
		if (!options.except?.some((prefix) => key.startsWith(prefix))) unnamed.add(key);
	const stored = new Set(unnamed);
	const faults: PictureFault[] = [];
	let pictures = 0;
	for await (const row of allPictures(db)) {
		pictures++;
		for (const blob of new Set(blobsOf(row))) {
			unnamed.delete(blob);
			// A picture added during the listing is missing from it, so its files are checked individually.
			const problem = options.read || !stored.has(blob) ? await damage(blobs, row, blob) : undefined;
			if (problem) {
				faults.push({ imageId: row.image_id, barcode: row.barcode, variant: row.variant, blob, problem });
			}
		}
	}
	return { pictures, faults, unnamedBlobs: unnamed.size };
}

type CheckedRow = Omit<ImageRow, "fingerprint"> & { readonly sizes: readonly ImageSizeRow[] };

function blobsOf(row: CheckedRow): string[] {
	const bases = [row, ...row.sizes].flatMap((files) => [files.watermarked_blob, files.plain_blob]);
	const thumbnails = [row.webp_thumbnail_blob, row.jpeg_thumbnail_blob].filter((blob) => blob !== null);
	return [row.original_blob, ...bases, ...thumbnails];
}

async function* allPictures(db: Database): AsyncGenerator<CheckedRow> {
	for await (const page of walk(db.scan.selectFrom("image").selectAll(), "image_id", PAGE)) {
		const sizes = new Map<string, ImageSizeRow[]>(page.map((row) => [row.image_id, []]));
		for (const size of await sizesOf(db.scan, [...sizes.keys()])) sizes.get(size.image_id)?.push(size);
		yield* page.map((row) => ({ ...row, sizes: sizes.get(row.image_id) ?? [] }));
	}
}

async function damage(blobs: BlobStore, row: CheckedRow, blob: string): Promise<string | undefined> {
	try {
		const bytes = await blobs.get(blob);
		if (blob === row.webp_thumbnail_blob || blob === row.jpeg_thumbnail_blob) {
			return isThumbnailOf(blob, bytes) ? undefined : "not the thumbnail that was stored";
		}
		if (blob !== row.original_blob) decodePrepared(bytes);
		else if (createHash("sha256").update(bytes).digest("hex") !== row.original_sha256) {
			return "not the file that was imported";
		}
		return undefined;
	} catch (fault) {
		if (fault instanceof BlobMissing) return "missing";
		if (fault instanceof PreparedPictureError) return fault.message;
		throw fault;
	}
}
