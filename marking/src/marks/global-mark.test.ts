import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeword, codewordsWithin, likeliestBits, limitsOf } from "./codeword.ts";
import { globalMark, globalMarkKey, limitReserved, withoutGlobalCodeword } from "./global-mark.ts";

const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
const seedOf = (n: number) => new Uint8Array(32).fill(n);
const mean = (bits: Iterable<number>) => {
	const all = [...bits];
	return all.reduce((sum, bit) => sum + bit, 0) / all.length;
};

describe("a global codeword", () => {
	it("never changes between releases, so that copies delivered earlier can be recognised", () => {
		const { cells, bits } = globalMark(seedOf(7), "image-1", 120);
		expect([...cells]).toEqual([10, 12, 14, 22, 29, 50, 56, 60, 64, 72, 73, 82, 90, 95, 99, 103]);
		expect([...bits].join("")).toBe("0001110000010000");
	});

	it("reserves about one cell in ten and flips half of them", () => {
		const { cells, bits } = globalMark(seedOf(1), "image-1", 200_000);
		expect(cells.length / 200_000).toBeCloseTo(0.1, 2);
		expect(mean(bits)).toBeCloseTo(0.5, 1);
	});

	it("is present in every client's copy and leaves all other cells to the client", () => {
		fc.assert(
			fc.property(seeds, seeds, fc.string(), fc.nat(800), (seed, markSeed, imageId, count) => {
				const global = globalMark(seed, imageId, count);
				const own = codeword(markSeed, imageId, count);
				const bits = codeword(markSeed, imageId, count, global);
				const reserved = new Map([...global.cells].map((cell, i) => [cell, global.bits[i]]));
				expect([...bits]).toEqual([...own].map((bit, cell) => reserved.get(cell) ?? bit));
			}),
		);
	});

	it("is the same when written into the cells' limits instead of listed", () => {
		fc.assert(
			fc.property(seeds, seeds, fc.string(), fc.nat(800), (seed, markSeed, imageId, count) => {
				const global = globalMark(seed, imageId, count);
				const limits = limitsOf(imageId, count);
				limitReserved(limits, globalMarkKey(seed, imageId));
				expect(codewordsWithin(imageId, limits)(markSeed)).toEqual(
					codeword(markSeed, imageId, count, global),
				);
				const likeliest = likeliestBits(limits);
				expect(Array.from(global.cells, (cell) => likeliest[cell])).toEqual([...global.bits]);
			}),
		);
	});

	it("leaves its reserved cells as in the base when waived", () => {
		const global = globalMark(seedOf(1), "image-1", 2000);
		const bits = codeword(seedOf(2), "image-1", 2000, withoutGlobalCodeword(global));
		expect(mean([...global.cells].map((cell) => bits[cell] ?? 1))).toBe(0);
	});

	it("of another picture or installation reserves other cells", () => {
		const one = globalMark(seedOf(1), "image-1", 50_000).cells;
		const shared = (other: Uint32Array) => {
			const set = new Set(other);
			return one.filter((cell) => set.has(cell)).length / one.length;
		};
		expect(shared(globalMark(seedOf(1), "image-2", 50_000).cells)).toBeCloseTo(0.1, 1);
		expect(shared(globalMark(seedOf(2), "image-1", 50_000).cells)).toBeCloseTo(0.1, 1);
	});

	it("rejects a seed of the wrong length", () => {
		expect(() => globalMark(new Uint8Array(16), "image-1", 10)).toThrow(RangeError);
	});
});
