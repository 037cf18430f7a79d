import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandomNumbers } from "./random.ts";
import { logTailBound } from "./tail.ts";

/** Score of an innocent client: the sum of softness times standardised bit. */
function innocentScore(softness: number[], biases: number[], random: () => number): number {
	return softness.reduce((sum, soft, i) => {
		const bias = biases[i] as number;
		const bit = random() < bias ? 1 : 0;
		return sum + (soft * (bit - bias)) / Math.sqrt(bias * (1 - bias));
	}, 0);
}

/** Exact probability of reaching a score, from all combinations of bits. */
function exactTail(score: number, softness: number[], biases: number[]): number {
	let probability = 0;
	for (let bits = 0; bits < 2 ** softness.length; bits++) {
		let [sum, chance] = [0, 1];
		softness.forEach((soft, i) => {
			const bias = biases[i] as number;
			const bit = (bits >> i) & 1;
			sum += (soft * (bit - bias)) / Math.sqrt(bias * (1 - bias));
			chance *= bit === 1 ? bias : 1 - bias;
		});
		if (sum >= score) probability += chance;
	}
	return probability;
}

/** Log probability of at least `least` heads. */
function logBinomialTail(coins: number, least: number, bias: number): number {
	let term = 0;
	for (let k = 0; k < least; k++) term += Math.log(((coins - k) * bias) / ((k + 1) * (1 - bias)));
	term += coins * Math.log(1 - bias);
	let [sum, part] = [1, 1];
	for (let k = least; k < coins; k++) {
		part *= ((coins - k) * bias) / ((k + 1) * (1 - bias));
		sum += part;
	}
	return term + Math.log(sum);
}

describe("tail bound on an innocent client's score", () => {
	test("is never below the simulated rate at which innocents reach the score", () => {
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
					// A count five standard deviations above the bound cannot be chance.
					expect(reached / 400).toBeLessThanOrEqual(bound + 5 * Math.sqrt(bound / 400) + 1e-9);
				},
			),
			{ numRuns: 60 },
		);
	});

	test("is never below the exact probability, enumerated over all bits of up to 11 cells", () => {
		const cell = fc.record({
			soft: fc.double({ min: -1, max: 1, noNaN: true }),
			bias: fc.constantFrom(0.211, 0.5, 0.789),
		});
		fc.assert(
			fc.property(
				fc.array(cell, { minLength: 1, maxLength: 11 }),
				fc.double({ min: 0.01, max: 4, noNaN: true }),
				(cells, deviations) => {
					const softness = cells.map(({ soft }) => soft);
					const biases = cells.map(({ bias }) => bias);
					const score = deviations * Math.sqrt(softness.reduce((sum, soft) => sum + soft * soft, 0));
					const bound = Math.exp(logTailBound(score, softness, biases));
					expect(exactTail(score, softness, biases)).toBeLessThanOrEqual(bound * (1 + 1e-9));
				},
			),
		);
	});

	test.each([
		[300, 4],
		[1000, 3],
		[4000, 2.5],
	])(
		"for %i equally weighted cells is at least the binomial tail and at most %d times it",
		(cells, times) => {
			for (const z of [3, 5, 6.5, 9]) {
				const bits = Math.ceil(cells * 0.211 + z * Math.sqrt(cells * 0.211 * 0.789));
				const score = (bits - cells * 0.211) / Math.sqrt(0.211 * 0.789);
				const bound = logTailBound(score, Array(cells).fill(1), Array(cells).fill(0.211));
				const exact = logBinomialTail(cells, bits, 0.211);
				expect(bound).toBeGreaterThanOrEqual(exact);
				expect(bound).toBeLessThanOrEqual(exact + Math.log(times));
			}
		},
	);

	test("is near the normal tail for many cells", () => {
		const softness = Array.from({ length: 4000 }, (_, i) => Math.sin(i));
		const biases = softness.map((_, i) => (i % 2 === 0 ? 0.211 : 0.789));
		const deviation = Math.sqrt(softness.reduce((sum, soft) => sum + soft * soft, 0));
		const normalTails = [
			[3, -6.6077],
			[6, -20.7368],
			[9, -43.6281],
		] as const;
		for (const [z, logarithm] of normalTails) {
			const bound = logTailBound(z * deviation, softness, biases);
			expect(bound).toBeGreaterThan(logarithm);
			expect(bound).toBeLessThan(logarithm + 1.2);
		}
	});

	test("is practically zero for an unreachable score and 1 for the mean score", () => {
		expect(logTailBound(100, [1, 1], [0.5, 0.5])).toBeLessThan(-1000);
		expect(logTailBound(0, [1, 1], [0.5, 0.5])).toBe(0);
	});
});
