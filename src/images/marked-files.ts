import { LRUCache } from "lru-cache";
import { pictureCounters } from "./metrics.ts";
import type { SpareRooms } from "./spare-rooms.ts";

/** A marked file, leased for one answer. */
export interface LeasedFile {
	readonly bytes: Buffer;
	/** Returns it, once; its memory may be reused at any moment after. Memory that is never returned is never reused. */
	readonly release: () => void;
}

export interface MarkedFiles {
	/** The file, if it is cached. */
	find(key: string): LeasedFile | undefined;
	/** @param make writes the file into the room. */
	make(key: string, sizeBytes: number, make: (room: Buffer) => Buffer): LeasedFile;
}

interface MarkedFile {
	readonly room: Buffer;
	readonly bytes: Buffer;
	leases: number;
	isCached: boolean;
}

/**
 * Caches files that clients fetch repeatedly, each from its second delivery on: of those that are fetched once, which are most, none
 * evicts another.
 * @param limitBytes for files that are delivered repeatedly; files being sent come on top
 */
export function createMarkedFiles(rooms: SpareRooms, limitBytes: number): MarkedFiles {
	const files = new LRUCache<string, MarkedFile>({
		maxSize: Math.max(1, limitBytes),
		sizeCalculation: (file) => file.room.length,
		dispose: (file) => {
			file.isCached = false;
			reuse(file);
		},
	});

	/** Files that were delivered once, for as long as a cache of this size would have held them. */
	const once = new LRUCache<string, number>({
		maxSize: Math.max(1, limitBytes),
		sizeCalculation: (sizeBytes) => sizeBytes,
	});

	function reuse(file: MarkedFile): void {
		if (!file.isCached && file.leases === 0) rooms.put(file.room);
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
		find(key) {
			const file = files.get(key);
			return file && leased(file);
		},
		make(key, sizeBytes, make) {
			const room = rooms.take(sizeBytes);
			const file = { room, bytes: make(room), leases: 0, isCached: once.delete(key) };
			const lease = leased(file);
			if (file.isCached) {
				files.set(key, file);
				pictureCounters.cachedFileBytes = files.calculatedSize;
			} else once.set(key, room.length);
			return lease;
		},
	};
}
