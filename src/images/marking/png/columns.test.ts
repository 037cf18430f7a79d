import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsOfBand } from "./columns.ts";

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

	it("tells the highest and the lowest value of every channel in the band's rows", () => {
		fc.assert(
			fc.property(fc.uint8Array({ minLength: 4 * width * height, maxLength: 4 * width * height }), (rgba) => {
				for (let at = 3; at < rgba.length; at += 4) rgba[at] = 255;
				const { highest, lowest } = look(rgba, 4, 8);
				for (let i = 0; i < 4 * width; i++) {
					const column = [4, 5, 6, 7].map((y) => rgba[4 * y * width + i]!);
					expect([highest[i], lowest[i]]).toEqual([Math.max(...column), Math.min(...column)]);
				}
			}),
		);
	});
});
