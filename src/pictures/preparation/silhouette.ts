import type { Raster } from "@packshot/marking/prepare";

/** First and last product pixel in each line; in a line without any, first is greater than last. */
export interface Spans {
	readonly first: Int32Array;
	readonly last: Int32Array;
	/** Number of product pixels in each line. */
	readonly count: Int32Array;
}

/** Where the product is in a picture, determined by its difference from the background. */
export interface Silhouette {
	/** Whether the background is white; a cut-out has none, and counts as white. */
	readonly isOnWhite: boolean;
	/** Absent if no background is found or nothing stands out from it. */
	readonly spans: { readonly rows: Spans; readonly columns: Spans } | undefined;
	/** Whether it reaches an edge of the picture. */
	readonly isAtEdge: boolean;
}

/** Width of the frame that is assumed to be background, as a share of the shorter side. */
const FRAME = 0.01;
/** A median below this in any of red, green and blue shows as a grey or coloured box on a white page. */
const WHITE = 245;
/** A pixel that differs from the background by more than this, out of 255, is product: above JPEG noise and the faint end of a shadow. */
const TOLERANCE = 20;
/** The share of the frame that must have the same colour for it to count as background. */
const UNIFORM = 0.5;
/** Lower opacity in a cut-out is the soft edge of the product, or a shadow. */
const OPAQUE = 128;
/** The share of an edge that the product must cover to count as touching it: more than a speck. */
const AT_EDGE = 0.02;

/** Finds the product in a picture, ideally one of some 320 pixels: larger ones only take longer. */
export function findSilhouette(picture: Raster): Silhouette {
	if (picture.channels === 4) return { isOnWhite: true, ...outline(picture, NO_BACKGROUND) };
	const frame = framePixels(picture);
	const background: Background = [
		median(picture, frame, 0),
		median(picture, frame, 1),
		median(picture, frame, 2),
	];
	let uniformCount = 0;
	for (const at of frame) if (!isProduct(picture, background, at)) uniformCount++;
	const uniform = uniformCount / frame.length;
	const isOnWhite = Math.min(...background) >= WHITE && uniform >= UNIFORM;
	if (uniform < UNIFORM) return { isOnWhite, spans: undefined, isAtEdge: false };
	return { isOnWhite, ...outline(picture, background) };
}

/** Levels of red, green and blue. */
type Background = readonly [number, number, number];
/** For a cut-out. */
const NO_BACKGROUND: Background = [0, 0, 0];

/** Whether the pixel at this offset in `pixels` is part of the product. */
function isProduct({ pixels, channels }: Raster, [red, green, blue]: Background, at: number): boolean {
	if (channels === 4) return (pixels[at + 3] ?? 0) >= OPAQUE;
	return (
		Math.abs((pixels[at] ?? 0) - red) > TOLERANCE ||
		Math.abs((pixels[at + 1] ?? 0) - green) > TOLERANCE ||
		Math.abs((pixels[at + 2] ?? 0) - blue) > TOLERANCE
	);
}

/** Offsets in `pixels` of the pixels along the picture's edges. */
function framePixels({ width, height, channels }: Raster): number[] {
	const wide = Math.max(1, Math.round(FRAME * Math.min(width, height)));
	const places: number[] = [];
	for (let y = 0; y < height; y++) {
		const isWhole = y < wide || y >= height - wide;
		for (let x = 0; x < width; x++) {
			if (isWhole || x < wide || x >= width - wide) places.push((y * width + x) * channels);
		}
	}
	return places;
}

/** The median of a channel at these offsets in `pixels`. */
function median({ pixels }: Raster, places: readonly number[], band: number): number {
	const levels = new Uint8Array(places.length);
	for (let i = 0; i < levels.length; i++) levels[i] = pixels[(places[i] ?? 0) + band] ?? 0;
	return levels.sort()[levels.length >> 1] ?? 0;
}

function outline(picture: Raster, background: Background): Omit<Silhouette, "isOnWhite"> {
	const { width, height, channels } = picture;
	const [rows, columns] = [emptySpans(height), emptySpans(width)];
	const atEdge = { top: 0, bottom: 0, left: 0, right: 0 };
	let found = false;
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			if (!isProduct(picture, background, (y * width + x) * channels)) continue;
			found = true;
			extend(rows, y, x);
			extend(columns, x, y);
			if (y === 0) atEdge.top++;
			if (y === height - 1) atEdge.bottom++;
			if (x === 0) atEdge.left++;
			if (x === width - 1) atEdge.right++;
		}
	}
	const isAtEdge =
		Math.max(atEdge.top, atEdge.bottom) > AT_EDGE * width ||
		Math.max(atEdge.left, atEdge.right) > AT_EDGE * height;
	return { spans: found ? { rows, columns } : undefined, isAtEdge };
}

function emptySpans(lines: number): Spans {
	return {
		first: new Int32Array(lines).fill(2 ** 30),
		last: new Int32Array(lines).fill(-1),
		count: new Int32Array(lines),
	};
}

function extend({ first, last, count }: Spans, line: number, place: number): void {
	count[line] = (count[line] ?? 0) + 1;
	if (place < (first[line] ?? 0)) first[line] = place;
	if (place > (last[line] ?? 0)) last[line] = place;
}
