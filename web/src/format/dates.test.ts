import { expect, test } from "vitest";
import { dayOf, formatAgo, formatMoment, formatPeriod } from "./dates.ts";

test("a moment is shown in the time zone that is asked for", () => {
	expect(formatMoment("2026-11-21T22:04:00Z", "Asia/Jerusalem")).toBe("22 Nov 2026, 00:04");
});

test("ages count whole units", () => {
	const now = Date.parse("2026-11-21T12:00:00Z");
	expect(formatAgo("2026-11-21T11:59:30Z", now)).toBe("just now");
	expect(formatAgo("2026-11-21T11:59:00Z", now)).toBe("1 minute ago");
	expect(formatAgo("2026-11-21T09:01:00Z", now)).toBe("2 hours ago");
	expect(formatAgo("2026-11-01T12:00:00Z", now)).toBe("20 days ago");
});

test("a clock that runs behind the service's shows no negative age", () => {
	expect(formatAgo("2026-11-21T12:00:05Z", Date.parse("2026-11-21T12:00:00Z"))).toBe("just now");
});

test("periods are read as UTC in any time zone", () => {
	expect(formatPeriod("2026-11", "month")).toBe("Nov 2026");
	expect(formatPeriod("2026-11-01", "day")).toBe("1 Nov");
	expect(formatPeriod("2026-11-01T00:00:00Z", "hour")).toBe("1 Nov 00:00");
});

test.each([
	["2026-11-21", "2026-11-21"],
	["2026-13-45", undefined],
	["yesterday", undefined],
	["", undefined],
	[null, undefined],
])("reads the day, if any, from %j", (text, day) => {
	expect(dayOf(text)).toBe(day);
});
