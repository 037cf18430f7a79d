/** Buffers are allocated in multiples of this size, so that one buffer fits files of about the same length. */
const STEP_BYTES = 64 * 1024;

/** A buffer that was not needed for this long is left to the garbage collector. */
const IDLE_MS = 5000;

/** Buffers that held a file and can be reused for another of about the same size. */
export type BufferPool = ReturnType<typeof createBufferPool>;

interface FreeBuffers {
	/** A stack: the most recently returned buffer is last. */
	readonly buffers: Buffer[];
	/** Minimum number of free buffers during this interval: that many were not needed. */
	fewest: number;
}

/** Reusable buffers for files being sent: fresh memory costs more CPU time than marking a file. Never more than were in use at once lately. */
export function createBufferPool() {
	const free = new Map<number, FreeBuffers>();
	let isWatched = false;

	function dropIdle(): void {
		isWatched = false;
		for (const [sizeBytes, ofSize] of free) {
			ofSize.buffers.splice(0, ofSize.fewest);
			ofSize.fewest = ofSize.buffers.length;
			if (ofSize.buffers.length === 0) free.delete(sizeBytes);
		}
		if (free.size > 0) watch();
	}

	function watch(): void {
		if (!isWatched) setTimeout(dropIdle, IDLE_MS).unref();
		isWatched = true;
	}

	return {
		/** A buffer for a file; the most recently returned first, because it may still be in the CPU cache. It is not cleared. */
		take(sizeBytes: number) {
			const bufferBytes = Math.max(1, Math.ceil(sizeBytes / STEP_BYTES)) * STEP_BYTES;
			const ofSize = free.get(bufferBytes);
			const buffer = ofSize?.buffers.pop();
			if (!ofSize || !buffer) return Buffer.allocUnsafeSlow(bufferBytes);
			ofSize.fewest = Math.min(ofSize.fewest, ofSize.buffers.length);
			return buffer;
		},
		/** Returns a buffer from `take` once nothing reads it any more. */
		put(buffer: Buffer) {
			const ofSize = free.get(buffer.length);
			if (ofSize) ofSize.buffers.push(buffer);
			else free.set(buffer.length, { buffers: [buffer], fewest: 0 });
			watch();
		},
	};
}
