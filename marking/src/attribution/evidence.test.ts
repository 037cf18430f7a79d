import sharp from "sharp";
import { expect, test } from "vitest";
import { drawEvidence } from "./evidence.ts";

const square = (side: number, background: string) =>
	sharp({ create: { width: side, height: side, channels: 3, background } })
		.png()
		.toBuffer();

test("drawEvidence shows agreeing cells in green and disagreeing ones in red, beside the leak", async () => {
	const png = await drawEvidence({
		leak: await square(300, "#888"),
		base: await square(100, "#888"),
		areas: {
			cellCount: 2,
			x: Uint32Array.of(0, 50),
			y: Uint32Array.of(0, 0),
			cellWidth: Uint32Array.of(50, 50),
			cellHeight: Uint32Array.of(100, 100),
		},
		softness: Float32Array.of(0.9, 0.9),
		codeword: Uint8Array.of(1, 0),
	});
	const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
	const pixel = (x: number, y: number) => [
		...data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3),
	];
	expect(info.width).toBeGreaterThan(2 * info.height);
	expect(pixel(450, 450)).toEqual([136, 136, 136]);
	const right = info.width - info.height;
	const [red, green] = pixel(right + 200, 450) as [number, number];
	expect(green).toBeGreaterThan(red + 60);
	const [otherRed, otherGreen] = pixel(right + 700, 450) as [number, number];
	expect(otherRed).toBeGreaterThan(otherGreen + 60);
});
