import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filterOfRow, filterPixels, filterSub } from "./filter.ts";

/** Undoes the filters as the PNG specification, section 9.2, requires of decoders. */
const unfilter = (filtered: Uint8Array, width: number, bandHeight: number): Uint8Array => {
	const pixels = new Uint8Array(filtered.length);
	for (let i = 0; i < filtered.length; i++) {
		const y = Math.floor(i / (4 * width));
		const x = i % (4 * width);
		const isSub = filterOfRow(y, bandHeight) === filterSub;
		const predicted = isSub ? (x < 4 ? 0 : pixels[i - 4]!) : pixels[i - 4 * width]!;
		pixels[i] = filtered[i]! + predicted;
	}
	return pixels;
};

describe("filterPixels", () => {
	it("is undone by a decoder, whatever the pixels", () => {
		const widths = fc.integer({ min: 1, max: 12 });
		const noise = fc.uint8Array({ minLength: 4 * 12 * 10, maxLength: 4 * 12 * 10 });
		fc.assert(
			fc.property(widths, noise, fc.integer({ min: 1, max: 9 }), (width, bytes, bandHeight) => {
				const rgba = bytes.slice(0, 4 * width * 10);
				const filtered = filterPixels(new Int32Array(rgba.buffer), width, bandHeight);
				expect(Buffer.compare(unfilter(new Uint8Array(filtered.buffer), width, bandHeight), rgba)).toBe(0);
			}),
		);
	});
});

describe("filterOfRow", () => {
	it("starts every band with a row that uses the Sub filter", () => {
		expect([0, 1, 7, 8, 9, 16].map((y) => filterOfRow(y, 8) === filterSub)).toEqual([
			true,
			false,
			false,
			true,
			false,
			true,
		]);
	});
});
