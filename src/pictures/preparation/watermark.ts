import type { Raster } from "@packshot/marking/prepare";
import { LRUCache } from "lru-cache";
import { drawOverlay, type Overlay } from "./watermark-drawing.ts";
import { logoMark, type Mark, textMark } from "./watermark-mark.ts";
import { drawnPlace, type WatermarkSettings, watermarkVersion } from "./watermark-settings.ts";

/**
 * Draws the watermark into the picture, in place. Fully transparent pixels keep their colour, and transparency never changes.
 * Throws when nothing of the mark would be visible, or its logo cannot be read.
 */
export async function stampWatermark(picture: Raster, settings: WatermarkSettings): Promise<void> {
	if (!(settings.opacity > 0 && settings.opacity <= 1))
		throw new RangeError("opacity has to be above 0, at most 1");
	blend(picture, await overlayFor(picture, settings));
}

/** Larger overlays than this are drawn every time and not cached. */
const LARGEST_CACHED_BYTES = 4 * 1024 * 1024;
/** One for each size in which a picture is prepared, and some spare. */
const drawnLately = new LRUCache<string, Overlay>({
	maxSize: 4 * LARGEST_CACHED_BYTES,
	maxEntrySize: LARGEST_CACHED_BYTES,
	sizeCalculation: ({ pixels }) => pixels.length,
});

/** Overlays are cached: a shop's pictures are mostly of one size, and drawing takes four times as long as blending. */
async function overlayFor(picture: Raster, settings: WatermarkSettings): Promise<Overlay> {
	const of = `${watermarkVersion(settings)} ${picture.width}×${picture.height}`;
	const known = drawnLately.get(of);
	if (known) return known;
	const mark = await markFor(picture, settings);
	const overlay = await drawOverlay(mark, drawnPlace(settings), settings.opacity, picture);
	drawnLately.set(of, overlay);
	return overlay;
}

async function markFor(picture: Raster, { mark, widthShare }: WatermarkSettings): Promise<Mark> {
	if (!(widthShare > 0 && widthShare <= 1)) throw new RangeError("widthShare has to be above 0, at most 1");
	const widthPx = markWidthPx(picture, widthShare);
	const maxHeightPx = Math.max(1, MARK_HEIGHT_SHARE * picture.height);
	return "text" in mark
		? textMark(mark.text, widthPx, maxHeightPx)
		: logoMark(mark.png, widthPx, maxHeightPx);
}

/** In a panorama the height decides, so that one mark does not fill it. */
const WIDEST_RATIO = 1.5;
/** Narrower marks are illegible, so a small picture gives up to this share of its width to them. */
const LEGIBLE_WIDTH_PX = 84;
const SMALL_PICTURE_SHARE = 0.5;
const MARK_HEIGHT_SHARE = 0.5;

function markWidthPx(picture: Raster, widthShare: number): number {
	const basePx = Math.min(picture.width, WIDEST_RATIO * picture.height);
	const legiblePx = Math.min(LEGIBLE_WIDTH_PX, SMALL_PICTURE_SHARE * basePx);
	return Math.max(1, widthShare * basePx, legiblePx);
}

/** Most of an overlay is empty, so each of its rows is scanned once, however often it repeats. */
function blend(picture: Raster, overlay: Overlay): void {
	const stepX = overlay.repeated ? overlay.width : Number.POSITIVE_INFINITY;
	const stepY = overlay.repeated ? overlay.height : Number.POSITIVE_INFINITY;
	const firstX = overlay.repeated ? -modulo(-overlay.left, overlay.width) : overlay.left;
	for (let row = 0; row < overlay.height; row++) {
		const columns = visibleColumns(overlay, row);
		const firstY = overlay.repeated ? modulo(overlay.top + row, overlay.height) : overlay.top + row;
		for (let y = firstY; y < picture.height; y += stepY) {
			if (y < 0) continue;
			for (let x = firstX; x < picture.width; x += stepX) blendRow(picture, overlay, row, columns, x, y);
		}
	}
}

function visibleColumns({ pixels, width }: Overlay, row: number): Uint32Array {
	const columns = new Uint32Array(width);
	let count = 0;
	for (let x = 0; x < width; x++) if (pixels[4 * (row * width + x) + 3] !== 0) columns[count++] = x;
	return columns.subarray(0, count);
}

/** Lays one row of the overlay over the picture from `left`, `y`: straight-alpha "over", the mark's opacity scaled by the picture's. */
function blendRow(
	{ pixels, channels, width }: Raster,
	overlay: Overlay,
	row: number,
	columns: Uint32Array,
	left: number,
	y: number,
): void {
	const { pixels: mark } = overlay;
	for (let i = 0; i < columns.length; i++) {
		const column = columns[i] ?? 0;
		const x = left + column;
		if (x < 0 || x >= width) continue;
		const from = 4 * (row * overlay.width + column);
		const to = channels * (y * width + x);
		const markAlpha = (mark[from + 3] ?? 0) / 255;
		const alpha = channels === 4 ? (markAlpha * (pixels[to + 3] ?? 0)) / 255 : markAlpha;
		pixels[to] = over(pixels[to] ?? 0, mark[from] ?? 0, alpha);
		pixels[to + 1] = over(pixels[to + 1] ?? 0, mark[from + 1] ?? 0, alpha);
		pixels[to + 2] = over(pixels[to + 2] ?? 0, mark[from + 2] ?? 0, alpha);
	}
}

/** Equivalent to `Math.round`, which takes several times as long: the value is never negative. */
function over(under: number, mark: number, alpha: number): number {
	return (under + (mark - under) * alpha + 0.5) | 0;
}

function modulo(value: number, divisor: number): number {
	return ((value % divisor) + divisor) % divisor;
}
