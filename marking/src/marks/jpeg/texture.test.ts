import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { readLuma } from "./luma.ts";
import { product } from "./pictures.testing.ts";
import { planAlike, planJpeg } from "./plan.ts";
import { measureTexture } from "./texture.ts";

const [width, height] = [160, 96];

interface Version {
	readonly width?: number;
	readonly quality?: number;
	/** Whether a word is drawn across part of it. */
	readonly isDrawn?: boolean;
}

function version({ width: across = width, quality = 88, isDrawn = false }: Version): Promise<Buffer> {
	const picture = sharp(product(across, height, 3), { raw: { width: across, height, channels: 3 } });
	const mark = Buffer.alloc(40 * 24 * 3, 90);
	const drawn = { input: mark, raw: { width: 40, height: 24, channels: 3 as const }, left: 60, top: 30 };
	return (isDrawn ? picture.composite([drawn]) : picture)
		.jpeg({ quality, chromaSubsampling: "4:2:0", optimiseCoding: true })
		.toBuffer();
}

const alone: Version = {};
const drawn: Version = { isDrawn: true };

describe("planAlike", () => {
	it.each([
		["the same picture without the overlay", alone, drawn],
		["the same picture with the overlay", drawn, alone],
		["a picture of another size", { width: 176 }, alone],
		["the same picture at another quality", { quality: 80 }, alone],
	])("plans the same cells as planJpeg after measuring %s", async (_, before, after) => {
		const { measured } = planAlike(await version(before));
		const jpeg = await version(after);
		expect(planAlike(jpeg, measured).flips).toEqual(planJpeg(jpeg));
	});
});

describe("measureTexture", () => {
	it("reuses the measurements of unchanged blocks and measures the others", async () => {
		const { luma, texture } = planAlike(await version(alone)).measured;
		const other = readLuma(await version(drawn));
		const measured = measureTexture(other, {
			luma,
			texture: { ...texture, deviation: texture.deviation.map(() => 77) },
		});
		const isTaken = (column: number, row: number) =>
			measured.deviation[2 * (row * measured.squaresAcross + column)] === 77;
		expect([isTaken(18, 10), isTaken(9, 5)]).toEqual([true, false]);
	});
});
