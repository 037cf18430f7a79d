import { expect, test } from "vitest";
import {
	alignedCredits,
	creditsInWords,
	formatChange,
	formatCount,
	formatCredits,
	formatPercent,
} from "./credits.ts";

test("credits keep all four decimals of the ledger, without trailing zeros", () => {
	expect(formatCredits(0.0001)).toBe("0.0001");
	expect(formatCredits(249.5)).toBe("249.5");
	expect(formatCredits(1234567)).toBe("1,234,567");
});

test("amounts below each other have as many decimals as the longest of them", () => {
	const amounts = [11.65, 9.9, 1250];
	expect(amounts.map(alignedCredits(amounts))).toEqual(["11.65", "9.90", "1,250.00"]);
	expect([2, 30].map(alignedCredits([2, 30]))).toEqual(["2", "30"]);
});

test("a change shows its sign, zero shows none", () => {
	expect(formatChange(250)).toBe("+250");
	expect(formatChange(-0.4)).toBe("−0.4");
	expect(formatChange(0)).toBe("0");
});

test("one credit is singular, a fraction is plural", () => {
	expect(creditsInWords(1)).toBe("1 credit");
	expect(creditsInWords(0.05)).toBe("0.05 credits");
});

test("counts have thousands separators", () => {
	expect(formatCount(12345)).toBe("12,345");
});

test("a share has at most one decimal", () => {
	expect([0, 0.0316, 1].map(formatPercent)).toEqual(["0 %", "3.2 %", "100 %"]);
});
