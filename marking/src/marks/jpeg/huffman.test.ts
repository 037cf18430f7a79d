import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BrokenJpegError } from "./errors.ts";
import { codeAt, huffmanTable } from "./huffman.ts";

/** Code lengths that leave the last code unused, as JPEG requires. */
const lengths = fc.array(fc.integer({ min: 1, max: 16 }), { minLength: 1, maxLength: 162 }).map((drawn) => {
	let left = 0xffff;
	const fitting = drawn.filter((length) => {
		const span = 0x10000 >> length;
		if (span > left) return false;
		left -= span;
		return true;
	});
	return fitting.sort((a, b) => a - b);
});

describe("codeAt", () => {
	it("finds every code, whatever follows it, and none in unused code space", () => {
		fc.assert(
			fc.property(lengths, fc.nat(0xffff), (sorted, rest) => {
				const counts = Uint8Array.from(
					{ length: 16 },
					(_, i) => sorted.filter((each) => each === i + 1).length,
				);
				const table = huffmanTable(counts, Uint8Array.from(sorted.keys()));
				let next = 0;
				for (const [symbol, length] of sorted.entries()) {
					const span = 0x10000 >> length;
					expect(codeAt(table, next + (rest % span))).toBe((length << 8) | symbol);
					next += span;
				}
				expect(codeAt(table, next + (rest % (0x10000 - next)))).toBe(0);
			}),
		);
	});
});

describe("huffmanTable", () => {
	it("rejects more codes than are possible", () => {
		const counts = Uint8Array.of(3, ...new Uint8Array(15));
		expect(() => huffmanTable(counts, Uint8Array.of(1, 2, 3))).toThrow(BrokenJpegError);
	});
});
