import { expect, test } from "vitest";
import type { Plane } from "./plane.ts";
import { createRandomNumbers } from "./random.ts";
import { fitTone } from "./tone.ts";

const size = { width: 120, height: 100 };
const plane = (valueAt: (at: number) => number): Plane => ({
	...size,
	values: Float32Array.from({ length: size.width * size.height }, (_, at) => valueAt(at)),
});
const printed = (value: number) => 30 + 190 * (value / 255) ** 1.6;

test("brings a picture and its marks to the tones of a print, whatever covers a fifth of it", () => {
	const random = createRandomNumbers(1);
	const picture = plane(() => 255 * random());
	const marks = plane(() => 4);
	const known = picture.values.slice();
	const leak = plane((at) => (at % 5 === 0 ? 240 : printed(known[at] as number)));
	fitTone(leak, { picture, marks });
	for (let at = 1; at < known.length; at += 5) {
		const [before, value] = [known[at] as number, picture.values[at] as number];
		expect(Math.abs(value - printed(before))).toBeLessThan(6);
		if (before > 40 && before < 220)
			expect(
				Math.abs((marks.values[at] as number) - 4 * (printed(before + 1) - printed(before))),
			).toBeLessThan(0.8);
	}
});

test("leaves what the leak does not show, and a picture without any pixel in it, as they are", () => {
	const picture = plane(() => Number.NaN);
	const marks = plane(() => 3);
	fitTone(
		plane(() => 100),
		{ picture, marks },
	);
	expect(picture.values.every((value) => Number.isNaN(value))).toBe(true);
	expect(marks.values.every((value) => value === 3)).toBe(true);
});

test("stays finite where a leak has a single tone or is clipped throughout", () => {
	for (const shown of [0, 128, 255]) {
		const picture = plane((at) => at % 256);
		const marks = plane(() => 3);
		fitTone(
			plane(() => shown),
			{ picture, marks },
		);
		expect([...picture.values, ...marks.values].every(Number.isFinite)).toBe(true);
	}
});
