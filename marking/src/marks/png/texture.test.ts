import { describe, expect, it } from "vitest";
import { hiddenShifts } from "./texture.ts";

const width = 32;
const area = { x: 8, y: 16, width: 16, height: 16 };

/** Residuals of the green channel, as given by `valueAt`. */
const residuals = (valueAt: (x: number, y: number) => number): Uint8Array => {
	const bytes = new Uint8Array(4 * width * 40);
	for (let i = 0; i < width * 40; i++) bytes[4 * i + 1] = valueAt(i % width, Math.floor(i / width)) & 0xff;
	return bytes;
};

/** Alternates between `size` and -`size` where `isTextured`, 0 elsewhere. */
const grain = (size: number, isTextured: (x: number, y: number) => boolean) =>
	residuals((x, y) => (isTextured(x, y) ? (((x >> 1) + y) % 2 === 0 ? size : -size) : 0));

const everywhere = (shift: number) => ({ atOwnSize: shift, enlarged: shift });

const inArea = (x: number, y: number) => x >= 8 && x < 24 && y >= 16 && y < 32;

describe("hiddenShifts", () => {
	it.each([
		["a flat area", 0, 1],
		["grain of one", 1, 2],
		["grain of two", 2, 3],
		["grain of three", 3, 4],
		["coarse grain", 90, 4],
	])("hides the expected shift in %s", (_, size, expected) => {
		expect(hiddenShifts(grain(size, inArea), width, area)).toEqual(everywhere(expected));
	});

	it.each([1, -1, 3, 40])("does not mistake a ramp of %i per row for texture", (step) => {
		expect(
			hiddenShifts(
				residuals(() => step),
				width,
				area,
			),
		).toEqual(everywhere(1));
	});

	it("does not mistake a ramp of one step every few rows for texture", () => {
		const slow = residuals((_, y) => (y % 3 === 0 ? 1 : 0));
		expect(hiddenShifts(slow, width, area)).toEqual(everywhere(1));
	});

	it("treats grain on a ramp as texture", () => {
		const grained = residuals((x, y) => 5 + (((x >> 1) + y) % 2 === 0 ? 2 : -2));
		expect(hiddenShifts(grained, width, area)).toEqual(everywhere(3));
	});

	it("hides a faint shift in light grain at the picture's own size, but not enlarged", () => {
		const light = residuals((x, y) => (y % 5 < 2 ? ((x >> 1) % 2 === 0 ? 1 : -1) : 0));
		expect(hiddenShifts(light, width, area)).toEqual({ atOwnSize: 2, enlarged: 1 });
	});

	it("does not look beyond the area", () => {
		const outside = grain(90, (x, y) => !inArea(x, y));
		expect(hiddenShifts(outside, width, area)).toEqual(everywhere(1));
	});

	it("treats coarse grain in every second row as texture, but not a few hard edges", () => {
		const rows = (every: number) =>
			residuals((x, y) => (y % every === 1 ? ((x >> 1) % 2 === 0 ? 90 : -90) : 0));
		expect(hiddenShifts(rows(2), width, area)).toEqual(everywhere(4));
		expect(hiddenShifts(rows(5), width, area)).toEqual(everywhere(1));
	});

	it("allows no more than a faint shift where a quarter of the area is flat", () => {
		const cornered = grain(90, (x, y) => !(x >= 16 && y >= 24));
		expect(hiddenShifts(cornered, width, area)).toEqual(everywhere(2));
	});
});
