import { roomFor } from "@packshot/marking/deliver";

/** Buffers are allocated in multiples of this size, so that one fits files of about the same length. */
const STEP_BYTES = 64 * 1024;

/** Buffers that held a file and can hold another of about its size. */
export interface SpareRooms {
	/** A room for a file, the one given back last first: the processor's cache may still hold it. */
	take(sizeBytes: number): Int32Array;
	put(room: Int32Array): void;
	/** Leaves rooms to the garbage collector for as long as the condition holds. */
	dropWhile(condition: () => boolean): void;
	bytes(): number;
}

export function createSpareRooms(): SpareRooms {
	const roomsBySize = new Map<number, Int32Array[]>();
	let spareBytes = 0;
	return {
		take(sizeBytes) {
			const byteLength = Math.ceil(sizeBytes / STEP_BYTES) * STEP_BYTES;
			const room = roomsBySize.get(byteLength)?.pop();
			if (!room) return roomFor(byteLength);
			spareBytes -= byteLength;
			return room;
		},
		put(room) {
			spareBytes += room.byteLength;
			const rooms = roomsBySize.get(room.byteLength);
			if (rooms) rooms.push(room);
			else roomsBySize.set(room.byteLength, [room]);
		},
		dropWhile(condition) {
			for (const [byteLength, rooms] of roomsBySize) {
				while (condition() && rooms.pop()) spareBytes -= byteLength;
			}
		},
		bytes: () => spareBytes,
	};
}
