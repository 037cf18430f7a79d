import fc from "fast-check";
import { expect, test } from "vitest";
import { probabilityInWords } from "./probability-words.ts";

test.each([
	[1, "what any client could score by chance"],
	[0.5, "what any client could score by chance"],
	[0.4, "at most 1 in 2.5"],
	[0.05, "at most 1 in 20"],
	[0.00031, "at most 1 in 3,000"],
	[1e-6, "at most 1 in 1 million"],
	[4.9e-8, "at most 1 in 20 million"],
	[1e-9, "at most 1 in 1 billion"],
	[1e-20, "at most 1 in 100 quintillion"],
	[1e-21, "less than 1 in a quintillion"],
	[0, "less than 1 in a quintillion"],
])("%d is %s", (probability, words) => {
	expect(probabilityInWords(probability)).toBe(words);
});

const VALUES: Record<string, number> = {
	million: 1e6,
	billion: 1e9,
	trillion: 1e12,
	quadrillion: 1e15,
	quintillion: 1e18,
};

test("the words never state a lower probability than the actual one", () => {
	fc.assert(
		fc.property(fc.double({ min: 1e-20, max: 0.499, noNaN: true }), (probability) => {
			const [, number = "", unit] = /1 in ([\d.,]+)(?: (\w+))?$/.exec(probabilityInWords(probability)) ?? [];
			const odds = Number(number.replaceAll(",", "")) * (unit ? VALUES[unit]! : 1);
			expect(1 / odds).toBeGreaterThanOrEqual(probability * (1 - 1e-9));
		}),
	);
});
