import { BlobMissing, type BlobStore } from "../platform/blobs/blob-store.ts";

/** The bytes of a blob; `undefined` when it is not there. @param roomFor as for `get` */
export async function existingBlob(
	blobs: BlobStore,
	key: string,
	roomFor?: (sizeBytes: number) => Uint8Array,
): Promise<Uint8Array | undefined> {
	try {
		return await blobs.get(key, roomFor);
	} catch (fault) {
		if (fault instanceof BlobMissing) return undefined;
		throw fault;
	}
}
