import { roomFor } from "@packshot/marking/deliver";
import { LRUCache } from "lru-cache";

/** A marked file, lent for one answer. */
export interface LentFile {
	readonly bytes: Buffer;
	/** Gives it back, once; the bytes may become another file's any moment after. What is never given back is never used again. */
	readonly release: () => void;
}

/** Rooms come in steps of this size, so that one fits files of about the same length. */
const STEP_BYTES = 64 * 1024;

/** Of 100 bytes for marked files, how many may wait for another file. */
const SPARE_PERCENT = 25;

interface MarkedFile {
	readonly room: Int32Array;
	readonly bytes: Buffer;
	lentTimes: number;
	remembered: boolean;
}

/**
 * Files as clients got them. What is popular with a client is marked for it once, and memory of files that nobody asks for any more is used
 * again: fresh memory of that size costs the processor more than marking does.
 * @param limitBytes for files that were delivered lately; those under way and a quarter for spare memory come on top
 */
export function markedFiles(
	limitBytes: number,
): (key: string, sizeBytes: number, make: (room: Int32Array) => Buffer) => LentFile {
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
		if (file.remembered || file.lentTimes > 0) return;
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
		const file = { room, bytes: make(room), lentTimes: 0, remembered: true };
		files.set(key, file);
		// What is larger than the whole memory is not kept.
		file.remembered = files.has(key);
		return file;
	}

	return (key, sizeBytes, make) => {
		const file = marked(key, sizeBytes, make);
		file.lentTimes++;
		return {
			bytes: file.bytes,
			release() {
				file.lentTimes--;
				reuse(file);
			},
		};
	};
}
