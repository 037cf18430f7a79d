import { decodePrepared, deliver } from "@packshot/marking/deliver";
import { maxPixels } from "@packshot/marking/prepare";
import sharp from "sharp";
import { expect, test } from "vitest";
import { preparePicture } from "../../src/pictures/preparation/prepare.ts";
import { defaultWatermark } from "../../src/pictures/preparation/watermark-settings.ts";

/** The largest picture that an import accepts, from the file to what a client gets. */

const [width, height] = [10_000, 5000];

/** Coarse grain in the middle of a background: if it were all grain, the file would be too large to import. */
async function largest(background: { r: number; g: number; b: number; alpha: number }) {
	const grain = await sharp({
		create: {
			width: 960,
			height: 480,
			channels: 3,
			background: "#888",
			noise: { type: "gaussian", mean: 128, sigma: 25 },
		},
	})
		.png()
		.toBuffer();
	const [across, down] = [3000, 2000];
	return sharp(grain)
		.resize(across, down, { kernel: "cubic" })
		.extend({
			left: (width - across) / 2,
			right: (width - across) / 2,
			top: (height - down) / 2,
			bottom: (height - down) / 2,
			background,
		});
}

test("a 50-megapixel JPEG is prepared, marked and delivered", async () => {
	const file = await (await largest({ r: 255, g: 255, b: 255, alpha: 1 })).jpeg({ quality: 85 }).toBuffer();
	await expectDelivered(file, "front");
});

test("a 50-megapixel cut-out is prepared, marked and delivered", async () => {
	const cutOut = (await largest({ r: 0, g: 0, b: 0, alpha: 0 })).png({ compressionLevel: 1 });
	await expectDelivered(await cutOut.toBuffer(), "front_clean");
});

async function expectDelivered(file: Buffer, variant: "front" | "front_clean"): Promise<void> {
	expect(width * height).toBe(maxPixels);
	const prepared = await preparePicture(file, { variant, watermark: defaultWatermark, sizesPx: [] });
	if ("refused" in prepared) throw new Error(prepared.refused);
	expect(prepared).toMatchObject({ width, height, markable: true });
	const { base, flips } = decodePrepared(prepared.watermarked);
	const delivered = deliver(base, flips, new Uint8Array(flips.cellCount).fill(1));
	expect(delivered.length).toBe(base.length);
	const { data, info } = await sharp(delivered, { failOn: "warning" })
		.resize(20, 10)
		.raw()
		.toBuffer({ resolveWithObject: true });
	expect([info.width, info.height]).toEqual([20, 10]);
	expect(Math.abs((data[(5 * 20 + 10) * info.channels] ?? 0) - 128)).toBeLessThan(40);
}
