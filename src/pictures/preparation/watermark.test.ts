import type { Raster } from "@packshot/marking/prepare";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { rasteriseLogo } from "./rasterise-logo.ts";
import { stampWatermark } from "./watermark.ts";
import { InvisibleMarkError } from "./watermark-mark.ts";
import {
	defaultWatermark,
	type WatermarkPlace,
	type WatermarkSettings,
	watermarkVersion,
} from "./watermark-settings.ts";

/** All over the picture, which shows most. */
const tiled = { ...defaultWatermark, place: "tiled", widthShare: 0.25, opacity: 0.3 } as const;

function plain(width: number, height: number, grey: number): Raster {
	return { pixels: Buffer.alloc(width * height * 3, grey), width, height, channels: 3 };
}

async function stamped(picture: Raster, settings: Partial<WatermarkSettings> = {}): Promise<Raster> {
	const copy = { ...picture, pixels: Buffer.from(picture.pixels) };
	await stampWatermark(copy, { ...tiled, ...settings });
	return copy;
}

type Box = { left: number; top: number; right: number; bottom: number; changed: number; greatest: number };

/** Bounds of the area in which two pictures differ, the number of differing pixels, and the largest difference. */
function difference(before: Raster, after: Raster): Box {
	const box = { left: before.width, top: before.height, right: -1, bottom: -1, changed: 0, greatest: 0 };
	for (let i = 0; i < before.width * before.height; i++) {
		const at = i * before.channels;
		const change = Math.max(
			...[0, 1, 2].map((band) => Math.abs(before.pixels[at + band]! - after.pixels[at + band]!)),
		);
		if (change === 0) continue;
		const [x, y] = [i % before.width, Math.floor(i / before.width)];
		box.left = Math.min(box.left, x);
		box.top = Math.min(box.top, y);
		box.right = Math.max(box.right, x);
		box.bottom = Math.max(box.bottom, y);
		box.greatest = Math.max(box.greatest, change);
		box.changed++;
	}
	return box;
}

const square = (colour: string) =>
	sharp({ create: { width: 40, height: 20, channels: 4, background: colour } })
		.png()
		.toBuffer();

const logoOf = (png: Uint8Array) => ({ logo: png, png });

describe("the watermark", () => {
	it.each([0, 60, 128, 200, 255])(
		"is visible on grey %i, all over the picture and without hiding it",
		async (grey) => {
			const before = plain(600, 400, grey);
			const { changed, greatest, left, top, right, bottom } = difference(before, await stamped(before));
			expect(changed / (600 * 400)).toBeGreaterThan(0.02);
			expect(changed / (600 * 400)).toBeLessThan(0.25);
			expect(greatest).toBeGreaterThan(25);
			expect(greatest).toBeLessThan(120);
			expect([left < 100, top < 100, right > 500, bottom > 300]).toEqual([true, true, true, true]);
		},
	);

	it.each([
		[198, 198],
		[40, 40],
		[2000, 30],
		[30, 2000],
	])("is visible in a picture of %i×%i", async (width, height) => {
		const before = plain(width, height, 255);
		const { changed, greatest } = difference(before, await stamped(before));
		expect(changed / (width * height)).toBeGreaterThan(0.01);
		expect(greatest).toBeGreaterThan(10);
	});

	it("is visible in a picture of a single pixel", async () => {
		const before = plain(1, 1, 255);
		expect(difference(before, await stamped(before)).greatest).toBeGreaterThan(10);
	});

	it("is more visible with more opacity", async () => {
		const before = plain(300, 300, 0);
		const faint = difference(before, await stamped(before, { opacity: 0.1 }));
		const strong = difference(before, await stamped(before, { opacity: 0.8 }));
		expect(strong.greatest).toBeGreaterThan(4 * faint.greatest);
	});

	it("throws for settings that would draw nothing", async () => {
		const picture = plain(50, 50, 255);
		await expect(stamped(picture, { mark: { text: "  " } })).rejects.toThrow(InvisibleMarkError);
		await expect(stamped(picture, { mark: logoOf(await square("#0000")) })).rejects.toThrow(
			InvisibleMarkError,
		);
		await expect(stamped(picture, { mark: logoOf(Buffer.from("no logo")) })).rejects.toThrow();
		await expect(stamped(picture, { opacity: 0 })).rejects.toThrow(RangeError);
		await expect(stamped(picture, { widthShare: 0 })).rejects.toThrow(RangeError);
	});
});

