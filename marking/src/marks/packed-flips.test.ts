import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CellPlan } from "./cells.ts";
import { type FlipList, FlipListError, flatten } from "./flip-list.ts";
import { decodePacked, encodePacked } from "./packed-codec.ts";
import { packFlips, unpackPatches } from "./packed-flips.ts";

const SIZE_BYTES = 3000;
const ADLER_AT = SIZE_BYTES - 8;

/** Two cells whose patches are anywhere, in any order. */
const lists: fc.Arbitrary<FlipList> = fc
	.record({
		isPng: fc.boolean(),
		patches: fc.uniqueArray(
			fc.record({ offset: fc.nat(ADLER_AT - 1), xor: fc.integer({ min: 1, max: 255 }) }),
			{ minLength: 2, maxLength: 20, selector: ({ offset }) => offset },
		),
		cut: fc.nat(),
	})
	.map(({ isPng, patches, cut }) => {
		const at = 1 + (cut % (patches.length - 1));
		const cells = [patches.slice(0, at), patches.slice(at)].map((each, i) => ({
			x: 8 * i,
			y: 0,
			width: 8,
			height: 8,
			patches: each,
			crc: 7 + i,
			adlerA: i,
			adlerB: 65520,
		}));
		const size = { width: 16, height: 8, sizeBytes: SIZE_BYTES };
		const checksums = { adlerOffset: ADLER_AT, crcOffset: ADLER_AT + 4 };
		const plan: CellPlan = isPng
			? { format: "png", ...size, cells, checksums }
			: { format: "jpeg", ...size, cells };
		return flatten(plan);
	});

/** The patches of each cell, in file order. */
const patchesOf = ({ cellStart, offsets, xors }: Pick<FlipList, "cellStart" | "offsets" | "xors">) =>
	[0, 1].map((cell) =>
		Array.from(offsets.subarray(cellStart[cell], cellStart[cell + 1]), (offset, i) => ({
			offset,
			xor: xors[cellStart[cell]! + i],
		})).sort((a, b) => a.offset - b.offset),
	);

test("packing keeps each cell's patches, however far apart they are", () => {
	fc.assert(
		fc.property(lists, (list) => {
			expect(patchesOf(unpackPatches(packFlips(list)))).toEqual(patchesOf(list));
		}),
	);
});

describe("stored packed flips", () => {
	test("decode unchanged at any memory offset", () => {
		fc.assert(
			fc.property(lists, fc.nat(5), (list, shift) => {
				const { sizeBytes, held, ...packed } = packFlips(list);
				const stored = encodePacked(packed);
				const moved = new Uint8Array(stored.length + shift);
				moved.set(stored, shift);
				expect(stored.length % 4).toBe(0);
				expect(decodePacked(moved.subarray(shift))).toEqual(packed);
			}),
		);
	});

	test("are rejected when too short or too long", () => {
		fc.assert(
			fc.property(lists, fc.nat(), (list, cut) => {
				const stored = encodePacked(packFlips(list));
				expect(() => decodePacked(stored.subarray(0, cut % stored.length))).toThrow(FlipListError);
				expect(() => decodePacked(Buffer.concat([stored, Buffer.alloc(4)]))).toThrow(FlipListError);
			}),
		);
	});
});
