import type { Raster } from "@packshot/marking/prepare";
import type { QualityNote } from "../store/quality-notes.ts";
import { shrunk } from "./resize.ts";
import { findSilhouette, type Silhouette, type Spans } from "./silhouette.ts";

/** Pixels of the longer edge at which sharpness is measured: about the size in which shops show a picture. */
export const SHARPNESS_PX = 800;
/** Pixels of the longer edge below which a picture is too small for a shop's page. */
const LEAST_EDGE_PX = 500;
/**
 * Thresholds measured on packshots at 800 pixels: sharp ones score 0.5 to 2, blurred by a Gaussian of
 * 1.2 pixels 0.2 to 0.35, of 2 pixels 0.1 to 0.2, of 3 pixels 0.05 to 0.12. At some 1.7 pixels small print is lost.
 */
const LEAST_SHARPNESS = 0.2;
/** How far the product's centre may be from the picture's, as a share of the side: margins of 5 % and 15 %. */
const MOST_OFF_CENTRE = 0.05;
/** Share of a picture's side that a product takes up at least; GS1's images of products fill theirs. */
const LEAST_EXTENT = 0.45;
/** Light, out of 255, of the brightest hundredth of a product, below which even its print is in the dark. */
const LEAST_LIGHT = 100;
/** Share of a product that may be as white as paper under a lamp that is too strong. */
const MOST_BLOWN_OUT = 0.6;
const BLOWN_OUT = 254;
const BRIGHTEST = 0.01;
/** A line with a smaller share of product than this contains only a speck of dust. */
const DUST = 0.01;

export interface JudgedPicture {
	/** Longer edge of the imported picture, in pixels. */
	readonly edgePx: number;
	/** At least `SHARPNESS_PX`, unless the picture itself is smaller. */
	readonly detailed: Raster;
	/** For the shape: some 320 pixels. */
	readonly small: Raster;
}

/** Notes what an operator might want to photograph again; nothing is refused because of it. */
export async function judgeQuality({ edgePx, detailed, small }: JudgedPicture): Promise<QualityNote[]> {
	const silhouette = findSilhouette(small);
	const { sharpness, light, blownOut } = measured(await shrunk(detailed, SHARPNESS_PX), silhouette);
	const notes: QualityNote[] = [];
	if (sharpness !== undefined && sharpness < LEAST_SHARPNESS) notes.push("blurred");
	if (light < LEAST_LIGHT) notes.push("too_dark");
	if (blownOut > MOST_BLOWN_OUT) notes.push("overexposed");
	if (edgePx < LEAST_EDGE_PX) notes.push("under_500_px");
	// If part of the product is cut off, the centre of the rest says nothing.
	if (silhouette.isAtEdge) notes.push("clipped");
	else {
		if (isOffCentre(silhouette)) notes.push("not_centred");
		if (isSmall(silhouette)) notes.push("small_in_picture");
	}
	if (!silhouette.isOnWhite) notes.push("background_not_white");
	return notes;
}

/** Whether the product takes up so little of both sides that a shop's page shows mostly background. */
function isSmall({ spans }: Silhouette): boolean {
	if (!spans) return false;
	const { rows, columns } = spans;
	const [down, across] = [extent(rows, columns.count.length), extent(columns, rows.count.length)];
	return Math.max(down, across) < LEAST_EXTENT;
}

function isOffCentre({ spans }: Silhouette): boolean {
	if (!spans) return false;
	const { rows, columns } = spans;
	const [down, across] = [offCentre(rows, columns.count.length), offCentre(columns, rows.count.length)];
	return Math.max(down, across) > MOST_OFF_CENTRE;
}

/** Distance between the centre of the lines that contain the product and the centre of all lines, as a share of all lines. */
function offCentre(spans: Spans, lineLength: number): number {
	const { start, end } = taken(spans, lineLength);
	return start < 0 ? 0 : Math.abs((start + end + 1) / 2 / spans.count.length - 0.5);
}

/** Share of all lines between the first and the last that contain the product. */
function extent(spans: Spans, lineLength: number): number {
	const { start, end } = taken(spans, lineLength);
	return start < 0 ? 1 : (end + 1 - start) / spans.count.length;
}

function taken({ count }: Spans, lineLength: number) {
	const isTaken = (pixels: number) => pixels > DUST * lineLength;
	return { start: count.findIndex(isTaken), end: count.findLastIndex(isTaken) };
}

