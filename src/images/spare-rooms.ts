/** Buffers are allocated in multiples of this size, so that one fits files of about the same length. */
const STEP_BYTES = 64 * 1024;

/** A room that was not needed for so long is left to the garbage collector. */
const IDLE_MS = 5000;

/** Buffers that held a file and can hold another of about its size. */
export interface SpareRooms {
	/** A room for a file, the one given back last first: the processor's cache may still hold it. What it held is still in it. */
	take(sizeBytes: number): Buffer;
	/** Gives back a room that `take` gave, when nothing reads it any more. */
	put(room: Buffer): void;
}

interface Shelf {
	/** The one that was given back last is the last. */
	readonly rooms: Buffer[];
	/** How few there were at any moment of this interval: so many were not needed. */
	fewest: number;
}

/**
 * Rooms for files on their way: fresh memory of that size costs more CPU time than marking a file does. Together with those in use there
 * are never more than were used at once within the last seconds.
 */
export function createSpareRooms(): SpareRooms {
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
		take(sizeBytes) {
			const roomBytes = Math.max(1, Math.ceil(sizeBytes / STEP_BYTES)) * STEP_BYTES;
			const shelf = shelves.get(roomBytes);
			const room = shelf?.rooms.pop();
			if (!shelf || !room) return Buffer.allocUnsafeSlow(roomBytes);
			shelf.fewest = Math.min(shelf.fewest, shelf.rooms.length);
			return room;
		},
		put(room) {
			const shelf = shelves.get(room.length);
			if (shelf) shelf.rooms.push(room);
			else shelves.set(room.length, { rooms: [room], fewest: 0 });
			watch();
		},
	};
}
