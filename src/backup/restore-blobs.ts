import { BlobMissing, type BlobStore } from "../platform/blobs/blob-store.ts";
import { blobKeyOf } from "./archive-format.ts";
import { membersOf, type VerifiedArchive } from "./archive-reader.ts";

/** Each waits for the disk or the network. */
const AT_ONCE = 8;

export interface RestoredBlobs {
	readonly written: number;
	/** Removes the blobs that were not there before. */
	undo(): Promise<void>;
}

/**
 * Stores every blob of the archive that is not there already, so an interrupted restore resumes where it was. The database does not name
 * them yet, so they are harmless if the restore fails.
 */
export async function restoreBlobs(
	blobs: BlobStore,
	archive: VerifiedArchive,
	progress: (blobs: number) => void,
): Promise<RestoredBlobs> {
	const written: string[] = [];
	const undo = async () => {
		for (const key of written) await blobs.delete(key);
	};
	const underWay = new Set<Promise<void>>();
	let done = 0;
	const store = async (key: string, bytes: Buffer) => {
		const there = await existing(blobs, key);
		if (!there || !bytes.equals(there)) await blobs.put(key, bytes);
		if (!there) written.push(key);
		progress(++done);
	};
	try {
		for await (const { name, bytes } of membersOf(archive.file)) {
			const key = blobKeyOf(name);
			if (key === undefined) continue;
			const storing = store(key, bytes).finally(() => underWay.delete(storing));
			storing.catch(() => undefined);
			underWay.add(storing);
			if (underWay.size >= AT_ONCE) await Promise.race(underWay);
		}
		await Promise.all(underWay);
		return { written: written.length, undo };
	} catch (fault) {
		await Promise.allSettled(underWay);
		await undo();
		throw fault;
	}
}

async function existing(blobs: BlobStore, key: string): Promise<Uint8Array | undefined> {
	return blobs.get(key).catch((fault) => {
		if (fault instanceof BlobMissing) return undefined;
		throw fault;
	});
}
