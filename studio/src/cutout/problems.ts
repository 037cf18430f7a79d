import sharp from "sharp";
import type { Background, Pixels } from "./background.ts";
import { keepLargeParts, OBJECT, OUTSIDE, stepAt } from "./mask.ts";

/** Parts that have a smaller share of the largest one's pixels are dust. */
const DUST = 0.01;
/** Shares of the picture. */
const LEAST_SIZE = 0.02;
/** Share of a side that the object may cover by chance. */
const AT_EDGE = 0.01;
/** Parts of at least this share of the largest one that an object may have. */
const MOST_PARTS = 3;

/** Why what was found is no whole object; the mask keeps its large parts alone. */
export async function problemOf(
	pixels: Pixels,
	mask: Uint8Array,
	background: Background,
): Promise<string | undefined> {
	const { width, height } = pixels;
	const parts = keepLargeParts(mask, width, DUST);
	const size = parts.reduce((sum, part) => sum + part.size, 0);
	if (size < LEAST_SIZE * width * height) return TOO_ALIKE;
	if (touchesEdge(mask, width, height))
		return "the pack reaches the edge of the picture: photograph it with some background on all sides";
	if (parts.length > MOST_PARTS) return TOO_ALIKE;
	if (hasWeakEdge(pixels, mask, background) || hasGap(pixels, mask, background)) return TOO_ALIKE;
	if (hasEdgeOutside(pixels, mask, background)) return TOO_ALIKE;
	return (await roughness(mask, width, height)) > MOST_ROUGH
		? "a grey part of the pack can hardly be told from its shadow: photograph it with softer light, or before another colour"
		: undefined;
}

const TOO_ALIKE =
	"the pack can hardly be told from the background: photograph it before another colour, or with light from behind";

function touchesEdge(mask: Uint8Array, width: number, height: number): boolean {
	const edges = [0, 0, 0, 0];
	for (let x = 0; x < width; x++) {
		edges[0] = (edges[0] ?? 0) + (mask[x] ?? 0);
		edges[1] = (edges[1] ?? 0) + (mask[(height - 1) * width + x] ?? 0);
	}
	for (let y = 0; y < height; y++) {
		edges[2] = (edges[2] ?? 0) + (mask[y * width] ?? 0);
		edges[3] = (edges[3] ?? 0) + (mask[y * width + width - 1] ?? 0);
	}
	return edges.some((count, at) => count > AT_EDGE * (at < 2 ? width : height));
}

/** Levels by which the object has to differ from the background just within its outline, and the share of the outline that may differ less. */
const LEAST_STEP = 10;
const MOST_WEAK = 0.2;

function hasWeakEdge({ rgb, width, height }: Pixels, mask: Uint8Array, background: Background): boolean {
	let [outline, weak] = [0, 0];
	const levels = new Float32Array(width * 3);
	for (let y = 2; y < height - 2; y++) {
		background.row(y, levels);
		for (let x = 2; x < width - 2; x++) {
			const place = y * width + x;
			if (mask[place] !== OBJECT) continue;
			const isOutline = [place - 1, place + 1, place - width, place + width].some(
				(near) => mask[near] === OUTSIDE,
			);
			if (!isOutline) continue;
			outline++;
			let most = 0;
			for (const near of [place, place - 2, place + 2, place - 2 * width, place + 2 * width]) {
				if (mask[near] !== OBJECT) continue;
				for (let channel = 0; channel < 3; channel++)
					most = Math.max(most, Math.abs((rgb[near * 3 + channel] ?? 0) - (levels[x * 3 + channel] ?? 0)));
			}
			if (most < LEAST_STEP + 2 * background.spread) weak++;
		}
	}
	return weak > MOST_WEAK * outline;
}

/** Pixels of a side from which an edge is told from a shadow's by its steepness alone: of smaller pictures shadows are steeper. */
const FINE_PX = 900;
/** How steep the background is nowhere farther from the object than a share of a side, in levels over four pixels, and the share of the outline that may be so. */
const OUTSIDE_STEP = 25;
const AWAY = 0.013;
const MOST_OUTSIDE = 0.05;

/** Whether an edge remains away from the object: that of a part of the pack that was taken for background or shadow. */
function hasEdgeOutside(pixels: Pixels, mask: Uint8Array, background: Background): boolean {
	const { width, height } = pixels;
	const near = grown(mask, width, Math.ceil(AWAY * Math.max(width, height)), OBJECT);
	const most = OUTSIDE_STEP * Math.max(1, FINE_PX / Math.max(width, height)) + 2 * background.spread;
	let [outline, steep] = [0, 0];
	for (let place = width; place < mask.length; place++) {
		if (mask[place] === OBJECT && (mask[place - 1] === OUTSIDE || mask[place - width] === OUTSIDE)) outline++;
		if (near[place] === OBJECT) continue;
		if (stepAt(pixels, place % width, Math.floor(place / width)) > most) steep++;
	}
	return steep > MOST_OUTSIDE * outline;
}

