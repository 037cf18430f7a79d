import { describe, expect, it } from "vitest";
import { readLuma } from "./luma.ts";
import { decodeLuma, kinds, productJpeg } from "./pictures.testing.ts";
import { decodePixels } from "./pixels.ts";
import { decodeCoefficients } from "./recode.testing.ts";

const [width, height] = [117, 75];

describe.each(kinds)("luma of a JPEG with %s", (kind) => {
	it("has the coefficients that a plain decoder finds", async () => {
		const jpeg = await productJpeg(kind, width, height, 1);
		const luma = readLuma(jpeg);
		const expected = decodeCoefficients(jpeg).components[0]!;
		expect([luma.blocksAcross, luma.blocksDown]).toEqual([expected.columns, expected.rows]);
		expect(Array.from(luma.coefficients)).toEqual(expected.blocks.flat());
	});

	it("decodes to the pixels that libjpeg-turbo shows", async () => {
		const jpeg = await productJpeg(kind, width, height, 2);
		const { samples, stride } = decodePixels(readLuma(jpeg));
		const expected = await decodeLuma(jpeg);
		let difference = 0;
		for (let i = 0; i < width * height; i++) {
			const sample = samples[Math.floor(i / width) * stride + (i % width)]!;
			difference += Math.abs(sample - expected.levels[i]!) / (width * height);
		}
		expect(difference).toBeLessThan(1);
	});
});
