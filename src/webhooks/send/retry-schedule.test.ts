import { expect, test } from "vitest";
import { HOUR_MS } from "../../platform/time/durations.ts";
import { GIVE_UP_MS, nextAttemptAtMs } from "./retry-schedule.ts";

const START_MS = Date.UTC(2027, 0, 1);

/** The waits, in seconds, for an endpoint that refuses every attempt immediately. */
function waits(): number[] {
	const found: number[] = [];
	let nowMs = START_MS;
	for (let failures = 1; ; failures++) {
		const next = nextAttemptAtMs(failures, START_MS, nowMs);
		if (next === undefined) return found;
		found.push((next - nowMs) / 1000);
		nowMs = next;
	}
}

test("waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, then 12 h each until three days after the first attempt", () => {
	const hours = (count: number) => count * 3600;
	const first = [5, 300, 1800, hours(2), hours(5), hours(10)];
	const sum = first.reduce((total, wait) => total + wait, 0);
	const twelve = [hours(12), hours(12), hours(12), hours(12)];
	expect(waits()).toEqual([...first, ...twelve, hours(72) - sum - hours(48)]);
});

test("the attempt three days after the first is the last, even if it is late", () => {
	expect(nextAttemptAtMs(11, START_MS, START_MS + GIVE_UP_MS - 1)).toBe(START_MS + GIVE_UP_MS);
	expect(nextAttemptAtMs(11, START_MS, START_MS + GIVE_UP_MS)).toBeUndefined();
	expect(nextAttemptAtMs(3, START_MS, START_MS + GIVE_UP_MS + HOUR_MS)).toBeUndefined();
});
