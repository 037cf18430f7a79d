import { expect, test } from "vitest";
import { DAY_MS } from "../../platform/time/durations.ts";
import { unitsPerDay } from "./pace.ts";

const NOON = 1000 * DAY_MS + DAY_MS / 2;
const spent = (...daysAgo: number[]) => daysAgo.map((ago) => ({ dayMs: (1000 - ago) * DAY_MS, units: 100 }));

test("the pace is the mean since the first day that something was spent on", () => {
	expect(unitsPerDay(spent(19, 12, 5, 0), NOON)).toBe(400 / 19.5);
});

test("a pace that was kept for a few days only is spread over a week", () => {
	expect(unitsPerDay(spent(2, 1, 0), NOON)).toBe(300 / 7);
});

test("there is none where something was spent on two days, however much", () => {
	expect(unitsPerDay(spent(20, 3), NOON)).toBeNull();
});

test("days on which calls were made for nothing do not count", () => {
	const free = [4, 5, 6].map((ago) => ({ dayMs: (1000 - ago) * DAY_MS, units: 0 }));
	expect(unitsPerDay([...spent(20, 3), ...free], NOON)).toBeNull();
});
