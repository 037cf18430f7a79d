import { expect, test } from "vitest";
import { formatDay } from "./dates.ts";
import { parseDay } from "./parse-day.ts";

test.each([
	["12 Nov 2026", "2026-11-12"],
	["  1 november  2026 ", "2026-11-01"],
	["Nov 12, 2026", "2026-11-12"],
	["12. Sept. 2026", "2026-09-12"],
	["2026-11-12", "2026-11-12"],
	["2026-1-2", "2026-01-02"],
	["12.11.2026", "2026-11-12"],
	["29 Feb 2028", "2028-02-29"],
])("%s is a day", (text, day) => {
	expect(parseDay(text)).toBe(day);
});

test.each([
	"30 Feb 2026",
	"11/12/2026",
	"12 Foo 2026",
	"12 Nov 26",
	"12 Ju 2026",
	"0 Nov 2026",
	"2026-13-01",
	"soon",
	"",
])("%j is not a day", (text) => {
	expect(parseDay(text)).toBeUndefined();
});

test("a day can be entered as it is shown", () => {
	for (let month = 1; month <= 12; month++) {
		const day = `2026-${String(month).padStart(2, "0")}-09`;
		expect(parseDay(formatDay(day))).toBe(day);
	}
});