describe("a single mark", () => {
	const corners: [WatermarkPlace, number, number][] = [
		["top-left", 0, 0],
		["top-right", 1, 0],
		["bottom-left", 0, 1],
		["bottom-right", 1, 1],
		["centre", 0.5, 0.5],
	];
	it.each(corners)("lies at %s", async (place, x, y) => {
		const before = plain(600, 400, 128);
		const { left, top, right, bottom } = difference(before, await stamped(before, { place }));
		expect(right - left).toBeGreaterThan(0.2 * 600);
		expect(right - left).toBeLessThan(0.3 * 600);
		const [roomLeft, roomRight, roomTop, roomBottom] = [left, 599 - right, top, 399 - bottom];
		expect(roomLeft / (roomLeft + roomRight)).toBeCloseTo(0.05 + 0.9 * x, 1);
		expect(roomTop / (roomTop + roomBottom)).toBeCloseTo(0.05 + 0.9 * y, 1);
	});

	it("is as wide as widthShare", async () => {
		const before = plain(1000, 1000, 128);
		const { left, right } = difference(before, await stamped(before, { place: "centre", widthShare: 0.6 }));
		expect((right - left) / 1000).toBeCloseTo(0.6, 1);
	});
});

describe("a logo", () => {
	it("is drawn in its own colours, from PNG and from SVG", async () => {
		const svg = Buffer.from(
			'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path fill="#c00" d="M0 0h40v20H0z"/></svg>',
		);
		const drawn = await rasteriseLogo(svg);
		if ("refused" in drawn) throw new Error(drawn.refused);
		for (const logo of [await square("#c00"), drawn.png]) {
			const mark = logoOf(logo);
			const after = await stamped(plain(400, 400, 128), { mark, place: "centre", opacity: 0.5 });
			const middle = 3 * (200 * 400 + 200);
			expect([...after.pixels.subarray(middle, middle + 3)]).toEqual([166, 64, 64]);
		}
	});

	it("has a halo of contrasting lightness, so that it is visible on its own colour", async () => {
		for (const [colour, grey] of [
			["#fff", 255],
			["#000", 0],
		] as const) {
			const before = plain(400, 400, grey);
			const { greatest } = difference(
				before,
				await stamped(before, { mark: logoOf(await square(colour)), place: "centre" }),
			);
			expect(greatest).toBeGreaterThan(40);
		}
	});
});

describe("a cut-out", () => {
	/** A third transparent, a third half transparent, a third opaque, all with the same colour. */
	const thirds: Raster = { pixels: Buffer.alloc(300 * 300 * 4, 90), width: 300, height: 300, channels: 4 };
	for (let i = 0; i < 300 * 300; i++) thirds.pixels[4 * i + 3] = [0, 128, 255][Math.floor((i % 300) / 100)]!;
	const bandsOf = ({ pixels }: Raster, from: number, to: number) =>
		pixels.filter((_, i) => {
			const x = (i >> 2) % 300;
			return (i & 3) < 3 && x >= from && x < to;
		});

	it.each(["tiled", "centre"] as const)(
		"keeps its transparency everywhere, and its colours where it is transparent: %s",
		async (place) => {
			const after = await stamped(thirds, { place, widthShare: 0.9 });
			const sameAlpha = after.pixels.every((value, i) => (i & 3) < 3 || value === thirds.pixels[i]);
			expect(sameAlpha).toBe(true);
			expect(bandsOf(after, 0, 100).every((value) => value === 90)).toBe(true);
			expect(bandsOf(after, 200, 300).some((value) => value !== 90)).toBe(true);
		},
	);

	it("takes the mark in proportion to its opacity", async () => {
		const after = await stamped(thirds);
		const [half, full] = [
			Math.max(...bandsOf(after, 100, 200)) - 90,
			Math.max(...bandsOf(after, 200, 300)) - 90,
		];
		expect(half / full).toBeCloseTo(0.5, 1);
	});
});

it("draws the same bytes every time", async () => {
	const before = plain(500, 400, 180);
	expect((await stamped(before)).pixels.equals((await stamped(before)).pixels)).toBe(true);
});

describe("the watermark's version", () => {
	it("is the same for the same settings and changes with each of them", () => {
		const changes: Partial<WatermarkSettings>[] = [
			{},
			{ mark: { text: "OTHER" } },
			{ mark: logoOf(Buffer.from("PACKSHOT")) },
			{ place: "centre" },
			{ widthShare: 0.26 },
			{ opacity: 0.31 },
		];
		const versions = changes.map((change) => watermarkVersion({ ...defaultWatermark, ...change }));
		expect(new Set(versions).size).toBe(changes.length);
		expect(versions[0]).toBe(watermarkVersion(structuredClone(defaultWatermark)));
		expect(versions[0]).toMatch(/^[0-9a-f]{16}$/);
	});
});
