import { LRUCache } from "lru-cache";
import { pictureCounters } from "../metrics.ts";
import type { BufferPool } from "./buffer-pool.ts";

export interface LeasedFile {
	readonly bytes: Buffer;
	/** Returns the lease; call it once. The memory may be reused at any moment afterwards; memory that is never returned is never reused. */
	readonly release: () => void;
}

/** A file and the underlying buffer, which can be reused once nobody needs the file any more. */
export interface FileInBuffer {
	readonly buffer: Buffer;
	readonly bytes: Buffer;
}

interface MarkedFile extends FileInBuffer {
	leases: number;
	isCached: boolean;
}

/**
 * Caches files that clients fetch repeatedly, each from its second delivery on: most files are fetched only once, and those never evict
 * another one.
 * @param limitBytes for files that are delivered repeatedly; files being sent come on top
 */
export function createMarkedFiles(pool: BufferPool, limitBytes: number) {
	const files = new LRUCache<string, MarkedFile>({
		maxSize: Math.max(1, limitBytes),
		sizeCalculation: (file) => file.buffer.length,
		dispose: (file) => {
			file.isCached = false;
			reuse(file);
		},
	});

	/** Files that were delivered once, remembered for as long as a cache of this size would have held them. */
	const once = new LRUCache<string, number>({
		maxSize: Math.max(1, limitBytes),
		sizeCalculation: (sizeBytes) => sizeBytes,
	});

	function reuse(file: MarkedFile): void {
		if (!file.isCached && file.leases === 0) pool.put(file.buffer);
	}

	function leased(file: MarkedFile): LeasedFile {
		file.leases++;
		return {
			bytes: file.bytes,
			release() {
				file.leases--;
				reuse(file);
			},
		};
	}

	return {
		find(key: string) {
			const file = files.get(key);
			return file && leased(file);
		},
		/** @param make marks the file. If the file will be cached, its buffer should be of about the same size. */
		make(key: string, make: (willBeCached: boolean) => FileInBuffer) {
			const isCached = once.delete(key);
			const file = { ...make(isCached), leases: 0, isCached };
			const lease = leased(file);
			if (file.isCached) {
				files.set(key, file);
				pictureCounters.cachedFileBytes = files.calculatedSize;
			} else once.set(key, file.buffer.length);
			return lease;
		},
	};
}
