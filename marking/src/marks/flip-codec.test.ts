import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CellPlan } from "./cells.ts";
import { encodeFlips, encodeList, sealed } from "./flip-codec.testing.ts";
import { decodeFlips } from "./flip-codec.ts";
import { type FlipList, FlipListError, flatten } from "./flip-list.ts";

const width = 300;
const height = 200;
const sizeBytes = 5000;

/** Plans whose patches stay clear of the last 12 bytes, where a PNG plan has its checksums. */
const plans: fc.Arbitrary<CellPlan> = fc
	.record({
		png: fc.boolean(),
		offsets: fc.uniqueArray(fc.nat(sizeBytes - 13), { minLength: 1, maxLength: 60 }),
		xors: fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 60, maxLength: 60 }),
		perCell: fc.integer({ min: 1, max: 7 }),
		corner: fc.tuple(fc.nat(width - 20), fc.nat(height - 20)),
		sums: fc.tuple(fc.nat(0xffff_ffff), fc.nat(65520), fc.nat(65520)),
	})
	.map(({ png, offsets, xors, perCell, corner, sums }) => {
		const cells = [];
		for (let i = 0; i < offsets.length; i += perCell) {
			const patches = offsets.slice(i, i + perCell).map((offset, j) => ({ offset, xor: xors[i + j]! }));
			cells.push({ x: corner[0], y: (corner[1] + i) % 180, width: 16 + (i % 4), height: 8, patches });
		}
		if (!png) return { format: "jpeg", width, height, sizeBytes, cells };
		const [crc, adlerA, adlerB] = sums;
		const checksums = { adlerOffset: sizeBytes - 8, crcOffset: sizeBytes - 4 };
		return {
			format: "png",
			width,
			height,
			sizeBytes,
			checksums,
			cells: cells.map((c) => ({ ...c, crc, adlerA, adlerB })),
		};
	});

const onePatch = (
	patch: { offset: number; xor: number },
	area = { x: 0, y: 0, width: 8, height: 8 },
): CellPlan => ({
	format: "jpeg",
	width,
	height,
	sizeBytes,
	cells: [
		{ x: 0, y: 0, width: 8, height: 8, patches: [{ offset: 7, xor: 1 }] },
		{ ...area, patches: [patch] },
	],
});

describe("encodeFlips and decodeFlips", () => {
	it("round-trip any plan to its flat form", () => {
		fc.assert(
			fc.property(plans, (plan) => {
				expect(decodeFlips(encodeFlips(plan))).toEqual(flatten(plan));
			}),
		);
	});

	it("detect any changed byte", () => {
		fc.assert(
			fc.property(plans, fc.nat(), fc.integer({ min: 1, max: 255 }), (plan, place, xor) => {
				const stored = encodeFlips(plan);
				stored[place % stored.length]! ^= xor;
				expect(() => decodeFlips(stored)).toThrow(FlipListError);
			}),
		);
	});

	it("detect any truncation", () => {
		fc.assert(
			fc.property(plans, fc.nat(), (plan, cut) => {
				const stored = encodeFlips(plan);
				expect(() => decodeFlips(stored.subarray(0, cut % stored.length))).toThrow(FlipListError);
			}),
		);
	});

	it("throw nothing but a FlipListError for garbage with a valid digest", () => {
		const small = fc.uint8Array({ maxLength: 80 });
		let rejected = 0;
		fc.assert(
			fc.property(
				fc.oneof(
					small,
					small.map((bytes) => deflateRawSync(bytes)),
				),
				(body) => {
					try {
						decodeFlips(sealed(body));
					} catch (error) {
						expect(error).toBeInstanceOf(FlipListError);
						rejected++;
					}
				},
			),
			{ numRuns: 2000 },
		);
		expect(rejected).toBeGreaterThan(0);
	});

	const lastPatch = (offset: number, xor: number) => (list: FlipList) => {
		list.offsets[1] = offset;
		list.xors[1] = xor;
	};
	it.each<[string, (list: FlipList) => void]>([
		["a patch beyond the end of the file", lastPatch(sizeBytes, 1)],
		["a patch on a byte already patched", lastPatch(7, 2)],
		["a patch that changes nothing", lastPatch(8, 0)],
		["a cell that extends beyond the picture", (list) => list.x.fill(295, 1)],
	])("reject %s when decoding", (_, spoil) => {
		const list = flatten(onePatch({ offset: 8, xor: 1 }));
		expect(decodeFlips(encodeList(list))).toEqual(list);
		spoil(list);
		expect(() => decodeFlips(encodeList(list))).toThrow(FlipListError);
	});

	it.each([
		["a patch beyond the end of the file", onePatch({ offset: sizeBytes, xor: 1 })],
		["a patch on a byte already patched", onePatch({ offset: 7, xor: 2 })],
		["a patch that changes nothing", onePatch({ offset: 8, xor: 0 })],
		[
			"a cell that extends beyond the picture",
			onePatch({ offset: 8, xor: 1 }, { x: 295, y: 0, width: 8, height: 8 }),
		],
	])("reject %s when encoding", (_, plan) => {
		expect(() => encodeFlips(plan)).toThrow(FlipListError);
	});

	it("take less than two bytes per patch", () => {
		const cells = Array.from({ length: 400 }, (_, i) => ({
			x: (i % 18) * 16,
			y: 0,
			width: 16,
			height: 16,
			patches: Array.from({ length: 5 }, (_, j) => ({
				offset: i * 100 + j * 17 + ((i * j) % 11),
				xor: 1 << ((i + j) % 8),
			})),
		}));
		const stored = encodeFlips({ format: "jpeg", width, height, sizeBytes: 50_000, cells });
		expect(stored.length).toBeLessThan(400 * 5 * 2);
	});
});
