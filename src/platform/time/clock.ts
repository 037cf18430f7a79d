/** Source of time, which tests can control. */
export interface Clock {
	/** Milliseconds since 1970, UTC. */
	now(): number;
	/** For a clock that tests move: memory that holds its time. Databases and their threads then read it in place of their own clock. */
	readonly sharedMs?: Float64Array;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Recently formatted times: requests within the same millisecond share one text, as do the rows of one import. */
const cached = new Map<number, string>();
const CACHED_TEXTS = 2000;

/** ISO 8601 in UTC with `Z` and milliseconds. */
export function isoTime(epochMs: number): string {
	let text = cached.get(epochMs);
	if (text === undefined) {
		if (cached.size >= CACHED_TEXTS) cached.clear();
		text = new Date(epochMs).toISOString();
		cached.set(epochMs, text);
	}
	return text;
}

/** The same for a time that may be missing. */
export function isoTimeOrNull(epochMs: number | null): string | null {
	return epochMs === null ? null : isoTime(epochMs);
}
