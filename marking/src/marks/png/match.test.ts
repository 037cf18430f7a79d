import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { literalToken, matcher } from "./match.ts";

interface Picture {
	residuals: Int32Array;
	width: number;
	height: number;
}

const bandHeight = 4;

const tokensOf = ({ residuals, width, height }: Picture): Int32Array => {
	const match = matcher(residuals, width, bandHeight);
	const tokens = new Int32Array(residuals.length);
	const middle = height >> 1;
	const first = match(0, middle, tokens);
	const second = new Int32Array(residuals.length);
	const rest = match(middle, height, second);
	return Int32Array.from([...tokens.subarray(0, first), ...second.subarray(0, rest)]);
};

/** Pixels that repeat often, so that there is something to match. */
const pictures: fc.Arbitrary<Picture> = fc
	.record({
		width: fc.integer({ min: 1, max: 40 }),
		height: fc.integer({ min: 1, max: 30 }),
		palette: fc.array(fc.integer(), { minLength: 1, maxLength: 5 }),
		picks: fc.uint8Array({ minLength: 1, maxLength: 50 }),
	})
	.map(({ width, height, palette, picks }) => ({
		width,
		height,
		residuals: Int32Array.from(
			{ length: width * height },
			(_, i) => palette[picks[i % picks.length]! % palette.length]!,
		),
	}));

/** Byte offsets in the stream that a match copies from and to; also checks that the two match. */
const expand = ({ residuals, width }: Picture, tokens: Int32Array) => {
	const stride = 4 * width + 1;
	const offset = (pixel: number) => Math.floor(pixel / width) * stride + 1 + 4 * (pixel % width);
	const pixelAt = (at: number) => Math.floor(at / stride) * width + ((at % stride) - 1) / 4;
	const matches: { at: number; from: number; pixels: number; distance: number }[] = [];
	let at = 0;
	for (const token of tokens) {
		if (token === literalToken) {
			at++;
			continue;
		}
		const [pixels, distance] = [token >>> 16, token & 0xffff];
		const from = pixelAt(offset(at) - distance);
		expect(Buffer.compare(bytesOf(residuals, from, pixels), bytesOf(residuals, at, pixels))).toBe(0);
		matches.push({ at, from, pixels, distance });
		at += pixels;
	}
	expect(at).toBe(residuals.length);
	return matches;
};

const bytesOf = (residuals: Int32Array, from: number, pixels: number) =>
	new Uint8Array(residuals.buffer, 4 * from, 4 * pixels);

describe("matcher", () => {
	it("copies only equal pixels, within one row and within the window", () => {
		fc.assert(
			fc.property(pictures, (picture) => {
				for (const { at, from, pixels, distance } of expand(picture, tokensOf(picture))) {
					expect(Number.isInteger(from)).toBe(true);
					expect(distance).toBeLessThanOrEqual(32_768);
					const row = (pixel: number) => Math.floor(pixel / picture.width);
					expect(row(at + pixels - 1)).toBe(row(at));
					expect(row(from + pixels - 1)).toBeLessThanOrEqual(row(at));
					if (row(from) !== row(at)) expect(row(from + pixels - 1)).toBe(row(from));
				}
			}),
		);
	});

	it("copies from or to a head row only as a run within that row", () => {
		fc.assert(
			fc.property(pictures, (picture) => {
				for (const { at, from, distance } of expand(picture, tokensOf(picture))) {
					const rows = [from, at].map((pixel) => Math.floor(pixel / picture.width));
					if (rows.some((row) => row % bandHeight === 0)) expect(distance).toBe(4);
					if (rows.some((row) => row % bandHeight === 0)) expect(rows[0]).toBe(rows[1]);
				}
			}),
		);
	});

	it("encodes rows that repeat the row above in a few tokens", () => {
		const [width, height] = [200, 8];
		const residuals = Int32Array.from({ length: width * height }, (_, i) => Math.imul(i % width, 0x9e3779b1));
		expect(tokensOf({ residuals, width, height }).length).toBeLessThan(4 * width + 12);
	});

	it.each([
		["wider than a token can count", 70_000, 2],
		["so narrow that the window holds thousands of rows", 1, 40_000],
	])("handles a picture %s", (_, width, height) => {
		const residuals = Int32Array.from({ length: width * height }, (_, i) => (i % 9000 === 0 ? 77 : 0));
		const picture = { residuals, width, height };
		const farthest = expand(picture, tokensOf(picture)).reduce(
			(max, { distance }) => Math.max(max, distance),
			0,
		);
		expect(farthest).toBeLessThanOrEqual(32_768);
	});
});
