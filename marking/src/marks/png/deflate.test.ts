import { inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deflateRows } from "./deflate.ts";
import { filterOfRow, filterPixels } from "./filter.ts";
import { canFlip, flipOf } from "./flip.ts";
import { headRow } from "./head-row.ts";

interface Picture {
	pixels: Int32Array;
	width: number;
	bandHeight: number;
}

/** From flat through smooth to noise: every pixel is one of a few colours, with some grain. */
const pictures: fc.Arbitrary<Picture> = fc
	.record({
		width: fc.integer({ min: 1, max: 48 }),
		height: fc.integer({ min: 1, max: 40 }),
		bandHeight: fc.constantFrom(8, 16),
		colours: fc.array(fc.integer(), { minLength: 1, maxLength: 4 }),
		grain: fc.constantFrom(0, 0x01010101, 0x00030303, 0x0f0f0f0f, -1),
		seed: fc.integer(),
		patch: fc.integer({ min: 1, max: 200 }),
	})
	.map(({ width, height, bandHeight, colours, grain, seed, patch }) => ({
		width,
		bandHeight,
		pixels: Int32Array.from(
			{ length: width * height },
			(_, i) => colours[Math.floor(i / patch) % colours.length]! ^ (scramble(seed + i) & grain),
		),
	}));

/** Good enough as random numbers: the finaliser of MurmurHash3. */
function scramble(value: number): number {
	const mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
	const again = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return again ^ (again >>> 16);
}

const streamOf = (residuals: Int32Array, width: number, bandHeight: number): Buffer => {
	const bytes = new Uint8Array(residuals.buffer);
	const rows: Uint8Array[] = [];
	for (let y = 0; y < residuals.length / width; y++) {
		rows.push(Uint8Array.of(filterOfRow(y, bandHeight)), bytes.subarray(4 * y * width, 4 * (y + 1) * width));
	}
	return Buffer.concat(rows);
};

describe("deflateRows", () => {
	it("writes a stream that zlib inflates to the filtered rows", () => {
		fc.assert(
			fc.property(pictures, ({ pixels, width, bandHeight }) => {
				const residuals = filterPixels(pixels, width, bandHeight);
				const { bytes } = deflateRows(residuals, width, bandHeight);
				expect(inflateRawSync(bytes).equals(streamOf(residuals, width, bandHeight))).toBe(true);
			}),
			{ numRuns: 300 },
		);
	});

	it("lets a single byte of a head row change in place wherever canFlip allows it", () => {
		fc.assert(
			fc.property(
				pictures,
				fc.constantFrom(1, 2, 3, -1, -2, -3),
				fc.nat(),
				({ pixels, width, bandHeight }, by, pick) => {
					const residuals = filterPixels(pixels, width, bandHeight);
					const deflated = deflateRows(residuals, width, bandHeight);
					const band = pick % deflated.headCodes.length;
					const head = headRow(
						deflated,
						new Uint8Array(residuals.buffer),
						width,
						bandHeight,
						band * bandHeight,
					);
					const stream = streamOf(residuals, width, bandHeight);
					for (let x = 0; x < width; x++) {
						const channel = (x + pick) % 3;
						if (!canFlip(head, x, channel, by, 0)) continue;
						const { bit, xor, index, difference } = flipOf(head, x, channel, by);
						const bytes = deflated.bytes.slice();
						for (let i = 0; xor >> i !== 0; i++)
							bytes[(bit + i) >> 3]! ^= ((xor >> i) & 1) << ((bit + i) & 7);
						const changed = Buffer.from(stream);
						changed[band * bandHeight * (4 * width + 1) + 1 + index]! += difference;
						expect(inflateRawSync(bytes).equals(changed)).toBe(true);
						expect((difference - by) & 0xff).toBe(0);
					}
				},
			),
			{ numRuns: 150 },
		);
	});

	it("leaves more than half the bytes of a grainy head row changeable by one", () => {
		const width = 200;
		let state = 1;
		const grain = () => {
			state = Math.imul(state, 1664525) + 1013904223;
			return (state >>> 24) % 12;
		};
		const rgba = Uint8Array.from({ length: 4 * width * 16 }, (_, i) =>
			i % 4 === 3 ? 255 : 100 + grain() + grain(),
		);
		const residuals = filterPixels(new Int32Array(rgba.buffer), width, 16);
		const deflated = deflateRows(residuals, width, 16);
		const head = headRow(deflated, new Uint8Array(residuals.buffer), width, 16, 0);
		const changeable = Array.from({ length: width }, (_, x) => canFlip(head, x, 1, 1, 0));
		expect(changeable.filter(Boolean).length).toBeGreaterThan(width / 2);
	});

	it("handles a picture with many blocks and long matches", () => {
		const width = 700;
		const pixels = Int32Array.from({ length: width * 300 }, (_, i) =>
			i % 997 < 900 ? 0 : Math.imul(i, 0x9e3779b1),
		);
		const residuals = filterPixels(pixels, width, 16);
		const { bytes, headCodes } = deflateRows(residuals, width, 16);
		expect(inflateRawSync(bytes).equals(streamOf(residuals, width, 16))).toBe(true);
		expect(headCodes.length).toBe(Math.ceil(300 / 16));
		expect(new Set(headCodes).size).toBeGreaterThan(5);
	});
});