/** Distance in pixels over which contrast is measured: about the width of a clearly blurred edge. */
const REACH_PX = 4;
/** How far inside the silhouette sharpness is measured, as a share of the picture's side: the outline is cut out, and sharp even where the photo is not. */
const INSIDE = 0.01;
/** The top share of pixels that is ignored for sharpness and for contrast: it may be specks. */
const BEYOND = 0.001;
/** Every second row gives as good a measurement as all of them. */
const ROW_STEP = 2;
/** Contrast, out of 255, below which there is nothing that could be sharp. */
const LEAST_CONTRAST = 40;

/**
 * How bright the product is, and the sharpness of its sharpest details: the strongest Laplacians divided by the strongest contrasts, which makes it a measure of
 * focus and not of print. A step from one pixel to the next measures 1, its corner 2, and blurred details approach 0.
 * A product that has too little contrast to tell has no sharpness.
 */
function measured(picture: Raster, { spans }: Silhouette) {
	const luma = lumaOf(picture);
	const laplacians = new Uint32Array(1024);
	const contrasts = new Uint32Array(256);
	const lights = new Uint32Array(256);
	const { width, height } = picture;
	let count = 0;
	const columns = spans && scaledSpans(spans.columns, width, height);
	const rows = spans && scaledSpans(spans.rows, height, width);
	for (let y = REACH_PX; y < height - REACH_PX; y += ROW_STEP) {
		const from = Math.max(REACH_PX, rows?.first[y] ?? 0);
		const to = Math.min(width - REACH_PX - 1, rows?.last[y] ?? width);
		for (let x = from; x <= to; x++) {
			if (columns && (y < (columns.first[x] ?? 0) || y > (columns.last[x] ?? 0))) continue;
			const here = y * width + x;
			tally(laplacians, laplacianAt(luma, width, here));
			tally(contrasts, contrastAt(luma, width, here));
			tally(lights, luma[here] ?? 0);
			count++;
		}
	}
	const contrast = exceededBy(contrasts, count * BEYOND);
	return {
		sharpness: contrast < LEAST_CONTRAST ? undefined : exceededBy(laplacians, count * BEYOND) / contrast,
		light: count === 0 ? 255 : exceededBy(lights, count * BRIGHTEST),
		blownOut: spans
			? lights.subarray(BLOWN_OUT).reduce((sum, pixels) => sum + pixels, 0) / Math.max(1, count)
			: 0,
	};
}

function laplacianAt(luma: Uint8Array, width: number, here: number): number {
	const across = (luma[here - 1] ?? 0) + (luma[here + 1] ?? 0);
	const down = (luma[here - width] ?? 0) + (luma[here + width] ?? 0);
	return Math.abs(4 * (luma[here] ?? 0) - across - down);
}

function contrastAt(luma: Uint8Array, width: number, here: number): number {
	const across = Math.abs((luma[here - REACH_PX] ?? 0) - (luma[here + REACH_PX] ?? 0));
	const down = Math.abs((luma[here - REACH_PX * width] ?? 0) - (luma[here + REACH_PX * width] ?? 0));
	return Math.max(across, down);
}

function tally(histogram: Uint32Array, level: number): void {
	histogram[level] = (histogram[level] ?? 0) + 1;
}

/** The highest level that more than this many of the counted values reach. */
function exceededBy(histogram: Uint32Array, wanted: number): number {
	let above = 0;
	for (let level = histogram.length - 1; level > 0; level--) {
		above += histogram[level] ?? 0;
		if (above > wanted) return level;
	}
	return 0;
}

/** Luma by ITU-R BT.601, with a cut-out placed on white. */
function lumaOf({ pixels, width, height, channels }: Raster): Uint8Array {
	const luma = new Uint8Array(width * height);
	for (let place = 0, at = 0; place < luma.length; place++, at += channels) {
		const light = 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
		const opacity = channels === 4 ? (pixels[at + 3] ?? 0) / 255 : 1;
		// Equivalent to `Math.round`, which takes several times as long: the value is never negative.
		luma[place] = (255 + opacity * (light - 255) + 0.5) | 0;
	}
	return luma;
}

/**
 * Scales the spans of a silhouette found in a smaller picture to a larger one, moved inwards from the outline.
 * @param lines of the larger picture
 * @param places pixels in each of its lines
 */
function scaledSpans(spans: Spans, lines: number, places: number): Pick<Spans, "first" | "last"> {
	const scale = lines / spans.first.length;
	const inside = Math.ceil(INSIDE * Math.max(lines, places));
	const [first, last] = [new Int32Array(lines), new Int32Array(lines)];
	for (let to = 0; to < lines; to++) {
		const line = Math.min(spans.first.length - 1, Math.floor(to / scale));
		first[to] = Math.ceil((spans.first[line] ?? 0) * scale) + inside;
		last[to] = Math.floor((spans.last[line] ?? 0) * scale) - inside;
	}
	return { first, last };
}
