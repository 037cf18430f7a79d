import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { drawnPicture } from "./drawn-picture.ts";
import { fingerprint } from "./fingerprint.ts";
import { describeLeak } from "./leak-description.ts";
import { byLikeness, likeness } from "./likeness.ts";
import { decodePicture } from "./picture.ts";
import type { Pixels } from "./reduce.ts";
import { FingerprintError, readFingerprint } from "./stored-fingerprint.ts";

const seeds = Array.from({ length: 8 }, (_, seed) => seed);
const draw = (seed: number) => drawnPicture(seed, 600, 600);

async function pixelsOf(picture: Sharp): Promise<Pixels> {
	const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
	return { pixels: data, width: info.width, height: info.height, channels: info.channels === 3 ? 3 : 4 };
}

describe("finding a leak's picture in a catalogue", () => {
	let catalogue: { seed: number; stored: Uint8Array }[];
	beforeAll(async () => {
		catalogue = await Promise.all(
			seeds.map(async (seed) => ({
				seed,
				stored: fingerprint(await pixelsOf(draw(seed))),
			})),
		);
	});

	const find = async (leak: Buffer) => {
		const description = describeLeak((await decodePicture(leak)).luma);
		return catalogue.map(({ seed, stored }) => ({ seed, ...likeness(description, stored) })).sort(byLikeness);
	};

	test("finds the whole picture, shrunk and recompressed", async () => {
		const [first, second] = await find(await draw(4).resize(200).jpeg({ quality: 40 }).toBuffer());
		expect(first).toMatchObject({ seed: 4, alike: true });
		expect(second?.alike).toBe(false);
	});

	test("finds a mirror image", async () => {
		const [first] = await find(await draw(5).flop().jpeg().toBuffer());
		expect(first).toMatchObject({ seed: 5, alike: true });
	});

	test.each([
		["a quarter of its area", 300, 1],
		["a tenth of its area", 190, 1],
		["a quarter of its area at half size", 300, 0.5],
	])("finds a crop of %s", async (_, side, scale) => {
		const cut = await draw(6).extract({ left: 180, top: 216, width: side, height: side }).png().toBuffer();
		const [first] = await find(
			await sharp(cut)
				.resize(Math.round(side * scale))
				.jpeg({ quality: 60 })
				.toBuffer(),
		);
		expect(first).toMatchObject({ seed: 6, alike: true });
	});

	test.each([0, 2])("finds a crop with few but reliable corners (picture %d)", async (seed) => {
		const cut = draw(seed).extract({ left: 200, top: 220, width: 130, height: 130 });
		const [first] = await find(await cut.jpeg({ quality: 50 }).toBuffer());
		expect(first).toMatchObject({ seed, alike: true });
	});

	test("finds no match for an unknown picture", async () => {
		const [first] = await find(await draw(99).jpeg().toBuffer());
		expect(first?.alike).toBe(false);
	});
});

describe("fingerprint", () => {
	test("matches a transparent picture on any background", async () => {
		const stored = fingerprint(await pixelsOf(drawnPicture(1, 300, 300, "none")));
		for (const background of ["#000", "#345", "#c33", "#fff"]) {
			const leak = await drawnPicture(1, 300, 300, "none").flatten({ background }).jpeg().toBuffer();
			expect(likeness(describeLeak((await decodePicture(leak)).luma), stored)).toMatchObject({ alike: true });
		}
	});

	test("takes at most 6 KB", async () => {
		const stored = fingerprint(await pixelsOf(drawnPicture(1, 1000, 1000, "none")));
		expect(stored.length).toBeLessThanOrEqual(6144);
		expect(readFingerprint(stored).corners.count).toBeGreaterThan(100);
	});

	test("rejects data that is not a fingerprint", () => {
		expect(() => readFingerprint(new Uint8Array(5))).toThrow(FingerprintError);
		expect(() => readFingerprint(Uint8Array.of(1, 1, 0, 0, 9, 0, 9, 0, 7))).toThrow(FingerprintError);
	});
});
