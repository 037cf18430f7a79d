import type { PreparingPool } from "../../images/preparing-pool.ts";

/** A server's picture threads, started with the first picture: most servers never need them. */
export interface PicturePool {
	readonly open: () => Promise<PreparingPool>;
	close(): Promise<void>;
}

/**
 * A single thread: reads have precedence, and an uploader waits only for their own picture.
 * @param isWaitedFor whether somebody is waiting for each picture.
 */
export function createPicturePool({ isWaitedFor = false } = {}): PicturePool {
	let pool: Promise<PreparingPool> | undefined;
	return {
		open() {
			pool ??= import("../../images/preparing-pool.ts")
				.then(({ createPreparingPool }) => createPreparingPool({ threads: 1, isWaitedFor }))
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
