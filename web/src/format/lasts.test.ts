import { expect, test } from "vitest";
import { firstToRunOut, lastsInWords } from "./lasts.ts";

test.each([
	[250, 15, "about 16 days"],
	[20, 15, "about a day"],
	[5, 15, "less than a day"],
	[10_000, 1, "over a year"],
	[0, 15, ""],
	[-3, 15, ""],
	[250, 0, ""],
	[250, null, ""],
])("%d credits at %d a day: '%s'", (balance, perDay, words) => {
	expect(lastsInWords(balance, perDay)).toBe(words);
});

test("the balance that runs out first is the one with the fewest days, not with the fewest credits", () => {
	const [slow, fast] = [
		{ credit_balance: 5, credits_per_day: 0.5 },
		{ credit_balance: 250, credits_per_day: 50 },
	];
	expect(firstToRunOut([slow, fast])).toBe(fast);
});

test("a balance that hardly spends, or is used up, runs out of nothing", () => {
	const balances = [
		{ credit_balance: 2.45, credits_per_day: null },
		{ credit_balance: 0, credits_per_day: 3 },
	];
	expect(firstToRunOut(balances)).toBeUndefined();
});
