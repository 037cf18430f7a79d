import sharp from "sharp";
import { expect, test } from "vitest";
import { encodeThumbnails } from "./thumbnails.ts";
import { defaultWatermark, type WatermarkPlace } from "./watermark-settings.ts";

const SIDE_PX = 320;

/** The share of the pixels of each quarter that the mark changed. */
async function markedQuarters(place: WatermarkPlace, markable = true) {
	const pixels = Buffer.alloc(3 * SIDE_PX * SIDE_PX, 127);
	const raster = { pixels, width: SIDE_PX, height: SIDE_PX, channels: 3 } as const;
	const { jpeg } = await encodeThumbnails(raster, { ...defaultWatermark, place, opacity: 1 }, markable);
	const drawn = await sharp(jpeg).greyscale().raw().toBuffer();
	const quarters = { topLeft: 0, topRight: 0, bottomLeft: 0, bottomRight: 0 };
	for (const [at, value] of drawn.entries()) {
		if (Math.abs(value - 127) < 20) continue;
		const isRight = at % SIDE_PX >= SIDE_PX / 2;
		if (at < drawn.length / 2) quarters[isRight ? "topRight" : "topLeft"]++;
		else quarters[isRight ? "bottomRight" : "bottomLeft"]++;
	}
	return quarters;
}

test("a thumbnail has a mark in the corner with a style that draws nothing", async () => {
	const { bottomRight, ...others } = await markedQuarters("invisible");
	expect(bottomRight).toBeGreaterThan(100);
	expect(others).toEqual({ topLeft: 0, topRight: 0, bottomLeft: 0 });
});

test("a thumbnail of a picture that cannot carry invisible marks is tiled with such a style, as it is delivered", async () => {
	for (const marked of Object.values(await markedQuarters("invisible", false)))
		expect(marked).toBeGreaterThan(100);
});

test("a thumbnail of a cut-out has its mark on the product, not in a transparent corner", async () => {
	const pixels = Buffer.alloc(4 * SIDE_PX * SIDE_PX);
	const isProduct = (at: number) => Math.hypot((at % SIDE_PX) - 160, Math.floor(at / SIDE_PX) - 160) < 90;
	for (let at = 0; at < SIDE_PX ** 2; at++) if (isProduct(at)) pixels.set([127, 127, 127, 255], 4 * at);
	const raster = { pixels, width: SIDE_PX, height: SIDE_PX, channels: 4 } as const;
	for (const place of ["bottom-right", "invisible"] as const) {
		const { webp } = await encodeThumbnails(
			{ ...raster, pixels: Buffer.from(pixels) },
			{ ...defaultWatermark, place },
			true,
		);
		const drawn = await sharp(webp).greyscale().removeAlpha().raw().toBuffer();
		const marked = drawn.filter((value, at) => isProduct(at) && Math.abs(value - 127) > 20);
		expect(marked.length, place).toBeGreaterThan(100);
	}
});

test("a thumbnail has the mark where the style draws it", async () => {
	for (const marked of Object.values(await markedQuarters("tiled"))) expect(marked).toBeGreaterThan(100);
});
