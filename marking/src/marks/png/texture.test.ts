import { describe, expect, it } from "vitest";
import { hiddenShift } from "./texture.ts";

const width = 32;
const area = { x: 8, y: 16, width: 16, height: 16 };

/** Residuals of green: `value` where `isTextured`, 0 elsewhere. */
const residuals = (value: number, isTextured: (x: number, y: number) => boolean): Uint8Array => {
	const bytes = new Uint8Array(4 * width * 40);
	for (let i = 0; i < width * 40; i++)
		if (isTextured(i % width, Math.floor(i / width))) bytes[4 * i + 1] = value & 0xff;
	return bytes;
};

const inArea = (x: number, y: number) => x >= 8 && x < 24 && y >= 16 && y < 32;

describe("hiddenShift", () => {
	it.each([
		["a flat area", 0, 1],
		["steps of one", 1, 2],
		["steps of two", 2, 3],
		["steps of two downwards", -2, 3],
		["steps of three", -3, 4],
		["coarse grain", 90, 4],
	])("%s", (_, value, expected) => {
		expect(hiddenShift(residuals(value, inArea), width, area)).toBe(expected);
	});

	it("does not look beyond the area", () => {
		expect(
			hiddenShift(
				residuals(90, (x, y) => !inArea(x, y)),
				width,
				area,
			),
		).toBe(1);
	});

	it("takes coarse grain in every second row for texture, but not a few hard edges", () => {
		expect(
			hiddenShift(
				residuals(90, (_, y) => y % 2 === 1),
				width,
				area,
			),
		).toBe(4);
		expect(
			hiddenShift(
				residuals(90, (_, y) => y % 5 === 0),
				width,
				area,
			),
		).toBe(1);
	});

	it("allows no more than a faint shift where a quarter is flat", () => {
		expect(
			hiddenShift(
				residuals(90, (x, y) => !(x >= 16 && y >= 24)),
				width,
				area,
			),
		).toBe(2);
	});
});
