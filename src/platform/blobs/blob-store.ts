/** Where bytes are stored. Keys are lower-case paths of letters, digits, `-`, `.` and `/`. A blob never changes: a new version has a new key. */
export interface BlobStore {
	/** Resolves when the bytes are durable under the key, completely or not at all. @throws BlobStoreFull */
	put(key: string, bytes: Uint8Array): Promise<void>;
	/**
	 * Reads a whole blob into memory. The caller owns the buffer.
	 * @param roomFor returns a buffer of at least the given size, which the store may use instead of allocating one.
	 * @throws BlobMissing when the blob does not exist, BlobUnavailable when the store fails.
	 */
	get(key: string, roomFor?: (sizeBytes: number) => Uint8Array): Promise<Uint8Array>;
	/** The first bytes of a blob, or all of them if it is shorter. Fails like `get`. */
	getStart(key: string, lengthBytes: number): Promise<Uint8Array>;
	/** Removing a missing blob succeeds. */
	delete(key: string): Promise<void>;
	/** Every key that starts with the prefix, in no particular order. */
	list(prefix: string): AsyncIterable<string>;
	/** Resolves if the store can be read. @throws BlobUnavailable */
	check(): Promise<void>;
}

/** No blob is stored under that key. */
export class BlobMissing extends Error {
	override readonly name = "BlobMissing";
}

/** The store failed to answer. */
export class BlobUnavailable extends Error {
	override readonly name = "BlobUnavailable";
}

/** The store takes nothing more: what is left of the disk is kept for other things. */
export class BlobStoreFull extends BlobUnavailable {}

const KEY = /^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)*$/;

/** Whether a text is a valid key; in particular, one that cannot escape the store. */
export function isBlobKey(key: string): boolean {
	return KEY.test(key);
}

/** Rejects a key that could escape the store. */
export function requireBlobKey(key: string): void {
	if (!isBlobKey(key)) throw new Error(`not a blob key: ${JSON.stringify(key)}`);
}
