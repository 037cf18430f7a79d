/** Where time comes from, so that tests can move it. */
export interface Clock {
	/** Milliseconds since 1970, UTC. */
	now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 in UTC with `Z` and milliseconds. */
export function isoTime(epochMs: number): string {
	return new Date(epochMs).toISOString();
}
