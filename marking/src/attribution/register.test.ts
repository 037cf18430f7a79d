import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { drawnPicture } from "./drawn-picture.ts";
import { compose, type Homography, inverse, project, scaling } from "./homography.ts";
import { decodePicture } from "./picture.ts";
import type { Plane } from "./plane.ts";
import { createRandomNumbers, normalNumber } from "./random.ts";
import { register } from "./register.ts";
import { resize } from "./resample.ts";
import { warp } from "./warp.ts";

const [width, height] = [480, 360];
const draw = () => drawnPicture(7, width, height);
const lumaOf = async (picture: Sharp) => (await decodePicture(await picture.png().toBuffer())).luma;
const shift = (x: number, y: number): Homography => [1, 0, x, 0, 1, y, 0, 0, 1];

/** Largest distance, in leak pixels, between the true positions of a grid of points and the registered ones. */
async function errorOf(leak: Plane, truth: Homography): Promise<number> {
	const found = register(await lumaOf(draw()), leak);
	if (!found) return Number.POSITIVE_INFINITY;
	let largest = 0;
	for (let x = 0; x <= width; x += width / 10) {
		for (let y = 0; y <= height; y += height / 10) {
			const [real, guess] = [project(truth, { x, y }), project(found.mapping, { x, y })];
			const visible = real.x >= 0 && real.y >= 0 && real.x <= leak.width && real.y <= leak.height;
			if (visible) largest = Math.max(largest, Math.hypot(real.x - guess.x, real.y - guess.y));
		}
	}
	return largest;
}

async function blurred({ values, ...size }: Plane, sigma: number): Promise<Plane> {
	const plane = sharp(Uint8ClampedArray.from(values), { raw: { ...size, channels: 1 } });
	const bytes = await plane.blur(sigma).toColourspace("b-w").raw().toBuffer();
	return { ...size, values: Float32Array.from(bytes) };
}

/** A camera's or editor's version of the picture: seen through `truth`, on a grey background, blurred and noisy. */
async function photograph(truth: Homography, size: [number, number], blur = 0, noise = 0): Promise<Plane> {
	const scale = Math.min(1, 1.05 * Math.hypot(truth[0], truth[3]));
	const small = resize(await lumaOf(draw()), Math.round(width * scale), Math.round(height * scale));
	const toSmall = compose(scaling(small.width / width, small.height / height), inverse(truth));
	const seen = warp(small, toSmall, ...size);
	const random = createRandomNumbers(5);
	const values = seen.values.map(
		(value) => (Number.isNaN(value) ? 60 : value) + noise * normalNumber(random),
	);
	return blur > 0 ? blurred({ ...seen, values }, blur) : { ...seen, values };
}

const turned = (degrees: number): Homography => {
	const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
	return compose(
		shift(width / 2 + 20, height / 2 + 30),
		compose([c, -s, 0, s, c, 0, 0, 0, 1], shift(-width / 2, -height / 2)),
	);
};

describe("registration is accurate to 0.3 pixels for a picture", () => {
	test.each<[string, (picture: Sharp) => Sharp]>([
		["recompressed at quality 30", (picture) => picture.jpeg({ quality: 30 })],
		["with a different gamma", (picture) => picture.gamma(1.6, 1)],
		["in greyscale", (picture) => picture.greyscale()],
		["blurred by a pixel", (picture) => picture.blur(1)],
	])("%s", async (_, treat) => {
		const leak = await decodePicture(await treat(draw()).toBuffer());
		expect(await errorOf(leak.luma, scaling(1, 1))).toBeLessThan(0.3);
	});

	test.each([2, 0.25, 0.125])("scaled by %d", async (factor) => {
		const leak = resize(await lumaOf(draw()), width * factor, height * factor);
		expect(await errorOf(leak, scaling(factor, factor))).toBeLessThan(0.3);
	});

	test("stretched along one side", async () => {
		const leak = resize(await lumaOf(draw()), 400, 240);
		expect(await errorOf(leak, scaling(400 / width, 240 / height))).toBeLessThan(0.3);
	});

	test.each([
		["a quarter", 150, 110, 240, 180],
		["a tenth", 250, 70, 152, 114],
	])("cropped to %s of its area", async (_, left, top, w, h) => {
		const cut = await draw().extract({ left, top, width: w, height: h }).jpeg({ quality: 50 }).toBuffer();
		const leak = await decodePicture(cut);
		expect(await errorOf(leak.luma, shift(-left, -top))).toBeLessThan(0.3);
	});

	test("mirrored", async () => {
		expect(await errorOf(await lumaOf(draw().flop()), [-1, 0, width, 0, 1, 0, 0, 0, 1])).toBeLessThan(0.3);
	});

	test("mirrored and cropped", async () => {
		const mirrorImage = await draw().flop().png().toBuffer();
		const leak = await lumaOf(sharp(mirrorImage).extract({ left: 80, top: 50, width: 300, height: 220 }));
		expect(await errorOf(leak, [-1, 0, width - 80, 0, 1, -50, 0, 0, 1])).toBeLessThan(0.3);
	});

	test.each([-5, 2])("rotated by %d degrees", async (degrees) => {
		expect(await errorOf(await photograph(turned(degrees), [530, 430]), turned(degrees))).toBeLessThan(0.3);
	});

	test("photographed from a screen: perspective, blur, noise", async () => {
		const perspective: Homography = [0.81, 0.04, 30, -0.03, 0.84, 45, 0.00012, -0.00008, 1];
		const leak = await photograph(perspective, [470, 400], 1, 4);
		expect(await errorOf(leak, perspective)).toBeLessThan(0.3);
	});

	test("shown inside a larger page", async () => {
		const inset = await draw().resize(240, 180).png().toBuffer();
		const page = drawnPicture(31, 640, 480).composite([{ input: inset, left: 310, top: 190 }]);
		expect(await errorOf(await lumaOf(page), compose(shift(310, 190), scaling(0.5, 0.5)))).toBeLessThan(0.3);
	});
});

test("another picture is not registered", async () => {
	expect(register(await lumaOf(draw()), await lumaOf(drawnPicture(8, width, height)))).toBeUndefined();
});
