import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeword } from "../marks/codeword.ts";
import { type GlobalMark, globalMark, withoutGlobalCodeword } from "../marks/global-mark.ts";
import { globalScore, originOf as originOfReadings, previewSide } from "./origin.ts";
import { createRandomNumbers, normalNumber } from "./random.ts";
import type { CellEvidence } from "./score.ts";

const seedOf = (text: string) => createHash("sha256").update(text).digest();
const installation = seedOf("installation");

/** Of leaks that can each show one image only, large enough for no preview. */
function originOf(evidence: readonly CellEvidence[], guesses?: number) {
	return originOfReadings(
		evidence.map((one) => [{ ...one, sidePx: 1000 }]),
		evidence,
		guesses,
	);
}

/** What a noisy reading of a copy with these bits gives; `offset` is a bias that damage adds to every cell. */
function readingOf(bits: ArrayLike<number>, noise: number, { offset = 0, run = 1 } = {}) {
	const random = createRandomNumbers(run);
	const softness = new Float32Array(bits.length).map((_, cell) =>
		Math.tanh(2 * (bits[cell] ?? 0) - 1 + offset + noise * normalNumber(random)),
	);
	return { softness, certainty: new Float32Array(bits.length).fill(Math.tanh(1) / (1 + noise)) };
}

function copyOf(client: string, cellCount: number, noise: number, imageId = "picture-1", more = {}) {
	const global = globalMark(installation, imageId, cellCount);
	const bits = codeword(seedOf(client), imageId, cellCount, global);
	return { imageId, global, ...readingOf(bits, noise, more) };
}

/** The photograph that the base was made from: no cell is flipped. */
function unmarked(cellCount: number, noise: number, imageId = "picture-1", more = {}) {
	const global = globalMark(installation, imageId, cellCount);
	return { imageId, global, ...readingOf(new Uint8Array(cellCount), noise, more) };
}

describe("a copy delivered by this service", () => {
	test("is recognised as delivered, whoever received it", () => {
		for (const client of ["ann", "ben", "nobody known"]) {
			const origin = originOf([copyOf(client, 1500, 1)]);
			expect(origin.verdict).toBe("delivered");
			expect(origin.falsePositiveProbability).toBeLessThan(1e-12);
		}
	});

	test("is recognised as delivered when 40 colluders average their copies", () => {
		const cellCount = 3000;
		const global = globalMark(installation, "picture-1", cellCount);
		const words = Array.from({ length: 40 }, (_, i) =>
			codeword(seedOf(`${i}`), "picture-1", cellCount, global),
		);
		const mean = Float32Array.from({ length: cellCount }, (_, cell) =>
			words.reduce((sum, word) => sum + (word[cell] ?? 0) / words.length, 0),
		);
		expect(originOf([{ imageId: "picture-1", global, ...readingOf(mean, 1) }]).verdict).toBe("delivered");
	});

	test("adds up with copies of other pictures as evidence", () => {
		const weak = ["a", "b", "c", "d", "e"].map((imageId) => copyOf("ann", 300, 0.8, imageId));
		expect(originOf(weak.slice(0, 1)).verdict).toBe("unclear");
		expect(originOf(weak).verdict).toBe("delivered");
	});

	test("is never classified as from elsewhere, however noisy, smoothed or mixed", () => {
		fc.assert(
			fc.property(
				fc.constantFrom(200, 1000, 4000),
				fc.double({ min: 0, max: 30, noNaN: true }),
				fc.double({ min: -1.5, max: 1.5, noNaN: true }),
				fc.nat(1000),
				(cellCount, noise, offset, run) => {
					const copy = copyOf("ann", cellCount, noise, "picture-1", { offset, run });
					expect(originOf([copy]).verdict).not.toBe("elsewhere");
				},
			),
			{ numRuns: 60 },
		);
	});

	test("is never classified as from elsewhere, however unmarked it looks beside the other images of its photograph", () => {
		for (let run = 0; run < 300; run++) {
			const copy = { ...copyOf(`client ${run}`, 300, 1 + (run % 7), "drawn", { run }), sidePx: 1000 };
			const others = ["unseen", "small"].map((id) => ({ ...unmarked(300, 0.2, id, { run }), sidePx: 1000 }));
			expect(originOfReadings([[...others, copy]], [others[0]!], 3).verdict).not.toBe("elsewhere");
		}
	});

	test("without the global codeword (waived for its client) is unclear, not from elsewhere", () => {
		const waived = withoutGlobalCodeword(globalMark(installation, "picture-1", 3000));
		const reading = readingOf(codeword(seedOf("ann"), "picture-1", 3000, waived), 0.5);
		const global = globalMark(installation, "picture-1", 3000);
		expect(originOf([{ imageId: "picture-1", global, ...reading }]).verdict).toBe("unclear");
	});

	test("made before cells were reserved is unclear, as it has no reserved cells", () => {
		const reading = readingOf(codeword(seedOf("ann"), "picture-1", 3000), 0.5);
		const origin = originOf([{ imageId: "picture-1", ...reading }]);
		expect(origin).toMatchObject({ verdict: "unclear", reservedCells: 0, sufficient: false });
	});
});

