import sharp from "sharp";
import { type Background, fitBackground, type Pixels } from "./background.ts";
import { maskOf, OUTSIDE } from "./mask.ts";
import { matte } from "./matte.ts";
import { problemOf } from "./problems.ts";
import { type FoundObject, tiltOf } from "./tilt.ts";

/** Why a pack cannot be cut out, in words that say what to do. */
export interface CutOutRefusal {
	readonly refused: string;
}

export interface CutOut {
	/** PNG with transparency, upright, framed: centred, with an even margin. */
	readonly png: Uint8Array;
	/** Degrees by which it was straightened, clockwise. */
	readonly straightened: number;
	/** The part of the upright picture, in its own pixels, in which the pack is centred with the same margin, or with as much of it as the picture has. */
	readonly frame: Frame;
}

interface Frame {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

/** Longest side of what is cut out: larger pictures are made smaller first. */
const MOST_PX = 3000;

/**
 * Cuts a pack out of a picture with a plain background: shadows are left out, edges are soft, and their colour is the pack's alone. It is straightened, and
 * centred in a square with an even margin. @param bytes of a file that sharp opens
 */
export async function cutOut(bytes: Uint8Array): Promise<CutOut | CutOutRefusal> {
	const found = await findObject(bytes);
	if ("refused" in found) return found;
	const { rgba, width, height } = found;
	const angle = tiltOf(found);
	const clear = { r: 0, g: 0, b: 0, alpha: 0 };
	const turned = await sharp(rgba, { raw: { width, height, channels: 4 } })
		.rotate(angle, { background: clear })
		.png({ compressionLevel: 1 })
		.toBuffer();
	const trimmed = await sharp(turned)
		.trim({ background: clear, threshold: 8 })
		.png({ compressionLevel: 1 })
		.toBuffer();
	const { width: across, height: down } = await sharp(trimmed).metadata();
	const square = Math.ceil(Math.max(across, down) / FILL);
	const [left, top] = [Math.floor((square - across) / 2), Math.floor((square - down) / 2)];
	const png = await sharp(trimmed)
		.extend({ left, top, right: square - across - left, bottom: square - down - top, background: clear })
		.png({ compressionLevel: 9 })
		.toBuffer();
	const { autoOrient } = await sharp(bytes).metadata();
	return { png, straightened: angle, frame: frameOf(found, autoOrient.width / width) };
}

/** @param scale pixels of the picture for each of what was cut out */
function frameOf({ rgba, width, height }: FoundObject, scale: number): Frame {
	let [left, right, top, bottom] = [width, 0, height, 0];
	for (let place = 0; place < width * height; place++) {
		if ((rgba[place * 4 + 3] ?? 0) < 128) continue;
		const [x, y] = [place % width, Math.floor(place / width)];
		[left, right, top, bottom] = [
			Math.min(left, x),
			Math.max(right, x),
			Math.min(top, y),
			Math.max(bottom, y),
		];
	}
	const half = Math.max(right - left, bottom - top) / 2 / FILL;
	const along = (from: number, to: number, size: number) => {
		const centre = (from + to + 1) / 2;
		const reach = Math.min(half, centre, size - centre);
		const start = Math.ceil((centre - reach) * scale);
		return [start, Math.floor((centre + reach) * scale) - start] as const;
	};
	const [[x, across], [y, down]] = [along(left, right, width), along(top, bottom, height)];
	return { left: x, top: y, width: across, height: down };
}

/** The share of the square that the longer side of the pack fills. */
const FILL = 0.9;

/** Finds the object in a picture. @param bytes of a file that sharp opens */
export async function findObject(bytes: Uint8Array): Promise<FoundObject | CutOutRefusal> {
	const opened = sharp(bytes);
	const { chromaSubsampling } = await opened.metadata();
	const { data, info } = await opened
		.autoOrient()
		.resize(MOST_PX, MOST_PX, { fit: "inside", withoutEnlargement: true })
		.toColourspace("srgb")
		.removeAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true });
	const { width, height } = info;
	const pixels = { rgb: data, width, height };
	const raw = { width, height, channels: 3 } as const;
	const smooth = { ...pixels, rgb: await sharp(data, { raw }).blur(0.8).raw().toBuffer() };
	const border = fitBackground(smooth, borderOf(pixels));
	if (border.share < LEAST_PLAIN || border.spread > MOST_SPREAD)
		return { refused: "the background is not plain: photograph it before white or one other colour" };
	const first = maskOf(smooth, border);
	const background = fitBackground(smooth, unshadedOf(smooth, first, border));
	const mask = maskOf(smooth, background);
	const refused = await problemOf(smooth, mask, background);
	if (refused !== undefined) return { refused };
	const isTintCoarse = chromaSubsampling === "4:2:0" && Math.max(width, height) < MOST_PX;
	return { rgba: matte(pixels, mask, isTintCoarse), width, height };
}

const LEAST_PLAIN = 0.7;
const MOST_SPREAD = 7;
/** Of the shorter side. */
const BORDER = 0.02;
/** So many pixels of the background say enough of it. */
const SAMPLES = 20_000;

function borderOf({ width, height }: Pixels): Uint32Array {
	const wide = Math.max(2, Math.round(BORDER * Math.min(width, height)));
	const isBorder = (place: number) => {
		const [x, y] = [place % width, Math.floor(place / width)];
		return x < wide || y < wide || x >= width - wide || y >= height - wide;
	};
	return sampled(width * height, 2 * wide * (width + height), isBorder);
}

/** Shadows darker than this share of the background would bend its surface. */
const UNSHADED = 0.92;

function unshadedOf({ rgb, width }: Pixels, mask: Uint8Array, border: Background): Uint32Array {
	const levels = new Float32Array(width * 3);
	return sampled(mask.length, mask.length, (place) => {
		const x = place % width;
		if (x === 0) border.row(place / width, levels);
		return mask[place] === OUTSIDE && (rgb[place * 3 + 1] ?? 0) >= UNSHADED * (levels[x * 3 + 1] ?? 0);
	});
}

/** Some of the places that are wanted, evenly. */
function sampled(count: number, expected: number, isWanted: (place: number) => boolean): Uint32Array {
	const everyNth = Math.max(1, Math.floor(expected / SAMPLES));
	const places: number[] = [];
	let found = 0;
	for (let place = 0; place < count; place++)
		if (isWanted(place) && found++ % everyNth === 0) places.push(place);
	return Uint32Array.from(places);
}
