import { expect, test } from "vitest";
import { formatDuration, formatSize } from "./sizes.ts";

test("sizes are short and never 1000 of a unit", () => {
	expect([1, 999, 251_904, 999_999, 1_640_000, 20 * 2 ** 30].map(formatSize)).toEqual([
		"1 KB",
		"1 KB",
		"252 KB",
		"1.0 MB",
		"1.6 MB",
		"21.5 GB",
	]);
});

test("durations are in the unit that people would say", () => {
	expect([0, 600, 99_000, 120_000, 5_940_000, 7_500_000].map(formatDuration)).toEqual([
		"under a second",
		"1 s",
		"99 s",
		"2 min",
		"99 min",
		"2 h 5 min",
	]);
});
