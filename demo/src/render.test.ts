import { createHash } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { demoProducts } from "./catalogue.ts";
import { PACKSHOT_PX, renderPackshot } from "./render.ts";
import { cutOutOnTransparent, onWhite } from "./studio/develop.ts";
import { photograph } from "./studio/photograph.ts";

const products = demoProducts();
const crackers = products[0]!;
const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function pixelsOf(bytes: Uint8Array) {
	const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
	const at = (x: number, y: number) => [
		...data.subarray((y * info.width + x) * info.channels, (y * info.width + x + 1) * info.channels),
	];
	const last = info.width - 1;
	return { corners: [at(0, 0), at(last, 0), at(0, last), at(last, last)], middle: at(last >> 1, last >> 1) };
}

describe("a packshot", () => {
	it.each(["front", "back"] as const)("%s is a JPEG on a white background", async (variant) => {
		const bytes = await renderPackshot(crackers, variant);
		expect(await sharp(bytes).metadata()).toMatchObject({
			format: "jpeg",
			width: PACKSHOT_PX,
			height: PACKSHOT_PX,
		});
		const { corners, middle } = await pixelsOf(bytes);
		expect(corners.flat().every((channel) => channel === 255)).toBe(true);
		expect(middle.some((channel) => channel < 250)).toBe(true);
	});

	it.each(["front_clean", "back_clean"] as const)(
		"%s is a PNG cut-out on a transparent background",
		async (variant) => {
			const bytes = await renderPackshot(crackers, variant);
			expect(await sharp(bytes).metadata()).toMatchObject({
				format: "png",
				channels: 4,
				width: PACKSHOT_PX,
				height: PACKSHOT_PX,
			});
			const { corners, middle } = await pixelsOf(bytes);
			expect(corners.map((pixel) => pixel[3])).toEqual([0, 0, 0, 0]);
			expect(middle[3]).toBe(255);
		},
	);

	it("is identical every time it is rendered", async () => {
		const take = async () => onWhite(await photograph(await crackers.scene("front"), 240));
		expect(hash(await take())).toBe(hash(await take()));
	});
});

describe("every kind of product", () => {
	const oneOfEachLook = products.filter((_, i) => i % 3 === 0);

	it.each(oneOfEachLook.map((product) => [product.record.barcode, product] as const))(
		"%s fills 8 to 80% of the picture, touches no border and has soft edges",
		async (_barcode, product) => {
			const facing = product.variants[0]?.startsWith("back") ? "back" : "front";
			const bytes = await cutOutOnTransparent(await photograph(await product.scene(facing), 160));
			const alpha = await sharp(bytes).extractChannel("alpha").raw().toBuffer();
			const side = Math.sqrt(alpha.length);
			const isBorder = (at: number) =>
				[0, side - 1].includes(at % side) || [0, side - 1].includes(Math.floor(at / side));
			expect(alpha.filter((_, at) => isBorder(at)).some((value) => value > 0)).toBe(false);
			const share = alpha.reduce((sum, value) => sum + value, 0) / 255 / alpha.length;
			expect(share).toBeGreaterThan(0.08);
			expect(share).toBeLessThan(0.8);
			expect(alpha.some((value) => value > 20 && value < 235)).toBe(true);
		},
	);
});
