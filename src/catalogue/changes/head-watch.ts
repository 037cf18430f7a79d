import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../platform/db/database.ts";
import type { FeedPlace } from "./feed.ts";
import type { FeedState } from "./feed-state.ts";

/** Signals when there is something new in the feed, whichever process wrote it. */
export type HeadWatch = ReturnType<typeof createHeadWatch>;

/** Querying a file takes microseconds, querying a server a round trip. */
const EVERY_MS = 50;
const EVERY_SHARED_MS = 200;

interface Waiter {
	readonly place: FeedPlace;
	readonly resolve: () => void;
	readonly reject: (fault: unknown) => void;
}

/** Polls the database while anybody is waiting, once for all of them. */
export function createHeadWatch({ traits }: Pick<Database, "traits">, state: () => Promise<FeedState>) {
	const waiting = new Set<Waiter>();
	const everyMs = traits.sharedByNodes ? EVERY_SHARED_MS : EVERY_MS;
	let isAsking = false;

	async function ask(): Promise<void> {
		isAsking = true;
		while (waiting.size > 0) {
			await sleep(everyMs, undefined, { ref: false });
			const asked = [...waiting];
			try {
				const { head, epoch } = await state();
				for (const { place, resolve } of asked) if (head > place.position || epoch !== place.epoch) resolve();
			} catch (fault) {
				for (const { reject } of asked) reject(fault);
			}
		}
		isAsking = false;
	}

	return {
		/** Resolves when there are changes after a position, when its epoch has ended, or when the signal is aborted. @throws StorageUnavailable */
		next(place: FeedPlace, signal: AbortSignal) {
			if (signal.aborted) return Promise.resolve();
			return new Promise<void>((resolve, reject) => {
				const end = (settle: () => void) => () => {
					waiting.delete(waiter);
					signal.removeEventListener("abort", over);
					settle();
				};
				const over = end(resolve);
				const waiter: Waiter = { place, resolve: over, reject: (fault) => end(() => reject(fault))() };
				waiting.add(waiter);
				signal.addEventListener("abort", over);
				if (!isAsking) void ask();
			});
		},
	};
}
