import { createHash } from "node:crypto";
import { decodePrepared, PreparedPictureError } from "@packshot/marking/deliver";
import { BlobMissing, type BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import type { ImageRow } from "./tables.ts";

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
	/** Blobs that no picture names, left by a crash between writing blobs and their row. Harmless. */
	readonly unnamedBlobs: number;
}

const PAGE = 500;

/**
 * Checks every picture, earlier versions included, against the blob store.
 * @param options.read also reads every blob and checks its SHA-256, which takes as long as copying all of them.
 */
export async function checkPictures(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	options: { readonly read: boolean },
): Promise<PictureCheck> {
	const unnamed = new Set<string>();
	for await (const key of blobs.list("")) unnamed.add(key);
	const stored = new Set(unnamed);
	const faults: PictureFault[] = [];
	let pictures = 0;
	for await (const row of allPictures(db)) {
		pictures++;
		for (const blob of new Set([row.original_blob, row.watermarked_blob, row.plain_blob])) {
			unnamed.delete(blob);
			// A picture added while the store was being listed is missing from the list, so its files are checked individually.
			const problem = options.read || !stored.has(blob) ? await damage(blobs, row, blob) : undefined;
			if (problem) {
				faults.push({ imageId: row.image_id, barcode: row.barcode, variant: row.variant, blob, problem });
			}
		}
	}
	return { pictures, faults, unnamedBlobs: unnamed.size };
}

type CheckedRow = Omit<ImageRow, "fingerprint">;

async function* allPictures(db: Database): AsyncGenerator<CheckedRow> {
	let after = "";
	for (;;) {
		const page = await db.scan
			.selectFrom("image")
			.selectAll()
			.where("image_id", ">", after)
			.orderBy("image_id")
			.limit(PAGE)
			.execute();
		yield* page;
		const last = page.at(-1);
		if (!last || page.length < PAGE) return;
		after = last.image_id;
	}
}

async function damage(blobs: BlobStore, row: CheckedRow, blob: string): Promise<string | undefined> {
	try {
		const bytes = await blobs.get(blob);
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
