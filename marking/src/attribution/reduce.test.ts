import { describe, expect, test } from "vitest";
import { reduce } from "./reduce.ts";

describe("reduce", () => {
	test("averages whole squares and drops the remainder", () => {
		const pixels = Uint8Array.from(
			[0, 0, 100, 9, 100, 200, 200, 9, 9, 9, 9, 9].flatMap((level) => [level, level, level]),
		);
		const { luma, opacity } = reduce({ pixels, width: 4, height: 3, channels: 3 }, 2);
		expect(luma).toMatchObject({ width: 2, height: 1 });
		expect(luma.values[0]).toBeCloseTo(75);
		expect(opacity).toBeUndefined();
	});

	test("weights colours as JPEG does", () => {
		const pixels = Uint8Array.of(200, 0, 0, 0, 200, 0, 0, 0, 200);
		const { luma } = reduce({ pixels, width: 3, height: 1, channels: 3 }, 1);
		[0.299, 0.587, 0.114].forEach((weight, i) => {
			expect(Math.abs((luma.values[i] as number) - 200 * weight)).toBeLessThan(0.5);
		});
	});

	test("excludes transparent pixels from the brightness of a cut-out", () => {
		const pixels = Uint8Array.of(80, 80, 80, 255, 240, 240, 240, 0);
		const { luma, opacity } = reduce(
			{ pixels: Uint8Array.of(...pixels, ...pixels), width: 2, height: 2, channels: 4 },
			2,
		);
		expect(luma.values[0]).toBeCloseTo(80);
		expect(opacity?.values[0]).toBeCloseTo(0.5);
	});
});
