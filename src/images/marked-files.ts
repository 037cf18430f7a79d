import { LRUCache } from "lru-cache";
import { createSpareRooms } from "./spare-rooms.ts";

/** A marked file, leased for one answer. */
export interface LeasedFile {
	readonly bytes: Buffer;
	/** Returns it, once; its memory may be reused at any moment after. Memory that is never returned is never reused. */
	readonly release: () => void;
}

/** How much cached files and spare buffers may take together, in percent of the limit. */
const WITH_SPARE_PERCENT = 125;

interface MarkedFile {
	readonly room: Int32Array;
	readonly bytes: Buffer;
	leases: number;
	remembered: boolean;
}

/**
 * Caches files that clients fetch repeatedly, each from its second delivery on: of those that are fetched once, which are most, none
 * evicts another. The memory of files that are not cached is reused, the one released last first: fresh memory of that size costs more
 * CPU time than marking does, and memory that the processor's cache no longer holds nearly as much.
 * @param limitBytes for files that are delivered repeatedly, or for spare buffers; files being sent, and a quarter more for spare
 *   buffers, come on top
 */
export function markedFiles(
	limitBytes: number,
): (key: string, sizeBytes: number, make: (room: Int32Array) => Buffer) => LeasedFile {
	const spare = createSpareRooms();
	const files = new LRUCache<string, MarkedFile>({
		maxSize: Math.max(1, limitBytes),
		sizeCalculation: (file) => file.room.byteLength,
		dispose: (file) => {
			file.remembered = false;
			reuse(file);
		},
	});

	/** Files that were delivered once, for as long as a cache of this size would have held them. */
	const once = new LRUCache<string, number>({
		maxSize: Math.max(1, limitBytes),
		sizeCalculation: (sizeBytes) => sizeBytes,
	});

	function isFull(moreBytes: number): boolean {
		return spare.bytes() + files.calculatedSize + moreBytes > (limitBytes * WITH_SPARE_PERCENT) / 100;
	}

	function reuse(file: MarkedFile): void {
		if (file.remembered || file.leases > 0) return;
		if (!isFull(file.room.byteLength)) spare.put(file.room);
	}

	function marked(key: string, sizeBytes: number, make: (room: Int32Array) => Buffer): MarkedFile {
		const known = files.get(key);
		if (known) return known;
		const room = spare.take(sizeBytes);
		const file = { room, bytes: make(room), leases: 0, remembered: once.delete(key) };
		if (file.remembered) {
			files.set(key, file);
			spare.dropWhile(() => isFull(0));
		} else once.set(key, room.byteLength);
		return file;
	}

	return (key, sizeBytes, make) => {
		const file = marked(key, sizeBytes, make);
		file.leases++;
		return {
			bytes: file.bytes,
			release() {
				file.leases--;
				reuse(file);
			},
		};
	};
}
