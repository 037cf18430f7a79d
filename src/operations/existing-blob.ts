import { BlobMissing, type BlobStore } from "../platform/blobs/blob-store.ts";

/** The bytes of a blob; `undefined` when it is not there. */
export async function existingBlob(blobs: BlobStore, key: string): Promise<Uint8Array | undefined> {
	try {
		return await blobs.get(key);
	} catch (fault) {
		if (fault instanceof BlobMissing) return undefined;
		throw fault;
	}
}
