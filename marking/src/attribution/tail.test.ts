import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandomNumbers } from "./random.ts";
import { logTailBound } from "./tail.ts";

/** Score of one innocent: softness times the standardised bit, summed. */
function innocentScore(softness: number[], biases: number[], random: () => number): number {
	return softness.reduce((sum, soft, i) => {
		const bias = biases[i] as number;
		const bit = random() < bias ? 1 : 0;
		return sum + (soft * (bit - bias)) / Math.sqrt(bias * (1 - bias));
	}, 0);
}

describe("bound on an innocent's score", () => {
	test("is never below how often innocents reach it", () => {
		const evidence = fc.array(
			fc.record({
				soft: fc.double({ min: -1, max: 1, noNaN: true }),
				bias: fc.constantFrom(0.211, 0.5, 0.789),
			}),
			{ minLength: 1, maxLength: 40 },
		);
		fc.assert(
			fc.property(
				evidence,
				fc.double({ min: 0.5, max: 3, noNaN: true }),
				fc.nat(),
				(cells, deviations, seed) => {
					const softness = cells.map(({ soft }) => soft);
					const biases = cells.map(({ bias }) => bias);
					const score = deviations * Math.sqrt(softness.reduce((sum, soft) => sum + soft * soft, 0));
					const random = createRandomNumbers(seed);
					let reached = 0;
					for (let i = 0; i < 400; i++) if (innocentScore(softness, biases, random) >= score) reached++;
					const bound = Math.exp(logTailBound(score, softness, biases));
					// Five deviations of the count above the bound would be no chance.
					expect(reached / 400).toBeLessThanOrEqual(bound + 5 * Math.sqrt(bound / 400) + 1e-9);
				},
			),
			{ numRuns: 60 },
		);
	});

	test("is near the normal tail for many cells", () => {
		const softness = Array.from({ length: 4000 }, (_, i) => Math.sin(i));
		const biases = softness.map((_, i) => (i % 2 === 0 ? 0.211 : 0.789));
		const deviation = Math.sqrt(softness.reduce((sum, soft) => sum + soft * soft, 0));
		for (const z of [3, 6, 9]) {
			const bound = logTailBound(z * deviation, softness, biases);
			expect(bound / ((-z * z) / 2)).toBeCloseTo(1, 1);
		}
	});

	test("is next to nothing for a score that no bits can reach, and 1 for a mean one", () => {
		expect(logTailBound(100, [1, 1], [0.5, 0.5])).toBeLessThan(-1000);
		expect(logTailBound(0, [1, 1], [0.5, 0.5])).toBe(0);
	});
});
