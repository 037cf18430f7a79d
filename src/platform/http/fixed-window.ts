import { createLruCache } from "../recently-used.ts";
import type { BucketState, ResponseMeta } from "./response-meta.ts";

/** The state of a window after a request was counted. */
export interface Admission extends BucketState {
	readonly admitted: boolean;
	readonly resetAtMs: number;
}

/** In-memory windows, for limits per address. @param keyLimit maximum number of keys: the least recently seen are evicted first. */
export function createFixedWindow(lengthMs: number, keyLimit = 100_000) {
	const windows = createLruCache<{ startMs: number; count: number }>(keyLimit);

	function at(key: string, nowMs: number): { startMs: number; count: number } {
		const startMs = nowMs - (nowMs % lengthMs);
		const known = windows.get(key);
		if (known && known.startMs === startMs) return known;
		return { startMs, count: 0 };
	}
	function state(window: { startMs: number; count: number }, limit: number): Admission {
		return {
			limit,
			remaining: Math.max(0, limit - window.count),
			admitted: window.count <= limit,
			resetAtMs: window.startMs + lengthMs,
		};
	}

	return {
		count(key: string, limit: number, nowMs: number) {
			const window = at(key, nowMs);
			window.count++;
			windows.set(key, window);
			return state(window, limit);
		},
		/** The state without counting. */
		peek: (key: string, limit: number, nowMs: number) => state(at(key, nowMs), limit),
	};
}

/** Shows a window in the headers of an answer. */
export function showWindow(responseMeta: ResponseMeta, { limit, remaining, resetAtMs }: Admission): void {
	responseMeta.minute = { limit, remaining };
	responseMeta.resetAtMs = resetAtMs;
}

/** Whole seconds until the window ends, at least one. */
export function secondsUntil(resetAtMs: number, nowMs: number): number {
	return Math.max(1, Math.ceil((resetAtMs - nowMs) / 1000));
}
