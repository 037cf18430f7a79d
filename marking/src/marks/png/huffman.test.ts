import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeLengths, maxCodeLength } from "./code-lengths.ts";
import { canonicalCodes, prefixCode } from "./huffman.ts";

const histograms = fc
	.array(fc.oneof(fc.nat(3), fc.nat(100_000)), { minLength: 2, maxLength: 286 })
	.map((counts) => Uint32Array.from(counts));

const used = (lengths: Uint8Array) => [...lengths].filter((length) => length > 0);

const cost = (counts: Uint32Array, lengths: Uint8Array) =>
	counts.reduce((sum, count, i) => sum + count * lengths[i]!, 0);

/** Bits needed by Huffman's original algorithm, which has no length limit. */
const unlimitedCost = (counts: Uint32Array): number => {
	const weights = [...counts].filter((count) => count > 0);
	let bits = 0;
	while (weights.length > 1) {
		weights.sort((a, b) => b - a);
		const merged = weights.pop()! + weights.pop()!;
		bits += merged;
		weights.push(merged);
	}
	return bits;
};

describe("codeLengths", () => {
	it("gives a complete prefix code to exactly the symbols that occur, within the limit", () => {
		fc.assert(
			fc.property(histograms, fc.integer({ min: 9, max: 15 }), (counts, limit) => {
				const lengths = codeLengths(counts, limit);
				expect([...lengths].map((length) => length > 0)).toEqual([...counts].map((count) => count > 0));
				expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(limit);
				const kraft = used(lengths).reduce((sum, length) => sum + 2 ** -length, 0);
				if (used(lengths).length > 1) expect(kraft).toBe(1);
			}),
		);
	});

	it("costs the same as Huffman's algorithm if the limit does not bind, else at most a flat code", () => {
		fc.assert(
			fc.property(histograms, (counts) => {
				const present = counts.filter((count) => count > 0).length;
				if (present < 2) return;
				const [loose, tight] = [codeLengths(counts, 40), codeLengths(counts, 9)];
				const flat = Math.ceil(Math.log2(present));
				expect(cost(counts, loose)).toBe(unlimitedCost(counts));
				expect(cost(counts, tight)).toBeLessThanOrEqual(
					cost(counts, new Uint8Array(counts.length).fill(flat)),
				);
			}),
		);
	});

	it("stays within 15 bits where the optimal code would take 29", () => {
		const fibonacci = [1, 1];
		while (fibonacci.length < 30) fibonacci.push(fibonacci.at(-1)! + fibonacci.at(-2)!);
		expect(Math.max(...codeLengths(Uint32Array.from(fibonacci), maxCodeLength))).toBe(maxCodeLength);
	});

	it("gives a lone symbol one bit and an empty alphabet none", () => {
		expect([...codeLengths(Uint32Array.of(0, 7, 0), maxCodeLength)]).toEqual([0, 1, 0]);
		expect([...codeLengths(new Uint32Array(3), maxCodeLength)]).toEqual([0, 0, 0]);
	});
});

describe("canonicalCodes", () => {
	it("gives the codes of the example in RFC 1951, section 3.2.2, with their bits reversed", () => {
		const codes = canonicalCodes(Uint8Array.of(3, 3, 3, 3, 3, 2, 4, 4));
		const written = ["010", "011", "100", "101", "110", "00", "1110", "1111"];
		expect([...codes]).toEqual(written.map((code) => Number.parseInt([...code].reverse().join(""), 2)));
	});

	it("gives no code that is a prefix of another", () => {
		fc.assert(
			fc.property(histograms, (counts) => {
				const { lengths, codes } = prefixCode(counts);
				const written = [...codes].flatMap((code, i) =>
					lengths[i] === 0 ? [] : [code.toString(2).padStart(lengths[i]!, "0")],
				);
				const sorted = written.map((code) => [...code].reverse().join("")).sort();
				for (let i = 1; i < sorted.length; i++) expect(sorted[i]!.startsWith(sorted[i - 1]!)).toBe(false);
			}),
		);
	});
});
