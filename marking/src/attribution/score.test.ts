import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { codeword } from "../marks/codeword.ts";
import { sumScores } from "./client-sums.ts";
import { createRandomNumbers, normalNumber } from "./random.ts";
import {
	type CellEvidence,
	identificationThreshold,
	packSeeds,
	rankClients,
	weighEvidence,
} from "./score.ts";

const clients = Array.from({ length: 2001 }, (_, i) => ({
	clientId: `client-${i}`,
	markSeed: createHash("sha256").update(`seed ${i}`).digest(),
}));

/** Evidence from a leak that mixes the bits of several clients, with this much noise. */
function evidenceOf(leakers: number[], cellCount: number, noise: number, imageId = "picture-1") {
	const random = createRandomNumbers(cellCount + leakers.length);
	const words = leakers.map((i) =>
		codeword((clients[i] as (typeof clients)[0]).markSeed, imageId, cellCount),
	);
	const softness = new Float32Array(cellCount).map((_, cell) => {
		const mean = words.reduce((sum, word) => sum + 2 * (word[cell] ?? 0) - 1, 0) / Math.max(1, words.length);
		return Math.tanh(mean + noise * normalNumber(random));
	});
	return { imageId, softness, certainty: new Float32Array(cellCount).fill(1 / (1 + noise)) };
}

function scored(evidence: readonly CellEvidence[], guesses = 1) {
	const pictures = weighEvidence(evidence);
	return rankClients(pictures, sumScores(pictures, packSeeds(clients)), { guesses, most: clients.length });
}

const accused = (evidence: readonly CellEvidence[]) =>
	scored(evidence)
		.filter(({ falsePositiveProbability }) => falsePositiveProbability < identificationThreshold)
		.map(({ place }) => `client-${place}`);

describe("scoring 2,001 clients", () => {
	test("names the source of a noisy leak and nobody else", () => {
		expect(accused([evidenceOf([17], 1500, 2)])).toEqual(["client-17"]);
	});

	test("names each of three who averaged their copies, and nobody else", () => {
		expect(accused([evidenceOf([5, 800, 1999], 3000, 1)]).sort()).toEqual([
			"client-1999",
			"client-5",
			"client-800",
		]);
	});

	test("accuses nobody on the evidence of pure noise", () => {
		expect(accused([evidenceOf([], 1500, 1)])).toEqual([]);
	});

	test("accuses nobody on the evidence of an unmarked picture", () => {
		expect(
			accused([
				{
					imageId: "picture-1",
					softness: new Float32Array(3000).fill(-1),
					certainty: new Float32Array(3000).fill(1),
				},
			]),
		).toEqual([]);
	});

	test("adds up weak leaks of several pictures", () => {
		const weak = ["a", "b", "c", "d", "e", "f"].map((imageId) => evidenceOf([42], 200, 2, imageId));
		expect(accused(weak.slice(0, 1))).toEqual([]);
		expect(accused(weak)).toEqual(["client-42"]);
	});

	test("counts the same leak given twice only once", () => {
		const evidence = evidenceOf([42], 150, 1);
		const [once] = scored([evidence]);
		const [twice] = scored([evidence, evidence]);
		expect(twice?.place).toBe(once?.place);
		expect(twice?.score).toBeCloseTo(once?.score ?? 0, 6);
		expect(twice?.falsePositiveProbability).toBeCloseTo(once?.falsePositiveProbability ?? 0, 6);
	});

	test("multiplies the false-positive probability by 10 when guessing among 10 pictures", () => {
		const evidence = [evidenceOf([3], 250, 1)];
		const [one] = scored(evidence);
		const [many] = scored(evidence, 10);
		const ratio = (many?.falsePositiveProbability ?? 0) / (one?.falsePositiveProbability ?? 0);
		expect(ratio).toBeCloseTo(10, 3);
	});

	test("gives innocent clients standard normal scores", () => {
		const scores = scored([evidenceOf([], 2000, 1)]).map(({ score }) => score);
		const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
		const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length;
		expect(Math.abs(mean)).toBeLessThan(0.1);
		expect(variance).toBeGreaterThan(0.9);
		expect(variance).toBeLessThan(1.1);
	});
});

test("the best of many clients are those that all of them begin with, equal scores in the order of clients", () => {
	const random = createRandomNumbers(7);
	const sums = [Float64Array.from({ length: 5000 }, () => Math.floor(600 * random()))];
	const picture = {
		imageId: "p",
		weights: new Float64Array(9).fill(1),
		biases: new Float64Array(9).fill(0.5),
	};
	const places = (most: number) =>
		rankClients([picture], sums, { guesses: 1, most }).map(({ place }) => place);
	for (const most of [1, 30, 1000, 4999]) expect(places(most)).toEqual(places(5000).slice(0, most));
});