describe("the same photograph from elsewhere", () => {
	test("is recognised by reserved cells that match the base", () => {
		for (const noise of [0, 0.5, 1.5]) {
			const origin = originOf([unmarked(2000, noise)]);
			expect(origin.verdict).toBe("elsewhere");
			expect(origin.falsePositiveProbability).toBeLessThan(1e-6);
		}
	});

	test("is unclear as long as one of the images that it could show does not read as unmarked", () => {
		const [one, other] = [unmarked(2000, 0.5, "drawn"), unmarked(2000, 40, "unseen")].map((evidence) => ({
			...evidence,
			sidePx: 1000,
		}));
		expect(originOfReadings([[one!]], [one!]).verdict).toBe("elsewhere");
		expect(originOfReadings([[one!, other!]], [one!], 2).verdict).toBe("unclear");
		expect(originOfReadings([[one!], [other!]], [one!, other!], 3).verdict).toBe("unclear");
	});

	test("is unclear when it may be a preview, which carries no mark", () => {
		for (const [sidePx, verdict] of [
			[1.1 * previewSide, "elsewhere"],
			[1.01 * previewSide, "unclear"],
		] as const) {
			const evidence = { ...unmarked(2000, 0.5), sidePx };
			expect(originOfReadings([[evidence]], [evidence])).toMatchObject({
				verdict,
				maybePreview: verdict === "unclear",
			});
		}
	});

	test("is unclear when it is too noisy to read", () => {
		expect(originOf([unmarked(2000, 40)]).verdict).toBe("unclear");
	});

	test("is never recognised as delivered: scores for 3,000 installations are standard normal", () => {
		const { softness, certainty } = unmarked(2000, 1);
		const scores = Array.from({ length: 3000 }, (_, i) => {
			const global: GlobalMark = globalMark(seedOf(`installation ${i}`), "picture-1", 2000);
			const evidence = { imageId: "picture-1", global, softness, certainty };
			expect(originOf([evidence]).verdict).not.toBe("delivered");
			return globalScore(evidence);
		});
		const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
		const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length;
		expect(Math.abs(mean)).toBeLessThan(0.1);
		expect(variance).toBeGreaterThan(0.9);
		expect(variance).toBeLessThan(1.1);
	});
});

test("fewer than twenty reserved cells are reported as insufficient", () => {
	const origin = originOf([copyOf("ann", 100, 0)]);
	expect(origin.reservedCells).toBeLessThan(20);
	expect(origin).toMatchObject({ verdict: "unclear", sufficient: false });
	expect(originOf([copyOf("ann", 1000, 0)]).sufficient).toBe(true);
});

test("guessing among 10 pictures multiplies the false-positive probability by 10", () => {
	const copy = copyOf("ann", 1000, 1);
	const ratio = originOf([copy], 10).falsePositiveProbability / originOf([copy]).falsePositiveProbability;
	expect(ratio).toBeCloseTo(10, 3);
});
