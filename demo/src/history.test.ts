import { expect, test } from "vitest";
import { HISTORY_DAYS } from "./history/hours.ts";
import { demoHistory } from "./history.ts";

const DAY_MS = 86_400_000;
/** Seven consecutive days, at noon: the generated calls depend on the weekday. */
const days = Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 10, 16 + day, 12));
const priceOf = (action: string) => (action === "products.get.per_image" ? 2500 : 500);

test.each(days)("the demo history at %d is chronological, in the past and deterministic", (nowMs) => {
	const told = demoHistory(nowMs, 2_500_000, priceOf);
	expect(demoHistory(nowMs, 2_500_000, priceOf)).toEqual(told);
	for (const { events, openingUnits } of told) {
		const times = events.map(({ atMs }) => atMs);
		expect(times).toEqual(times.toSorted((a, b) => a - b));
		expect(times.at(-1)).toBeLessThan(nowMs);
		expect(times[0]).toBeGreaterThan(nowMs - HISTORY_DAYS * DAY_MS);
		expect(openingUnits).toBeGreaterThan(0);
	}
});

test("only the nightly comparison makes calls on Saturdays", () => {
	const calls = demoHistory(days[0] as number, 0, priceOf).flatMap(({ events }) =>
		events.filter(({ kind, atMs }) => kind === "call" && new Date(atMs).getUTCDay() === 6),
	);
	expect(new Set(calls.map((call) => "route" in call && call.route))).toEqual(
		new Set(["/api/v1/products/bulk-check"]),
	);
});
