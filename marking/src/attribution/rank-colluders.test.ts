import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { cellBiases, codeword, codewordKey } from "../marks/codeword.ts";
import { type MixedCells, roundingSteps } from "./cell-evidence.ts";
import { seedBytes, sumScores } from "./client-sums.ts";
import { copiesBeside, weighBits } from "./fit-mixture.ts";
import type { LeakMatch } from "./leak-reading.ts";
import { mixedPicture, suspected, weighMixture } from "./name-colluders.ts";
import { createRandomNumbers, normalNumber } from "./random.ts";
import { rankColluders } from "./rank-colluders.ts";
import { identificationThreshold } from "./score.ts";

const CLIENTS = 400;
const imageId = "picture-1";
const seeds = Buffer.concat(
	Array.from({ length: CLIENTS }, (_, i) => createHash("sha256").update(`seed ${i}`).digest()),
);
const seedOf = (place: number) => seeds.subarray(seedBytes * place, seedBytes * (place + 1));
const scores = {
	most: CLIENTS,
	sums: async (pictures: Parameters<typeof sumScores>[0]) => sumScores(pictures, seeds),
	keys: (places: readonly number[], id: string) => places.map((place) => codewordKey(seedOf(place), id)),
};

/** How colluders mix a cell, by how many of how many copies are flipped: its place between unflipped and flipped, and its shift. */
type Mix = (flips: number, copies: number, random: () => number) => { x: number; y: number };
const unanimous = (flips: number, copies: number) => ({ x: flips === 0 ? -0.5 : flips === copies ? 0.5 : 0 });
const mixes: Record<string, Mix> = {
	minimum: (flips, copies) => ({ ...unanimous(flips, copies), y: flips % copies === 0 ? 0 : -0.5 }),
	average: (flips, copies) => ({ x: flips / copies - 0.5, y: 0 }),
	"noise alone": (_, __, random) => ({ x: 2 * random() - 1, y: random() - 0.5 }),
};

/** What a mixed leak shows of its cells, with noise as it is read from JPEGs. */
function leakOf(leakers: readonly number[], cellCount: number, mix: Mix): LeakMatch {
	const random = createRandomNumbers(cellCount + leakers.length);
	const words = leakers.map((place) => codeword(seedOf(place), imageId, cellCount));
	const zeros = () => new Float32Array(cellCount);
	const mixed: MixedCells = {
		along: zeros(),
		alongChange: zeros().fill(4.5),
		alongSize: zeros().map((_, cell) => (cell % 2 === 0 ? -2 : 2)),
		across: zeros(),
		acrossSize: zeros().fill(4),
		rounding: new Float32Array(cellCount * roundingSteps).map(
			(_, i) => (i % roundingSteps) / 2 / (roundingSteps - 1),
		),
	};
	for (let cell = 0; cell < cellCount; cell++) {
		const flips = words.reduce((sum, word) => sum + (word[cell] as number), 0);
		const { x, y } = mix(flips, leakers.length, random);
		mixed.along[cell] = 4.5 * x + (mixed.alongSize[cell] as number) * y + 0.7 * normalNumber(random);
		mixed.across[cell] = 4 * y + 0.7 * normalNumber(random);
	}
	return { imageId, mixed, softness: zeros(), certainty: zeros() } as unknown as LeakMatch;
}

async function namedFrom(leaks: readonly LeakMatch[], most = CLIENTS): Promise<number[]> {
	const rankings = await rankColluders(leaks, { ...scores, most }, { guesses: 1, clients: undefined });
	const named = rankings.flatMap(({ ranked }) =>
		ranked.filter((one) => one.falsePositiveProbability < identificationThreshold).map(({ place }) => place),
	);
	return [...new Set(named)].sort((a, b) => a - b);
}

const six = Array.from({ length: 6 }, (_, i) => 61 * i + 3);

describe("of 400 clients", () => {
	test.each(["minimum", "average"])(
		"names all six who leak the %s of their copies, and nobody else",
		async (name) => {
			expect(await namedFrom([leakOf(six, 700, mixes[name] as Mix)])).toEqual(six);
		},
	);

	test("stops looking for colluders at 29, however many fit by luck", () => {
		const fitted = mixedPicture(leakOf(six, 300, mixes.average as Mix));
		const everybody = Array.from({ length: CLIENTS }, (_, place) => place);
		const suspects = suspected(fitted, everybody, scores.keys);
		// Beside these, another copy always makes the leak likelier.
		const lucky = suspects.slice(100, 129);
		const flips = new Uint8Array(300).map((_, cell) =>
			lucky.reduce((sum, { bits }) => sum + (bits[0]?.[cell] as number), 0),
		);
		expect(copiesBeside(fitted[0]!.fitted, { copies: 29, flips })).toBe(29);
	});

	test("names nobody on the evidence of noise", async () => {
		expect(await namedFrom([leakOf([], 300, mixes["noise alone"] as Mix)])).toEqual([]);
	});
});

/** An innocent's bits are independent of the leak and of the colluders' bits: the expectation of a likelihood ratio is 1, whatever the leak is. */
test.each(Object.keys(mixes))(
	"of 40,000 clients who did not take part (%s), no more exceed a score than its bound says",
	(name) => {
		const [picture] = mixedPicture(leakOf(six, 300, mixes[name] as Mix));
		const others =
			name === "noise alone" ? [] : six.slice(0, 4).map((place) => codeword(seedOf(place), imageId, 300));
		const flips = new Uint8Array(300).map((_, cell) =>
			others.reduce((sum, word) => sum + (word[cell] as number), 0),
		);
		const known = { copies: others.length, flips };
		const { steps, start } = weighBits(picture!.fitted, known, copiesBeside(picture!.fitted, known));
		const innocents = new Uint8Array(seedBytes * 40_000);
		const random = createRandomNumbers(17);
		for (let i = 0; i < innocents.length; i++) innocents[i] = Math.floor(256 * random());
		const [sums] = sumScores([weighMixture(picture!, others)], innocents);
		const biases = cellBiases(imageId, 300);
		const mean = steps.reduce((sum, step, cell) => sum + step * (biases[cell] as number), start);
		for (const score of [2, 4, 6]) {
			const exceeding = sums!.reduce((count, sum) => count + (sum + mean >= score ? 1 : 0), 0);
			expect(exceeding).toBeLessThanOrEqual(40_000 * Math.exp(-score));
		}
	},
);
