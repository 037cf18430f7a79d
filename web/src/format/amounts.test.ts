import { expect, test } from "vitest";
import { amountProblem, countProblem, parseAmount } from "./amounts.ts";

test.each([
	["5", 5],
	[" 1,234.5 ", 1234.5],
	["0.0001", 0.0001],
	["1000000000", 1_000_000_000],
])("%j is %d credits", (text, credits) => {
	expect(parseAmount(text)).toBe(credits);
});

test.each([
	"",
	"-5",
	"1e9",
	"+5",
	"5.",
	".5",
	"0.00001",
	"1,23",
	"12,34,567",
	"five",
	"5 000",
	"1000000000.1",
])("%j is not an amount, and no part of it is silently ignored", (text) => {
	expect(parseAmount(text)).toBe(undefined);
	expect(amountProblem(text, 0)).toBe("Enter 0 to 1,000,000,000 credits, with at most four decimals.");
});

test("an amount below the minimum is refused with the range", () => {
	expect(amountProblem("0", 0.0001)).toBe(
		"Enter 0.0001 to 1,000,000,000 credits, with at most four decimals.",
	);
	expect(amountProblem("0", 0)).toBe(null);
});

test.each(["-1", "1.5", "1e2", "1001", ""])("%j is not a number of keys", (text) => {
	expect(countProblem(text, 1000)).toBe("Enter a whole number from 0 to 1,000.");
});

test("0 and the maximum are valid numbers of keys", () => {
	expect(countProblem("0", 1000)).toBe(null);
	expect(countProblem(" 1000", 1000)).toBe(null);
});
