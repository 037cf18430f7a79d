import { roomFor } from "@packshot/marking/deliver";
import { LRUCache } from "lru-cache";

/** A marked file, lent for one answer. */
export interface LeasedFile {
	readonly bytes: Buffer;
	/** Returns it, once; its memory may be reused at any moment after. Memory that is never returned is never reused. */
	readonly release: () => void;
}

/** Buffers are allocated in multiples of this size, so that one fits files of about the same length. */
const STEP_BYTES = 64 * 1024;

/** Share of the memory for marked files that may be held for reuse, in percent. */
const SPARE_PERCENT = 25;

interface MarkedFile {
	readonly room: Int32Array;
	readonly bytes: Buffer;
	leases: number;
	remembered: boolean;
}

/**
 * Caches files as clients got them. A file that a client fetches often is marked once, and the memory of evicted files is reused: fresh
 * memory of that size costs more CPU time than marking does.
 * @param limitBytes for recently delivered files; files being sent, and a quarter for spare buffers, come on top
 */
export function markedFiles(
	limitBytes: number,
): (key: string, sizeBytes: number, make: (room: Int32Array) => Buffer) => LeasedFile {
	const spare = new Map<number, Int32Array[]>();
	let spareBytes = 0;
	const files = new LRUCache<string, MarkedFile>({
		maxSize: Math.max(1, limitBytes),
		sizeCalculation: (file) => file.room.byteLength,
		dispose: (file) => {
			file.remembered = false;
			reuse(file);
		},
	});

	function reuse(file: MarkedFile): void {
		if (file.remembered || file.leases > 0) return;
		const { byteLength } = file.room;
		if (spareBytes + byteLength > (limitBytes * SPARE_PERCENT) / 100) return;
		spareBytes += byteLength;
		const rooms = spare.get(byteLength);
		if (rooms) rooms.push(file.room);
		else spare.set(byteLength, [file.room]);
	}

	function roomOf(byteLength: number): Int32Array {
		const room = spare.get(byteLength)?.pop();
		if (!room) return roomFor(byteLength);
		spareBytes -= byteLength;
		return room;
	}

	function marked(key: string, sizeBytes: number, make: (room: Int32Array) => Buffer): MarkedFile {
		const known = files.get(key);
		if (known) return known;
		const room = roomOf(Math.ceil(sizeBytes / STEP_BYTES) * STEP_BYTES);
		const file = { room, bytes: make(room), leases: 0, remembered: true };
		files.set(key, file);
		// A file larger than the whole cache is not cached.
		file.remembered = files.has(key);
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
