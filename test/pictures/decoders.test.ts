import { demoProducts } from "@packshot/demo/catalogue";
import { cutOutOnTransparent, onWhite } from "@packshot/demo/studio/develop";
import { photograph } from "@packshot/demo/studio/photograph";
import { codeword, decodePrepared, deliver } from "@packshot/marking/deliver";
import jpegJs from "jpeg-js";
import { PNG } from "pngjs";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { preparePicture } from "../../src/pictures/preparation/prepare.ts";
import { defaultWatermark } from "../../src/pictures/preparation/watermark-settings.ts";
import { pixelsInBrowser, whyNoBrowser } from "../support/chromium.ts";

/** Files delivered with a client's marks, read by four independent decoders. */

const sidePx = 480;
const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`no browser decodes the pictures: ${noBrowser}`);

let jpeg: Uint8Array;
let png: Uint8Array;
beforeAll(async () => {
	const product = demoProducts()[0]!;
	const photo = await photograph(await product.scene("front"), sidePx);
	jpeg = await deliveredTo("front", await onWhite(photo));
	png = await deliveredTo("front_clean", await cutOutOnTransparent(photo));
});

async function deliveredTo(variant: "front" | "front_clean", file: Uint8Array): Promise<Uint8Array> {
	const prepared = await preparePicture(file, { variant, watermark: defaultWatermark, sizesPx: [] });
	if ("refused" in prepared) throw new Error(prepared.refused);
	const { base, flips } = decodePrepared(prepared.watermarked);
	return deliver(base, flips, codeword(new Uint8Array(32).fill(7), variant, flips.cellCount));
}

/** RGBA pixels from libjpeg-turbo or libpng. */
async function native(file: Uint8Array): Promise<Uint8Array> {
	return sharp(file, { failOn: "warning" }).toColourspace("srgb").ensureAlpha().raw().toBuffer();
}

describe("a delivered JPEG", () => {
	test("has nearly the same brightness in jpeg-js as in libjpeg-turbo", async () => {
		const other = jpegJs.decode(jpeg, { useTArray: true });
		expect([other.width, other.height]).toEqual([sidePx, sidePx]);
		expectSimilar(brightness(other.data), brightness(await native(jpeg)));
	});

	test.skipIf(noBrowser !== undefined)(
		"has nearly the same brightness in Chromium as in libjpeg-turbo",
		async () => {
			expectSimilar(brightness(pixelsInBrowser(jpeg, "image/jpeg")), brightness(await native(jpeg)));
		},
	);
});

describe("a delivered PNG", () => {
	test("has the same pixels in pngjs as in libpng", async () => {
		const other = PNG.sync.read(Buffer.from(png));
		expect(Buffer.compare(other.data, await native(png))).toBe(0);
	});

	test.skipIf(noBrowser !== undefined)(
		"has the same opaque pixels and the same transparency in Chromium as in libpng",
		async () => {
			const [seen, known] = [pixelsInBrowser(png, "image/png"), await native(png)];
			expect(seen.length).toBe(known.length);
			const places = Array.from({ length: known.length / 4 }, (_, i) => 4 * i);
			const differs = (i: number, bands: number) =>
				Array.from({ length: bands }, (_, band) => i + band).some((at) => seen[at] !== known[at]);
			const opaque = places.filter((i) => known[i + 3] === 255);
			expect(opaque.length).toBeGreaterThan(10_000);
			expect(opaque.filter((i) => differs(i, 4))).toEqual([]);
			expect(places.filter((i) => seen[i + 3] !== known[i + 3])).toEqual([]);
		},
	);
});

function brightness(rgba: Uint8Array): Float32Array {
	return Float32Array.from(
		{ length: rgba.length / 4 },
		(_, i) => 0.299 * (rgba[4 * i] ?? 0) + 0.587 * (rgba[4 * i + 1] ?? 0) + 0.114 * (rgba[4 * i + 2] ?? 0),
	);
}

/** JPEG leaves DCT rounding and chroma upsampling to the decoder, so brightness may differ slightly. */
function expectSimilar(one: Float32Array, other: Float32Array): void {
	expect(one.length).toBe(other.length);
	const differences = one.map((value, i) => Math.abs(value - (other[i] ?? 0))).sort();
	expect(differences[Math.floor(0.99 * differences.length)]).toBeLessThanOrEqual(1.5);
	expect(differences.at(-1)).toBeLessThanOrEqual(8);
}
