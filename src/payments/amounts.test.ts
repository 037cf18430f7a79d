import { describe, expect, test } from "vitest";
import { moneyText, parseDecimal, priceOf, readPackages, shareOf } from "./amounts.ts";

const price = (text: string) => {
	const parsed = parseDecimal(text);
	if (!parsed) throw new Error(text);
	return parsed;
};

describe("what credits cost", () => {
	test.each([
		["EUR", "0.1", 250_000, 250, "2.50"],
		["EUR", "0.085", 10_000, 9, "0.09"],
		["EUR", "0.0001", 1, 1, "0.01"],
		["JPY", "12.5", 30_000, 38, "38"],
		["JPY", "1", 10_000, 1, "1"],
		["KWD", "0.1", 10_000, 100, "0.100"],
		["KWD", "0.1234", 10_000, 130, "0.130"],
		["ISK", "12.5", 10_000, 1300, "13.00"],
		["EUR", "0.1", 9_999_999_999_999, 10_000_000_000, "100000000.00"],
	])("in %s at %s a credit is exact, and rounded up", (currency, each, units, minor, text) => {
		const cost = priceOf(units, price(each), currency);
		expect(cost).toBe(minor);
		expect(moneyText(cost, currency)).toBe(text);
	});

	test("shares are rounded down, and the whole is the whole", () => {
		expect(shareOf(1_000_000, 333, 1000)).toBe(333_000);
		expect(shareOf(10, 999, 1000)).toBe(9);
		expect(shareOf(9_007_199_254_740_991, 999_999, 1_000_000)).toBe(9_007_190_247_541_736);
		expect(shareOf(7, 1000, 1000)).toBe(7);
		expect(shareOf(7, 1200, 1000)).toBe(7);
	});

	test("packages are read, or named", () => {
		expect(readPackages(" 100=9.50, 500 = 40 ")).toEqual([
			{ units: 1_000_000, price: { digits: 950n, decimals: 2 } },
			{ units: 5_000_000, price: { digits: 40n, decimals: 0 } },
		]);
		for (const wrong of ["100", "100=", "=5", "0=5", "100=0", "100=1e3", "100=5=6", "-1=5", "100=9,50"])
			expect(() => readPackages(wrong), wrong).toThrow("PACKSHOT_CREDIT_PACKAGES");
	});
});
