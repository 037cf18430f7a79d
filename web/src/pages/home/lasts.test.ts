import { expect, test } from "vitest";
import { lastsInWords } from "./lasts.ts";

test.each([
	[250, 15, ", enough for about 16 days"],
	[20, 15, ", enough for about a day"],
	[5, 15, ", enough for less than a day"],
	[10_000, 1, ", enough for over a year"],
	[0, 15, ""],
	[-3, 15, ""],
	[250, 0, ""],
])("%d credits at %d a day%s", (balance, perDay, words) => {
	expect(lastsInWords(balance, perDay)).toBe(words);
});
