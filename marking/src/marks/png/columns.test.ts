import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsOfBand, maxShift } from "./columns.ts";

const [width, height] = [9, 12];

const greyPicture = () => {
	const rgba = new Uint8Array(4 * width * height).fill(128);
	for (let at = 3; at < rgba.length; at += 4) rgba[at] = 255;
	return rgba;
};

const look = (rgba: Uint8Array, from: number, to: number) =>
	columnsOfBand(new Int32Array(rgba.buffer), width, from, to);

describe("columnsOfBand", () => {
	it("keeps two pixels away from anything not wholly opaque", () => {
		const rgba = greyPicture();
		rgba[4 * (9 * width + 4) + 3] = 254;
		expect([...look(rgba, 0, 7).opaque]).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
		expect([...look(rgba, 0, 8).opaque]).toEqual([1, 1, 0, 0, 0, 0, 0, 1, 1]);
		expect([...look(rgba, 8, 12).opaque]).toEqual([1, 1, 0, 0, 0, 0, 0, 1, 1]);
	});

	it("reports each channel's highest and lowest value in the band as far as they limit a shift", () => {
		const values = fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 3, 4, 5, 250, 251, 252, 255));
		const pictures = fc.array(values, { minLength: 4 * width * height, maxLength: 4 * width * height });
		fc.assert(
			fc.property(pictures, (bytes) => {
				const rgba = Uint8Array.from(bytes, (value, at) => (at % 4 === 3 ? 255 : value));
				const { highest, lowest } = look(rgba, 4, 8);
				for (let i = 0; i < 4 * width; i++) {
					if (i % 4 === 3) continue;
					const column = [4, 5, 6, 7].map((y) => rgba[4 * y * width + i]!);
					for (let shift = 1; shift <= maxShift; shift++) {
						expect(highest[i]! + shift > 255).toBe(Math.max(...column) + shift > 255);
						expect(lowest[i]! - shift < 0).toBe(Math.min(...column) - shift < 0);
					}
				}
			}),
			{ numRuns: 40 },
		);
	});
});
