import { expect, test } from "vitest";
import { actionTotals, seriesFor } from "./spending-series.ts";

function usageOf(series: Parameters<typeof seriesFor>[0]["series"]) {
	return { granularity: "day", series } as const;
}

const NOW = Date.parse("2026-11-21T09:30:00Z");
const spent = (credits: number) => ({ requests: 1, credits });
const period = (day: number, by_action: Record<string, { requests: number; credits: number }>) => ({
	period: `2026-11-${day}`,
	requests: 7,
	credits_spent: 0,
	by_action,
});

test("sums have no floating-point rounding errors", () => {
	const usage = usageOf([period(20, { a: spent(0.1) }), period(21, { a: spent(0.2) })]);
	expect(actionTotals(usage)).toEqual([{ action: "a", requests: 2, credits: 0.3 }]);
});

test("every period has a bar, even one in which nothing was charged; today's is a part", () => {
	const usage = usageOf([period(20, {}), period(21, { a: spent(0.5) })]);
	expect(seriesFor(usage, "credits", NOW).bars).toEqual([
		{ label: "20 Nov", isPart: false, a: 0 },
		{ label: "21 Nov", isPart: true, a: 0.5 },
	]);
});

test("many actions are drawn as the seven most expensive and the others", () => {
	const usage = usageOf([
		period(20, {
			a: spent(9),
			b: spent(8),
			c: spent(7),
			d: spent(6),
			e: spent(5),
			f: spent(4),
			g: spent(3),
			h: spent(0.1),
			i: spent(0.2),
			free: spent(0),
		}),
	]);
	const { parts, bars } = seriesFor(usage, "credits", NOW);
	expect(parts.map(({ name }) => name)).toEqual(["a", "b", "c", "d", "e", "f", "g", "Others"]);
	expect(bars[0]?.Others).toBe(0.3);
});

test("calls are drawn as a single series", () => {
	expect(seriesFor(usageOf([period(20, {})]), "requests", NOW)).toEqual({
		bars: [{ label: "20 Nov", isPart: false, Calls: 7 }],
		parts: [{ name: "Calls", color: "#1e717f" }],
	});
});

test("an action has the same colour whatever else was charged", () => {
	const info = "products.get.info";
	const colorIn = (usage: Parameters<typeof seriesFor>[0]) =>
		seriesFor(usage, "credits", NOW).parts.find(({ name }) => name === "Product facts")?.color;
	const alone = colorIn(usageOf([period(20, { [info]: spent(1) })]));
	const among = colorIn(usageOf([period(20, { [info]: spent(1), "products.head": spent(2) })]));
	expect(alone).toBe(among);
});
