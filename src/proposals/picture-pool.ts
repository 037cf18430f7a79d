import type { PreparingPool } from "../pictures/preparing-pool.ts";

/** A server's processes for pictures, started with the first picture: most servers never need them. */
export interface PicturePool {
	readonly open: () => Promise<PreparingPool>;
	close(): Promise<void>;
}

/** Tasks that may wait: for more, a request would have to wait too long. */
const MOST_WAITING = 8;

/** A single process: reads have precedence, and an uploader waits only for their own picture. */
export function createPicturePool({ isWaitedFor = false } = {}): PicturePool {
	let pool: Promise<PreparingPool> | undefined;
	return {
		open() {
			pool ??= import("../pictures/preparing-pool.ts")
				.then(({ createPreparingPool }) =>
					createPreparingPool({ processes: 1, isWaitedFor, mostWaiting: MOST_WAITING }),
				)
				.catch((error: unknown) => {
					pool = undefined;
					throw error;
				});
			return pool;
		},
		async close() {
			await (await pool)?.close();
		},
	};
}