/** Side of the coarse mask in which gaps are looked for. */
const COARSE_PX = 150;
/** How far a gap may reach between parts of the object, in coarse pixels. */
const GAP_PX = 9;
/** The share of the object that a gap has to have, and how many levels its colour has to differ from the background's. */
const LEAST_GAP = 0.01;
const OTHER_COLOUR = 1.5;

/** Whether a bay in the object's outline is not the background: a pale part of a pack through whose edge the background was followed. */
function hasGap(pixels: Pixels, mask: Uint8Array, background: Background): boolean {
	const { rgb, width, height } = pixels;
	const step = Math.max(1, Math.ceil(Math.max(width, height) / COARSE_PX));
	// Around the picture there is room for as much: what is between the pack and a near edge is no bay.
	const [across, down] = [Math.floor(width / step), Math.floor(height / step)];
	const columns = across + 2 * GAP_PX;
	const coarse = new Uint8Array(columns * (down + 2 * GAP_PX)).fill(OUTSIDE);
	for (let row = 0; row < down; row++)
		for (let column = 0; column < across; column++)
			coarse[(row + GAP_PX) * columns + column + GAP_PX] = mask[(row * width + column) * step] ?? OUTSIDE;
	const closed = grown(grown(coarse, columns, GAP_PX, OBJECT), columns, GAP_PX, OUTSIDE);
	// Right at the outline colours are mixed.
	const near = grown(coarse, columns, 2, OBJECT);
	const levels = new Float32Array(width * 3);
	const sums = [0, 0, 0];
	let [gap, size] = [0, 0];
	for (let row = 0; row < down; row++) {
		background.row(row * step, levels);
		for (let column = 0; column < across; column++) {
			const at = (row + GAP_PX) * columns + column + GAP_PX;
			size += coarse[at] ?? 0;
			if (closed[at] !== OBJECT || near[at] === OBJECT) continue;
			gap++;
			const [x, place] = [column * step, row * step * width + column * step];
			for (let channel = 0; channel < 3; channel++)
				sums[channel] =
					(sums[channel] ?? 0) + (rgb[place * 3 + channel] ?? 0) - (levels[x * 3 + channel] ?? 0);
		}
	}
	if (gap < LEAST_GAP * size) return false;
	const [r = 0, g = 0, b = 0] = sums.map((sum) => sum / gap);
	const isTinted = Math.max(r, g, b) - Math.min(r, g, b) > OTHER_COLOUR;
	return Math.max(r, g, b) > OTHER_COLOUR || isTinted || gap > MOST_GAP * size;
}

/** Of the object: a larger bay in shadow cannot be told from a grey pack. */
const MOST_GAP = 0.12;

/** A mask with what it has of a kind grown by so many pixels, in a square. */
function grown(mask: Uint8Array, width: number, by: number, kind: number): Uint8Array {
	const height = mask.length / width;
	const along = (from: Uint8Array, step: number, length: number, lines: number, lineStep: number) => {
		const to = from.slice();
		for (let line = 0; line < lines; line++)
			for (let at = 0; at < length; at++) {
				const place = line * lineStep + at * step;
				for (let near = Math.max(0, at - by); near <= Math.min(length - 1, at + by); near++)
					if (from[line * lineStep + near * step] === kind) to[place] = kind;
			}
		return to;
	};
	return along(along(mask, 1, width, height, width), width, height, width, 1);
}

/** Pixels by which an outline may differ from a smooth one, on average: where a shadow was followed into a grey pack it is ragged. */
const MOST_ROUGH = 0.6;
const SMOOTH_PX = 4;

async function roughness(mask: Uint8Array, width: number, height: number): Promise<number> {
	const levels = mask.map((kind) => (kind === OBJECT ? 255 : 0));
	const smooth = await sharp(levels, { raw: { width, height, channels: 1 } })
		.blur(SMOOTH_PX)
		.toColourspace("b-w")
		.raw()
		.toBuffer();
	let [different, outline] = [0, 0];
	for (let place = width; place < mask.length - width; place++) {
		if ((mask[place] === OBJECT) !== (smooth[place] ?? 0) > 127) different++;
		if (mask[place] === OBJECT && (mask[place - 1] === OUTSIDE || mask[place - width] === OUTSIDE)) outline++;
	}
	return different / Math.max(1, outline);
}
