import type { Raster } from "@packshot/marking/prepare";
import type { Silhouette, Spans } from "./silhouette.ts";

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
 * Sharpness of the product's sharpest details: the strongest Laplacians divided by the strongest contrasts, which makes it a measure of
 * focus and not of print. A step from one pixel to the next measures 1, its corner 2, and blurred details approach 0.
 * @returns `undefined` if the product has too little contrast to tell.
 */
export function sharpness(picture: Raster, { spans }: Silhouette): number | undefined {
	const luma = lumaOf(picture);
	const laplacians = new Uint32Array(1024);
	const contrasts = new Uint32Array(256);
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
			count++;
		}
	}
	const contrast = exceededBy(contrasts, count * BEYOND);
	return contrast < LEAST_CONTRAST ? undefined : exceededBy(laplacians, count * BEYOND) / contrast;
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
