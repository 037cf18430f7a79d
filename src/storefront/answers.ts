import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { commonErrors } from "../platform/http/http-error.ts";
import type { StaticFile } from "../platform/http/static-file.ts";
import type { MaybePromise } from "../platform/maybe-promise.ts";
import { MINUTE_MS, SECOND_MS } from "../platform/time/durations.ts";

/** What a public address answers. */
export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly file?: StaticFile;
	/** Of the picture, if the file is one. */
	readonly version?: string;
}

/** Memory for finished answers. */
const MOST_BYTES = 32 * 2 ** 20;
/** Objects and numbers of an answer, and its place in the cache. */
const BESIDE_BYTES = 1000;
/** Afterwards an answer gives its memory back. */
const KEPT_MS = 10 * MINUTE_MS;

/** All that an answer takes: two bytes a character of texts. */
export function sizeOf({ headers, file }: Answer, key: string): number {
	const texts = [key, ...Object.entries(headers).flat()].reduce((sum, { length }) => sum + length, 0);
	return BESIDE_BYTES + 2 * texts + (file ? (file.compressed.gzip ?? file.bytes).length : 0);
}

/** What is kept is found, under a key that the service has made: a caller's text is kept neither as a key nor in an answer. */
export interface Answers {
	/** The answer known by a key, or what `work` makes, which is always made under this key; `undefined` if there is none, which is not kept. */
	keep<Made extends Answer | undefined>(key: string, work: () => Promise<Made>): Promise<Made>;
	/** What `work` makes for a caller's own text. */
	once<Made extends Answer | undefined>(work: () => Promise<Made>): Promise<Made>;
}

/**
 * Keeps answers until the catalogue changes, whichever process changes it. Those who ask for an answer that is being made share it.
 * @param takeTurn is awaited before an answer is made; it may refuse.
 */
export function createAnswers(
	generation: () => MaybePromise<string>,
	takeTurn: () => Promise<void>,
): Answers {
	const kept = new LRUCache<string, Answer>({
		maxSize: MOST_BYTES,
		sizeCalculation: sizeOf,
		ttl: KEPT_MS,
		ttlAutopurge: true,
	});
	let making = new Map<string, Promise<Answer | undefined>>();
	let keptGeneration: string | undefined;

	async function once<Made extends Answer | undefined>(work: () => Promise<Made>): Promise<Made> {
		await takeTurn();
		return work();
	}
	async function make<Made extends Answer | undefined>(
		key: string,
		work: () => Promise<Made>,
		current: string,
	) {
		const answer = await once(work);
		// The catalogue may have changed while the answer was being made.
		if (answer && keptGeneration === current) kept.set(key, answer);
		return answer;
	}
	return {
		once,
		async keep<Made extends Answer | undefined>(key: string, work: () => Promise<Made>) {
			const current = await generation();
			if (current !== keptGeneration) {
				kept.clear();
				making = new Map();
				keptGeneration = current;
			}
			const known = kept.get(key) ?? making.get(key);
			if (known) return known as Made;
			const of = making;
			const made = make(key, work, current).finally(() => of.delete(key));
			of.set(key, made);
			return made;
		},
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
		if (turnMs - nowMs > mostWaitMs) throw commonErrors.service_unavailable({ retryAfterSeconds: 2 });
		lastMs = turnMs;
		if (turnMs > nowMs) await sleep(turnMs - nowMs);
	};
}
