import { createHash } from "node:crypto";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ATTRIBUTION_FILE, attributionText } from "../../imports/sources/attribution.ts";
import { BlobMissing, type BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { gs1PictureName, pictureName } from "./picture-name.ts";
import type { ExportedPicture } from "./read-catalogue.ts";

/** A picture whose original is gone or damaged. */
export class PictureLost extends Error {
	override readonly name = "PictureLost";
}

export interface PictureFilesOrder {
	readonly db: Database;
	readonly blobs: BlobStore;
	/** The folder that the pictures are written to. */
	readonly folder: string;
	readonly gs1: boolean;
}

/**
 * Writes originals as `<number>/<last digits>/<file>`. Each number stands for one combination of owner, batch and contributor, stored as an
 * attribution file in its folder for imports to read. A file's modification time is the day on which the photo was taken.
 */
export function createPictureFiles({ db, blobs, folder, gs1 }: PictureFilesOrder) {
	const folders = new Map<string, string>();

	async function folderFor({ attribution, barcode }: ExportedPicture): Promise<string> {
		const text = attributionText(attribution);
		let own = folders.get(text);
		if (own === undefined) {
			own = join(folder, String(folders.size + 1));
			folders.set(text, own);
			await mkdir(own, { recursive: true, mode: 0o700 });
			await writeFile(join(own, ATTRIBUTION_FILE), text, { mode: 0o600 });
		}
		// Sharded by the last digits, which are evenly distributed: a folder of a million files is slow to read.
		const shelf = join(own, barcode.slice(-3));
		await mkdir(shelf, { recursive: true, mode: 0o700 });
		return shelf;
	}

	return {
		/** @returns the size in bytes; null when the picture has been replaced or removed meanwhile. @throws PictureLost */
		async write(picture: ExportedPicture): Promise<number | null> {
			const original = await readOriginal(blobs, picture);
			if (original === undefined) {
				if (!(await isCurrent(db, picture))) return null;
				const which = `${picture.barcode} ${picture.variant}`;
				throw new PictureLost(`the original of ${which} is missing or damaged; --skip-missing leaves it out`);
			}
			const name = gs1 ? await gs1PictureName(db, picture, original) : pictureName(picture, original);
			const file = join(await folderFor(picture), name);
			await writeFile(file, original, { mode: 0o600, flag: "wx", flush: true });
			// Noon in Greenwich falls on the same day nearly everywhere.
			const taken = new Date(`${picture.photoDate}T12:00:00Z`);
			await utimes(file, taken, taken);
			return original.length;
		},
	};
}

async function readOriginal(blobs: BlobStore, picture: ExportedPicture): Promise<Uint8Array | undefined> {
	try {
		const original = await blobs.get(picture.originalBlob);
		const sha256 = createHash("sha256").update(original).digest("hex");
		return sha256 === picture.originalSha256 ? original : undefined;
	} catch (fault) {
		if (fault instanceof BlobMissing) return undefined;
		throw fault;
	}
}

async function isCurrent(db: Database, { imageId }: ExportedPicture): Promise<boolean> {
	const query = db.read.selectFrom("image").select("active").where("image_id", "=", imageId);
	return (await query.executeTakeFirst())?.active === 1;
}
