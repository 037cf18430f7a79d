import { openPicture } from "@packshot/marking/prepare";
import sharp from "sharp";
import { describe, expect, it, test } from "vitest";
import { isCleanVariant, type Variant } from "../../catalogue/fields/scopes.ts";
import type { QualityNote } from "../store/quality-notes.ts";
import { judgeQuality } from "./judge-quality.ts";
import { longerEdge, shrunk } from "./resize.ts";

async function notesOf(bytes: Uint8Array, variant: Variant = "front"): Promise<QualityNote[]> {
	const background = isCleanVariant(variant) ? "transparent" : "white";
	const opened = await openPicture(bytes, { background });
	if ("refused" in opened) throw new Error(opened.refused);
	const { raster } = opened;
	return judgeQuality({
		edgePx: longerEdge(raster),
		detailed: raster,
		small: await shrunk(raster, 320),
	});
}

interface Drawn {
	/** Side of the square picture in pixels. */
	readonly sidePx?: number;
	/** Left and top edge of the carton, as a share of the side; it takes up 0.6 of the width and 0.7 of the height. */
	readonly left?: number;
	readonly top?: number;
	readonly background?: string;
	readonly blurPx?: number;
}

/** A printed carton on a plain background. */
async function drawn({ sidePx = 800, left = 0.2, top = 0.15, background = "#fff", blurPx }: Drawn = {}) {
	const lines = Array.from(
		{ length: 24 },
		(_, line) =>
			`<rect x="6" y="${8 + 2.5 * line}" width="${30 + ((line * 7) % 18)}" height="1" fill="#fff"/>`,
	);
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${sidePx}" height="${sidePx}">
		<g transform="translate(${100 * left} ${100 * top})"><rect width="60" height="70" fill="#833"/>${lines.join("")}</g></svg>`;
	const carton = sharp(Buffer.from(svg));
	return blurPx === undefined ? { carton, background } : { carton: carton.blur(blurPx), background };
}

const photo = async (what: Drawn = {}) => {
	const { carton, background } = await drawn(what);
	return carton.flatten({ background }).jpeg({ quality: 90 }).toBuffer();
};
const cutOut = async (what: Drawn = {}) => (await drawn(what)).carton.png().toBuffer();

test("a well-photographed carton has no notes, however large the picture", async () => {
	expect(await notesOf(await photo())).toEqual([]);
	expect(await notesOf(await photo({ sidePx: 2400 }))).toEqual([]);
	expect(await notesOf(await cutOut(), "front_clean")).toEqual([]);
});

test("a product in the dark, and one that a lamp has bleached, are noted", async () => {
	const dark = sharp(await cutOut()).modulate({ brightness: 0.25 });
	expect(await notesOf(await dark.png().toBuffer(), "front_clean")).toContain("too_dark");
	const bleached = sharp(await cutOut()).linear([9, 9, 9, 1], [0, 0, 0, 0]);
	expect(await notesOf(await bleached.png().toBuffer(), "front_clean")).toContain("overexposed");
});

test("a product that is small in its picture is noted, and one that fills half of a side is not", async () => {
	const withMargin = async (margin: number) => {
		const sides = { top: margin, bottom: margin, left: margin, right: margin };
		return sharp(await photo())
			.extend({ ...sides, background: "#fff" })
			.jpeg()
			.toBuffer();
	};
	expect(await notesOf(await withMargin(500))).toEqual(["small_in_picture"]);
	expect(await notesOf(await withMargin(100))).toEqual([]);
});

describe("blurred", () => {
	it.each([
		[800, 3],
		[2400, 9],
		[500, 3],
	])("is noted for a picture of %i pixels out of focus by %i", async (sidePx, blurPx) => {
		expect(await notesOf(await photo({ sidePx, blurPx }))).toEqual(["blurred"]);
	});

	it("is not noted for a large picture that is soft only in its finest detail", async () => {
		expect(await notesOf(await photo({ sidePx: 2400, blurPx: 2 }))).toEqual([]);
	});

	it("is noted for a soft photo with a sharp outline, and for one with sensor grain", async () => {
		const size = { width: 800, height: 800 };
		const soft = sharp(await photo({ blurPx: 4 }));
		const cut = await soft
			.clone()
			.ensureAlpha()
			.composite([{ input: await cutOut(), blend: "dest-in" }])
			.png()
			.toBuffer();
		expect(await notesOf(cut, "front_clean")).toEqual(["blurred"]);
		const noise = { type: "gaussian", mean: 128, sigma: 3 } as const;
		const grain = await sharp({ create: { ...size, channels: 3, background: "#000", noise } })
			.png()
			.toBuffer();
		const grainy = await soft
			.composite([{ input: grain, blend: "soft-light" }])
			.jpeg({ quality: 95 })
			.toBuffer();
		expect(await notesOf(grainy)).toContain("blurred");
	});

	it("is not noted if there is too little detail to tell", async () => {
		const plain = { width: 600, height: 600, channels: 3, background: "#fff" } as const;
		expect(await notesOf(await sharp({ create: plain }).jpeg().toBuffer())).toEqual([]);
	});
});

test("under_500_px is noted if the longer edge is under 500 pixels", async () => {
	expect(await notesOf(await photo({ sidePx: 499 }))).toEqual(["under_500_px"]);
	expect(await notesOf(await photo({ sidePx: 500 }))).toEqual([]);
});

describe("not centred", () => {
	it.each([
		["to the left", { left: 0.1 }],
		["to the right", { left: 0.3 }],
		["up", { top: 0.05 }],
		["down", { top: 0.25 }],
	])("is noted for a product shifted %s, on white, on grey and cut out", async (_where, place) => {
		expect(await notesOf(await photo(place))).toEqual(["not_centred"]);
		expect(await notesOf(await photo({ ...place, background: "#ccc" }))).toEqual([
			"not_centred",
			"background_not_white",
		]);
		expect(await notesOf(await cutOut(place), "front_clean")).toEqual(["not_centred"]);
	});

	it("is not noted for a shift of a twenty-fifth", async () => {
		expect(await notesOf(await photo({ left: 0.24, top: 0.19 }))).toEqual([]);
	});

	it("is not noted for a speck of dust in a corner", async () => {
		const dust = Buffer.from(
			`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><circle cx="30" cy="30" r="2"/></svg>`,
		);
		const dusty = await sharp(await photo())
			.composite([{ input: dust }])
			.jpeg()
			.toBuffer();
		expect(await notesOf(dusty)).toEqual([]);
	});
});

describe("clipped", () => {
	it.each([
		["left", { left: -0.1 }],
		["right", { left: 0.5 }],
		["top", { top: -0.1 }],
		["bottom", { top: 0.4 }],
	])("is the only note for a product cut off at the %s, whose centre is unknown", async (_edge, place) => {
		expect(await notesOf(await photo(place))).toEqual(["clipped"]);
		expect(await notesOf(await cutOut(place), "back_clean")).toEqual(["clipped"]);
	});
});

describe("a background that is not white", () => {
	it.each(["#e8e8e8", "#ffe", "#000", "#7bc"])("is noted for %s", async (background) => {
		expect(await notesOf(await photo({ background }))).toEqual(["background_not_white"]);
	});

	it("is the only note on a multicoloured background, where the product cannot be located", async () => {
		const noise = { type: "gaussian", mean: 128, sigma: 70 } as const;
		const size = { width: 40, height: 40, channels: 3, background: "#000", noise } as const;
		const table = await sharp(await sharp({ create: size }).png().toBuffer())
			.resize(800, 800)
			.png()
			.toBuffer();
		const standing = await sharp(table)
			.composite([{ input: await cutOut({ left: 0.05 }) }])
			.jpeg()
			.toBuffer();
		expect(await notesOf(standing)).toEqual(["background_not_white"]);
	});

	it("is not noted for JPEG noise or a cut-out", async () => {
		expect(await notesOf(await photo({ background: "#fafafa" }))).toEqual([]);
		expect(await notesOf(await cutOut({ background: "#000" }), "front_clean")).toEqual([]);
	});
});
