import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type CellAreas, decodeAreas, encodeAreas } from "./area-codec.ts";
import { FlipListError } from "./flip-list.ts";

const numbers = fc
	.array(fc.nat(100_000), { minLength: 5, maxLength: 5 })
	.map((values) => Uint32Array.from(values));
const areas: fc.Arbitrary<CellAreas> = fc.record({
	format: fc.constantFrom("jpeg", "png"),
	width: fc.nat(20_000),
	height: fc.nat(20_000),
	x: numbers,
	y: numbers,
	cellWidth: numbers,
	cellHeight: numbers,
});

test("areas are unchanged by encoding and decoding", () => {
	fc.assert(
		fc.property(areas, (written) => {
			expect(decodeAreas(encodeAreas(written))).toEqual(written);
		}),
	);
});

test("decoding arbitrary bytes throws nothing but a FlipListError", () => {
	const bytes = fc.uint8Array({ maxLength: 60 });
	let rejected = 0;
	fc.assert(
		fc.property(
			fc.oneof(
				bytes,
				bytes.map((body) => deflateRawSync(body)),
			),
			(stored) => {
				try {
					decodeAreas(stored);
				} catch (error) {
					expect(error).toBeInstanceOf(FlipListError);
					rejected++;
				}
			},
		),
		{ numRuns: 500 },
	);
	expect(rejected).toBeGreaterThan(0);
});
