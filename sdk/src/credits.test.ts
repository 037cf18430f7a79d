import fc from "fast-check";
import { expect, test } from "vitest";
import { credits, sumOfCredits } from "./credits.ts";

/** An amount in ten-thousandths, written as the service does. */
const decimal = (units: number) => (units / 10_000).toFixed(4).replace(/0+$/, "").replace(/\.$/, "");

test("amounts are added without rounding and written without trailing zeros", () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 })), (units) => {
			const sum = sumOfCredits(units.map((unit) => credits(decimal(unit))));
			expect(sum.exact).toBe(decimal(units.reduce((total, unit) => total + unit, 0)));
			expect(sum.number).toBe(Number(sum.exact));
		}),
	);
});

test.each([
	[["0.1", "0.2"], "0.3"],
	[["5", "5", "2"], "12"],
	[["0.0001", "99999999999.9999"], "100000000000"],
	[["-0.5", "0.25"], "-0.25"],
	[[], "0"],
])("%j add up to %s", (amounts, sum) => {
	expect(sumOfCredits(amounts.map(credits)).exact).toBe(sum);
});
