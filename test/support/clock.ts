import type { Clock } from "../../src/platform/time/clock.ts";

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
	advance(milliseconds: number): void;
	set(epochMs: number): void;
}

/** Saturday noon, in the middle of a minute, an hour and a day. */
export const START_MS = Date.UTC(2027, 4, 15, 12, 30, 30);

/** The machine's clock, for a service whose clock no test moves: its changes get the database's own timestamps. */
export function unmovedClock(): TestClock {
	const refuse = () => {
		throw new Error("this clock is the machine's");
	};
	return { now: Date.now, advance: refuse, set: refuse };
}

export function testClock(startMs = START_MS): TestClock {
	const sharedMs = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
	const now = () => sharedMs[0] as number;
	// As with a real clock: whole milliseconds, whatever it was advanced by.
	const set = (epochMs: number) => {
		sharedMs[0] = Math.floor(epochMs);
	};
	set(startMs);
	return { sharedMs, now, set, advance: (milliseconds) => set(now() + milliseconds) };
}
