import { expect, test } from "vitest";
import { creditWords } from "./price-words.ts";

test.each([
	[12_345_000, "1,234.5 credits"],
	[10_000, "1 credit"],
	[500, "0.05 credits"],
	[0, "free"],
])("%i units are %s", (units, words) => {
	expect(creditWords(units)).toBe(words);
});
