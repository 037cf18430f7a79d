/** Source of time, which tests can control. */
export interface Clock {
	/** Milliseconds since 1970, UTC. */
	now(): number;
	/** Set where somebody moves the time by hand, as tests do: it then counts in place of the database's own clock too. */
	readonly isManual?: true;
}

/** The time to give to a command that goes by the database's clock: `null`, unless time is moved by hand. */
export function manualTimeMs(clock: Clock): number | null {
	return clock.isManual ? clock.now() : null;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Recently formatted times: the requests of one millisecond share theirs, and so do the rows of one import. */
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
