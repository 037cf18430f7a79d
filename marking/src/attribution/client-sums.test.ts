import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cellBiases, codeword } from "../marks/codeword.ts";
import { seedBytes, sumScores } from "./client-sums.ts";

const CLIENTS = 40;
const seeds = Buffer.concat(
	Array.from({ length: CLIENTS }, (_, i) => createHash("sha256").update(`client ${i}`).digest()),
);

/** The score computed directly by its formula, from the client's bits. */
function scoreOf(client: number, imageId: string, weights: Float64Array): number {
	const biases = cellBiases(imageId, weights.length);
	const bits = codeword(
		seeds.subarray(seedBytes * client, seedBytes * (client + 1)),
		imageId,
		weights.length,
	);
	return weights.reduce((sum, weight, i) => {
		const bias = biases[i]!;
		return sum + (weight * (bits[i]! - bias)) / Math.sqrt(bias * (1 - bias));
	}, 0);
}

test("sumScores gives each client's directly computed score for any number of cells", () => {
	const weights = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { maxLength: 300 });
	fc.assert(
		fc.property(fc.string(), weights, (imageId, values) => {
			const weighed = Float64Array.from(values);
			const biases = cellBiases(imageId, weighed.length);
			const [sums] = sumScores([{ imageId, weights: weighed, biases }], seeds);
			for (let client = 0; client < CLIENTS; client++)
				expect(sums![client]).toBeCloseTo(scoreOf(client, imageId, weighed), 9);
		}),
		{ numRuns: 50 },
	);
});
