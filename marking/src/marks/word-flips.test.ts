import fc from "fast-check";
import { expect, test } from "vitest";
import { flatten } from "./flip-list.ts";
import { wordFlips } from "./word-flips.ts";

test("all words of a cell together change the bytes that its patches change, and no others", () => {
	const patches = fc.uniqueArray(fc.record({ offset: fc.nat(63), xor: fc.integer({ min: 1, max: 255 }) }), {
		minLength: 2,
		maxLength: 20,
		selector: ({ offset }) => offset,
	});
	fc.assert(
		fc.property(patches, fc.nat(), (all, cut) => {
			const at = 1 + (cut % (all.length - 1));
			const cells = [all.slice(0, at), all.slice(at)].map((each, i) => ({
				x: 8 * i,
				y: 0,
				width: 8,
				height: 8,
				patches: each,
			}));
			const flips = wordFlips(flatten({ format: "jpeg", width: 16, height: 8, sizeBytes: 64, cells }));
			cells.forEach((cell, i) => {
				const words = new Int32Array(16);
				for (let entry = flips.start[i]!; entry < flips.start[i + 1]!; entry++)
					words[flips.places[entry]!]! ^= flips.xors[entry]!;
				const expected = new Uint8Array(64);
				for (const { offset, xor } of cell.patches) expected[offset] = xor;
				expect(new Uint8Array(words.buffer)).toEqual(expected);
			});
		}),
	);
});

test("patches of one cell that follow each other in one word are one XOR", () => {
	const patches = [4, 5, 7, 12].map((offset) => ({ offset, xor: 1 }));
	const cells = [{ x: 0, y: 0, width: 8, height: 8, patches }];
	const flips = wordFlips(flatten({ format: "jpeg", width: 8, height: 8, sizeBytes: 16, cells }));
	expect([...flips.places]).toEqual([1, 3]);
});
