import { expect, test } from "vitest";
import { spendingLines } from "./brand-lines.ts";

const amount = (charges: number, credits: number) => ({ charges, credits });

test("the most expensive come first, then the others, charges without a product, and the total", () => {
	const spending = {
		data: [
			{ name: "Dole", ...amount(3, 0.3) },
			{ name: "", ...amount(1, 0.1) },
		],
		others: { names: 12, ...amount(20, 2) },
		no_product: amount(2, 5),
		totals: amount(26, 7.4),
		uncounted: 0,
	};
	expect(spendingLines(spending, "brand").map(({ name, charges }) => [name, charges])).toEqual([
		["Dole", 3],
		["No brand", 1],
		["12 other brands", 20],
		["Not about one product", 2],
		["Total", 26],
	]);
	const few = { ...spending, others: { names: 0, ...amount(0, 0) }, no_product: amount(0, 0) };
	expect(spendingLines(few, "prefix").map(({ name }) => name)).toEqual(["Dole", "No brand", "Total"]);
});
