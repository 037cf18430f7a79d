import { expect, test } from "vitest";
import { periodInWords, shownRange, withDay, withPreset } from "./usage-range.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const rangeOf = (query: string) => shownRange(new URLSearchParams(query), NOON);

test.each([
	["", "30", "2026-10-23", "2026-11-21", "day"],
	["days=1", "1", "2026-11-21", "2026-11-21", "hour"],
	["days=90&by=month", "90", "2026-08-24", "2026-11-21", "month"],
	["days=5", "30", "2026-10-23", "2026-11-21", "day"],
	["from=2026-01-01&to=2026-02-01", undefined, "2026-01-01", "2026-02-01", "day"],
	["from=2026-03-01&to=2026-02-01", "30", "2026-10-23", "2026-11-21", "day"],
	["from=2026-13-01&to=2026-02-01&by=year", "30", "2026-10-23", "2026-11-21", "day"],
])("the range that the query %j shows", (query, preset, from, to, granularity) => {
	expect(rangeOf(query)).toEqual({ preset, query: { from, to, granularity } });
});

test("a preset replaces chosen days and the granularity, and keeps the grouping", () => {
	const address = new URLSearchParams("from=2026-01-01&to=2026-02-01&by=month&group=prefix");
	expect(String(withPreset(address, "7"))).toBe("group=prefix&days=7");
});

test.each([
	["group=prefix", "from", "2026-11-01", "group=prefix&from=2026-11-01&to=2026-11-21"],
	["from=2026-01-01&to=2026-02-01&by=month", "to", "2026-01-31", "from=2026-01-01&to=2026-01-31"],
	["days=7", "from", "", "from=&to=2026-11-21"],
] as const)("changing one day keeps the other as it is shown: %j", (query, name, day, expected) => {
	expect(String(withDay(new URLSearchParams(query), name, day, NOON))).toBe(expected);
});

test("a period is described as one day, or as from one day to another", () => {
	expect(periodInWords({ from: "2026-11-21", to: "2026-11-21" })).toBe("on 21 Nov 2026, UTC");
	expect(periodInWords({ from: "2026-10-23", to: "2026-11-21" })).toBe(
		"from 23 Oct 2026 to 21 Nov 2026, UTC",
	);
});
