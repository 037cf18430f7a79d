import { expect, test } from "vitest";
import { changeInWords, periodInWords, shownRange, withDay, withPreset } from "./spending-range.ts";

/** A Saturday. */
const NOON = Date.UTC(2026, 10, 21, 12);
const rangeOf = (query: string, nowMs = NOON) => {
	const { preset, days, before } = shownRange(new URLSearchParams(query), nowMs);
	return [preset, days.from, days.to, before.from, before.to];
};

test.each([
	["", "month", "2026-11-01", "2026-11-21", "2026-10-01", "2026-10-21"],
	["days=week", "week", "2026-11-16", "2026-11-21", "2026-11-09", "2026-11-14"],
	["days=last-week", "last-week", "2026-11-09", "2026-11-15", "2026-11-02", "2026-11-08"],
	["days=last-month", "last-month", "2026-10-01", "2026-10-31", "2026-09-01", "2026-09-30"],
	["days=5", "month", "2026-11-01", "2026-11-21", "2026-10-01", "2026-10-21"],
	["from=2026-03-01&to=2026-03-03", undefined, "2026-03-01", "2026-03-03", "2026-02-26", "2026-02-28"],
	["from=2026-03-01&to=2026-02-01", "month", "2026-11-01", "2026-11-21", "2026-10-01", "2026-10-21"],
	["from=2026-13-01&to=2026-02-01", "month", "2026-11-01", "2026-11-21", "2026-10-01", "2026-10-21"],
])("the days that the query %j shows and compares with", (query, ...expected) => {
	expect(rangeOf(query)).toEqual(expected);
});

test("a long month is compared with all of a shorter one, and a Monday and a Sunday with those of the week before", () => {
	expect(rangeOf("", Date.UTC(2027, 2, 31)).slice(3)).toEqual(["2027-02-01", "2027-02-28"]);
	expect(rangeOf("days=week", Date.UTC(2026, 10, 16))).toEqual([
		...["week", "2026-11-16", "2026-11-16", "2026-11-09", "2026-11-09"],
	]);
	expect(rangeOf("days=week", Date.UTC(2026, 10, 22)).slice(1)).toEqual([
		...["2026-11-16", "2026-11-22", "2026-11-09", "2026-11-15"],
	]);
});

test("a preset replaces chosen days, and keeps the grouping", () => {
	const address = new URLSearchParams("from=2026-01-01&to=2026-02-01&group=prefix");
	expect(String(withPreset(address, "week"))).toBe("group=prefix&days=week");
});

test.each([
	["group=prefix", "from", "2026-11-02", "group=prefix&from=2026-11-02&to=2026-11-21"],
	["from=2026-01-01&to=2026-02-01", "to", "2026-01-31", "from=2026-01-01&to=2026-01-31"],
	["days=week", "from", "", "from=&to=2026-11-21"],
] as const)("changing one day keeps the other as it is shown: %j", (query, name, day, expected) => {
	expect(String(withDay(new URLSearchParams(query), name, day, NOON))).toBe(expected);
});

test("a period is described as one day, or as from one day to another", () => {
	expect(periodInWords({ from: "2026-11-21", to: "2026-11-21" })).toBe("on 21 Nov 2026, UTC");
	expect(periodInWords({ from: "2026-10-23", to: "2026-11-21" })).toBe(
		"from 23 Oct 2026 to 21 Nov 2026, UTC",
	);
});

test.each([
	[3, 2, "+50 %"],
	[1, 2, "−50 %"],
	[0, 2, "−100 %"],
	[1000, 1000.001, "no change"],
	[3, 0, "new"],
	[0, 0, ""],
	[3, null, ""],
])("the change to %d credits from %j is %j", (credits, before, words) => {
	expect(changeInWords(credits, before)).toBe(words);
});
