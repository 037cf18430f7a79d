import { expect, test } from "vitest";
import { type Homography, identity } from "./homography.ts";
import { warp, warpAll } from "./warp.ts";

const size = { width: 12, height: 9 };
const plane = (value: (x: number, y: number) => number) => ({
	...size,
	values: Float32Array.from({ length: 12 * 9 }, (_, i) => value(i % 12, Math.floor(i / 12))),
});
const planes = [plane((x, y) => x * y), plane((x, y) => 3 * x - y)];

test("several planes are resampled as each would be alone, beyond their edges too", () => {
	const toSource: Homography = [0.9, 0.1, -1.3, -0.1, 1.1, 0.4, 0.001, 0, 1];
	const alone = planes.map((one) => warp(one, toSource, 14, 10));
	expect(warpAll({ planes }, toSource, 14, 10)).toEqual(alone);
	expect(alone[0]?.values.some(Number.isNaN)).toBe(true);
});

test("what is not opaque is left out of every plane", () => {
	const opacity = plane((x) => (x < 5 ? 1 : 0));
	const shown = warpAll({ planes, opacity }, identity, 12, 9).map(({ values }) =>
		[...values.subarray(0, 12)].map((value) => !Number.isNaN(value)),
	);
	const left = Array.from({ length: 12 }, (_, x) => x < 5);
	expect(shown).toEqual([left, left]);
});
