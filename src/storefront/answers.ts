import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { httpError } from "../platform/http/http-error.ts";
import type { StaticFile } from "../platform/http/static-file.ts";
import type { MaybePromise } from "../platform/maybe-promise.ts";
import { SECOND_MS } from "../platform/time/durations.ts";

/** What a public address answers. */
export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly file?: StaticFile;
}

/** Memory for finished answers. */
const MOST_BYTES = 32 * 2 ** 20;
/** What an answer takes beside its file. */
const BESIDE_BYTES = 500;

/**
 * Keeps answers until the catalogue changes, whichever process changes it. Those who ask for an answer that is being made share it.
 * @param takeTurn is awaited before an answer is made; it may refuse.
 * @returns a function that gives the answer known by a key, or makes it.
 */
export function createAnswers(generation: () => MaybePromise<string>, takeTurn: () => Promise<void>) {
	const kept = new LRUCache<string, Answer>({
		maxSize: MOST_BYTES,
		sizeCalculation: ({ file }) => BESIDE_BYTES + (file ? (file.compressed.gzip ?? file.bytes).length : 0),
	});
	let making = new Map<string, Promise<Answer>>();
	let keptGeneration: string | undefined;

	async function make(key: string, work: () => Promise<Answer>, current: string): Promise<Answer> {
		await takeTurn();
		const answer = await work();
		// The catalogue may have changed while the answer was being made.
		if (keptGeneration === current) kept.set(key, answer);
		return answer;
	}
	return async (key: string, work: () => Promise<Answer>): Promise<Answer> => {
		const current = await generation();
		if (current !== keptGeneration) {
			kept.clear();
			making = new Map();
			keptGeneration = current;
		}
		const known = kept.get(key) ?? making.get(key);
		if (known) return known;
		const of = making;
		const made = make(key, work, current).finally(() => of.delete(key));
		of.set(key, made);
		return made;
	};
}

/** Making an answer takes one to five milliseconds, and those who pay nothing must not take them from those who pay. */
const PACE = { perSecond: 100, burst: 100, mostWaitMs: SECOND_MS };

/**
 * Spreads work over time, of all visitors together: at most `burst` at once, then one after another (generic cell rate algorithm).
 * @returns a function that waits for its turn. @throws HttpError 503 if that would take longer than `mostWaitMs`.
 */
export function createPace({ perSecond, burst, mostWaitMs } = PACE): () => Promise<void> {
	const eachMs = SECOND_MS / perSecond;
	let lastMs = Number.NEGATIVE_INFINITY;
	return async () => {
		const nowMs = performance.now();
		const turnMs = Math.max(lastMs, nowMs - burst * eachMs) + eachMs;
		if (turnMs - nowMs > mostWaitMs) throw httpError("service_unavailable", { retryAfterSeconds: 2 });
		lastMs = turnMs;
		if (turnMs > nowMs) await sleep(turnMs - nowMs);
	};
}
