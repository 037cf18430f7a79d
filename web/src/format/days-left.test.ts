import { expect, test } from "vitest";
import { daysLeft } from "./days-left.ts";

test.each([
	["2026-11-22T12:00:00Z", "30 days left"],
	["2026-11-22T11:59:59Z", "30 days left"],
	["2026-10-24T12:00:01Z", "2 days left"],
	["2026-10-24T12:00:00Z", "Last day"],
	["2026-10-23T12:00:01Z", "Last day"],
])("until %s: %s", (until, words) => {
	expect(daysLeft(until, Date.parse("2026-10-23T12:00:00Z"))).toBe(words);
});
