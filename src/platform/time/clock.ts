/** Source of time, which tests can control. */
export interface Clock {
	/** Milliseconds since 1970, UTC. */
	now(): number;
	/** Set where time is moved by hand, as in tests; it then also replaces the database's own clock. */
	readonly isManual?: true;
}

/** The time to pass to a command that uses the database's clock: `null` unless time is moved by hand. */
export function manualTimeMs(clock: Clock): number | null {
	return clock.isManual ? clock.now() : null;
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
