import { describe, expect, it } from "vitest";
import { coefficientAt, readLuma } from "./luma.ts";
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
		const found = expected.blocks.map((block, b) => block.map((_, k) => coefficientAt(luma, b, k)));
		expect(found).toEqual(expected.blocks);
	});

	it("decodes to libjpeg-turbo's pixels with a mean difference below 1", async () => {
		const jpeg = await productJpeg(kind, width, height, 2);
		const luma = readLuma(jpeg);
		const levels = new Uint8ClampedArray(64);
		const expected = await decodeLuma(jpeg);
		let difference = 0;
		for (let block = 0; block < luma.lengths.length; block++) {
			decodePixels(luma, block, levels);
			for (let i = 0; i < 64; i++) {
				const x = 8 * (block % luma.blocksAcross) + (i % 8);
				const y = 8 * Math.floor(block / luma.blocksAcross) + (i >> 3);
				if (x >= width || y >= height) continue;
				difference += Math.abs(levels[i]! - expected.levels[y * width + x]!) / (width * height);
			}
		}
		expect(difference).toBeLessThan(1);
	});
});
