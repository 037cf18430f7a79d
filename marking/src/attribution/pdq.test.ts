import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawnPicture } from "./drawn-picture.ts";
import { compose, inverse, scaling } from "./homography.ts";
import { bitCount, hammingDistance, pdqHash, pdqHashes, pdqHashesOn, pdqMatchDistance } from "./pdq.ts";
import { decodePicture } from "./picture.ts";
import { isSquare, unusualViews, usualViews, wholeIn } from "./views.ts";
import { warp } from "./warp.ts";

const lumaOf = async (bytes: Buffer) => (await decodePicture(bytes)).luma;

describe("PDQ hash", () => {
	test("stays close after recompression and shrinking", async () => {
		const original = pdqHash(await lumaOf(await drawnPicture(1, 512, 400).png().toBuffer()));
		const recompressed = pdqHash(
			await lumaOf(await drawnPicture(1, 512, 400).jpeg({ quality: 20 }).toBuffer()),
		);
		const small = pdqHash(await lumaOf(await drawnPicture(1, 512, 400).resize(128, 100).webp().toBuffer()));
		expect(hammingDistance(original, recompressed)).toBeLessThan(pdqMatchDistance / 2);
		expect(hammingDistance(original, small)).toBeLessThan(pdqMatchDistance);
	});

	test("sets half of the bits", async () => {
		const hash = pdqHash(await lumaOf(await drawnPicture(2, 300, 300).png().toBuffer()));
		expect(hash.reduce((sum, byte) => sum + bitCount(byte), 0)).toBe(128);
	});

	test("is far apart for different pictures", async () => {
		const hashes = await Promise.all(
			[1, 2, 3, 4, 5, 6].map(async (seed) =>
				pdqHash(await lumaOf(await drawnPicture(seed, 256, 256).png().toBuffer())),
			),
		);
		for (const [i, one] of hashes.entries())
			for (const other of hashes.slice(i + 1)) expect(hammingDistance(one, other)).toBeGreaterThan(70);
	});

	test("is found from a picture that was turned by quarters, mirrored or inverted, without turning its pixels back", async () => {
		const luma = await lumaOf(await drawnPicture(3, 320, 320).png().toBuffer());
		const original = pdqHash(luma);
		const views = [...usualViews, ...unusualViews].filter(isSquare);
		expect(views).toHaveLength(16);
		for (const [i, view] of views.entries()) {
			const toSource = inverse(compose(wholeIn(view, luma), scaling(1 / 320, 1 / 320)));
			const turned = warp(luma, toSource, 320, 320);
			const leak = {
				...turned,
				values: turned.values.map((value) => (view.isNegative ? 255 - value : value)),
			};
			const found = pdqHashes(leak, views).map((hash) => hammingDistance(hash, original));
			expect(found[i]).toBeLessThan(12);
			for (const [j, distance] of found.entries())
				if (j !== i) expect(distance).toBeGreaterThan(pdqMatchDistance);
		}
	});
});

test("bitCount equals the number of ones in binary notation", () => {
	fc.assert(
		fc.property(fc.integer(), (word) => {
			const written = (word >>> 0).toString(2).replaceAll("0", "").length;
			expect(bitCount(word)).toBe(written);
		}),
	);
});

test("pdqHashesOn matches the hash of the picture flattened onto each background", () => {
	const [width, height] = [96, 80];
	const plane = (value: (x: number, y: number) => number) => ({
		width,
		height,
		values: Float32Array.from({ length: width * height }, (_, i) => value(i % width, Math.floor(i / width))),
	});
	const opacity = plane((x, y) => (Math.hypot(x - 48, y - 40) < 30 ? 1 : 0));
	const luma = plane((x, y) => 120 + 90 * Math.sin(x / 7) * Math.cos(y / 5));
	const laidOn = (background: number) =>
		plane((x, y) => {
			const alpha = opacity.values[y * width + x] as number;
			return (luma.values[y * width + x] as number) * alpha + background * (1 - alpha);
		});
	const hashes = pdqHashesOn(laidOn(0), opacity, [0, 96, 255]);
	[0, 96, 255].forEach((background, i) => {
		expect(hammingDistance(hashes[i] as Uint8Array, pdqHash(laidOn(background)))).toBeLessThanOrEqual(2);
	});
});
