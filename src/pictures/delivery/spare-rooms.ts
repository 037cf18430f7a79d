/** Buffers are allocated in multiples of this size, so that one buffer fits files of about the same length. */
const STEP_BYTES = 64 * 1024;

/** A buffer that was not needed for this long is left to the garbage collector. */
const IDLE_MS = 5000;

/** Buffers that held a file and can be reused for another of about the same size. */
export type SpareRooms = ReturnType<typeof createSpareRooms>;

interface Shelf {
	/** A stack: the most recently returned buffer is last. */
	readonly rooms: Buffer[];
	/** Minimum number of free buffers during this interval: that many were not needed. */
	fewest: number;
}

/** Reusable buffers for files being sent: fresh memory costs more CPU time than marking a file. Never more than were in use at once lately. */
export function createSpareRooms() {
	const shelves = new Map<number, Shelf>();
	let isWatched = false;

	function dropIdle(): void {
		isWatched = false;
		for (const [sizeBytes, shelf] of shelves) {
			shelf.rooms.splice(0, shelf.fewest);
			shelf.fewest = shelf.rooms.length;
			if (shelf.rooms.length === 0) shelves.delete(sizeBytes);
		}
		if (shelves.size > 0) watch();
	}

	function watch(): void {
		if (!isWatched) setTimeout(dropIdle, IDLE_MS).unref();
		isWatched = true;
	}

	return {
		/** A buffer for a file; the most recently returned first, because it may still be in the CPU cache. It is not cleared. */
		take(sizeBytes: number) {
			const roomBytes = Math.max(1, Math.ceil(sizeBytes / STEP_BYTES)) * STEP_BYTES;
			const shelf = shelves.get(roomBytes);
			const room = shelf?.rooms.pop();
			if (!shelf || !room) return Buffer.allocUnsafeSlow(roomBytes);
			shelf.fewest = Math.min(shelf.fewest, shelf.rooms.length);
			return room;
		},
		/** Returns a buffer from `take` once nothing reads it any more. */
		put(room: Buffer) {
			const shelf = shelves.get(room.length);
			if (shelf) shelf.rooms.push(room);
			else shelves.set(room.length, { rooms: [room], fewest: 0 });
			watch();
		},
	};
}
