import { expect, test } from "vitest";
import { shownRange } from "./usage-range.ts";

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
])("%j", (query, preset, from, to, granularity) => {
	expect(rangeOf(query)).toEqual({ preset, query: { from, to, granularity } });
});
