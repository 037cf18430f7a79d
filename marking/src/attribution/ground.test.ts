import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawnPicture } from "./drawn-picture.ts";
import { likelyGrounds, registerOnGround } from "./ground.ts";
import { type Homography, inverse, project } from "./homography.ts";
import { decodePicture, flatten, type Picture } from "./picture.ts";
import type { Plane } from "./plane.ts";
import { warp } from "./warp.ts";

const side = 480;

/** Largest distance, in leak pixels, between the true positions of points of the product and the registered ones. */
function errorOf(base: Picture, leak: Plane, truth: Homography): number {
	const found = registerOnGround(base, leak, likelyGrounds(base, leak));
	if (!found) return Number.POSITIVE_INFINITY;
	const steps = [1, 2, 3, 4, 5, 6, 7].map((step) => (step * side) / 8);
	const points = steps.flatMap((x) => steps.map((y) => ({ x, y })));
	const errors = points.map((point) => {
		const [real, guess] = [project(truth, point), project(found.alignment.mapping, point)];
		return Math.hypot(real.x - guess.x, real.y - guess.y);
	});
	return Math.max(...errors);
}

/** A long dark product that is plain except for a line of print. */
async function plainProduct(): Promise<Picture> {
	const print = Array.from(
		{ length: 9 },
		(_, i) =>
			`<rect x="${150 + i * 19}" y="${250 - i * 9}" width="${8 + ((i * 5) % 7)}" height="16" fill="#999"/>`,
	);
	const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
		<defs><linearGradient id="light" x2="0" y2="1"><stop stop-color="#444"/><stop offset="1" stop-color="#777"/></linearGradient></defs>
		<ellipse cx="240" cy="240" rx="205" ry="62" fill="url(#light)"/>${print.join("")}</svg>`;
	return decodePicture(await sharp(Buffer.from(drawing)).png().toBuffer());
}

describe("a cut-out", () => {
	test.each([1, 3])("shown small on a dark panel of a light page is located (picture %d)", async (seed) => {
		const cutOut = await drawnPicture(seed, side, side, "none").png().toBuffer();
		const shown = await sharp(cutOut).flatten({ background: "#222" }).resize(160).png().toBuffer();
		const page = sharp({ create: { width: 480, height: 270, channels: 3, background: "#f4f4f6" } });
		const leak = await decodePicture(
			await page
				.composite([{ input: shown, left: 190, top: 40 }])
				.png()
				.toBuffer(),
		);
		const truth: Homography = [1 / 3, 0, 190, 0, 1 / 3, 40, 0, 0, 1];
		expect(errorOf(await decodePicture(cutOut), leak.luma, truth)).toBeLessThan(0.3);
	});

	test("is located by its print when another mapping also fits the outline", async () => {
		const base = await plainProduct();
		const view: Homography = [1.0066, -0.014, 40, -0.0429, 0.9548, 40, -0.000185, -0.000197, 1];
		const { width, height, values } = warp(flatten(base, 40), inverse(view), 560, 560);
		const leak = { width, height, values: values.map((value) => (Number.isNaN(value) ? 25 : value)) };
		expect(errorOf(base, leak, view)).toBeLessThan(0.5);
	});
});
