import type { PreparingPool } from "../../images/preparing-pool.ts";

/** A server's threads for pictures, started when the first one comes: most servers never need them. */
export interface PicturePool {
	readonly open: () => Promise<PreparingPool>;
	close(): Promise<void>;
}

/**
 * One thread: reads come first, and people who upload wait for their picture alone.
 * @param isWaitedFor whether somebody looks at each picture as soon as it is there.
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
