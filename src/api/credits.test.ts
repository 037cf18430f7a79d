import fc from "fast-check";
import { expect, test } from "vitest";
import { creditsForJson, formatCredits, parseCredits, unitsRoundedDown } from "./credits.ts";

const units = fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 });

test("prints plain decimals without trailing zeros", () => {
	expect(formatCredits(0)).toBe("0");
	expect(formatCredits(500)).toBe("0.05");
	expect(formatCredits(100_000)).toBe("10");
	expect(formatCredits(-12_345)).toBe("-1.2345");
	expect(formatCredits(1)).toBe("0.0001");
});

test("a printed amount parses back to the same amount", () => {
	fc.assert(fc.property(units, (amount) => parseCredits(formatCredits(amount)) === amount));
});

test("the number in a JSON body has exactly the digits of the decimal", () => {
	fc.assert(fc.property(units, (amount) => JSON.stringify(creditsForJson(amount)) === formatCredits(amount)));
});

test.each(["", "1,5", "1.23456", "1e3", "0x10", "٣", "--1", ".5", "5."])(
	"refuses %j as an amount",
	(text) => {
		expect(parseCredits(text)).toBeUndefined();
	},
);

test("refuses fractions of a unit", () => {
	expect(() => formatCredits(0.5)).toThrow(RangeError);
});

test("a number is rounded down to whole units, by its decimal digits", () => {
	for (const [credits, expected] of [
		[0.57, 5700],
		[0.00019999, 1],
		[1e-9, 0],
		[-1e-9, -1],
		[-0.85, -8500],
		[1e21, 1e25],
	] as const) {
		expect([credits, unitsRoundedDown(credits)]).toEqual([credits, expected]);
	}
	fc.assert(
		fc.property(units, (amount) => {
			expect(unitsRoundedDown(creditsForJson(amount))).toBe(amount);
		}),
	);
});
