import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellBiases, codeword, codewordsOf, likeliestBits, limitsOf } from "./codeword.ts";

const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
const seedOf = (n: number) => new Uint8Array(32).fill(n);
const agreement = (a: Uint8Array, b: Uint8Array) => a.filter((bit, i) => bit === b[i]).length / a.length;

describe("codeword", () => {
	it("is the same for the same client, picture and number of cells", () => {
		fc.assert(
			fc.property(seeds, fc.string(), fc.nat(500), (seed, imageId, count) => {
				expect(codeword(seed, imageId, count)).toEqual(codewordsOf(imageId, count)(seed));
			}),
		);
	});

	it("never changes between releases, so that files delivered earlier can be attributed", () => {
		expect(Buffer.from(codeword(seedOf(7), "image-1", 32)).toString("hex")).toBe(
			"0101010101010100010001010101000100010001000101000101010001010100",
		);
		expect(Array.from(cellBiases("image-1", 32), (p) => (p < 0.5 ? "-" : "+")).join("")).toBe(
			"++-++++-+---+--+-+---++-+++--++-",
		);
	});

	it("has ones as often as each cell's bias says", () => {
		const word = codeword(seedOf(1), "image-1", 200_000);
		const biases = cellBiases("image-1", 200_000);
		const shareAt = (bias: number) => {
			const bits = word.filter((_, i) => biases[i] === bias);
			return bits.reduce((sum, bit) => sum + bit, 0) / bits.length;
		};
		expect(new Set(biases)).toEqual(new Set([54 / 256, 202 / 256]));
		expect(shareAt(54 / 256)).toBeCloseTo(0.211, 2);
		expect(shareAt(202 / 256)).toBeCloseTo(0.789, 2);
	});

	it("agrees with another client's only as often as the biases imply", () => {
		const expected = (54 / 256) ** 2 + (202 / 256) ** 2;
		expect(
			agreement(codeword(seedOf(1), "image-1", 100_000), codeword(seedOf(2), "image-1", 100_000)),
		).toBeCloseTo(expected, 1);
	});

	it("agrees with the same client's codeword for another picture only by chance", () => {
		const other = codeword(seedOf(1), "image-2", 100_000);
		expect(agreement(codeword(seedOf(1), "image-1", 100_000), other)).toBeCloseTo(0.5, 1);
	});

	it("rejects a seed of the wrong length", () => {
		expect(() => codeword(new Uint8Array(16), "image-1", 10)).toThrow(RangeError);
	});
});

describe("likeliestBits", () => {
	it("agrees with nearly four fifths of the bits of any client", () => {
		const likeliest = likeliestBits(limitsOf("image-1", 100_000));
		const bits = codeword(new Uint8Array(32).fill(9), "image-1", 100_000);
		const agreeing = bits.reduce((count, bit, cell) => count + (bit === likeliest[cell] ? 1 : 0), 0);
		expect(agreeing / 100_000).toBeCloseTo(202 / 256, 2);
	});
});
