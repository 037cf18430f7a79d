import type { Raster } from "@packshot/marking/prepare";
import { LRUCache } from "lru-cache";
import sharp from "sharp";
import { logoMark, type Mark, SVG_NAMESPACES, textMark } from "./watermark-mark.ts";
import {
	type DrawnPlace,
	drawnPlace,
	type WatermarkSettings,
	watermarkVersion,
} from "./watermark-settings.ts";

/** Draws the watermark into the picture, in place, without changing transparency. Throws when none of it would be visible, or its logo is unreadable. */
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

/** Straight RGBA pixels to lay over a picture with the top left corner at `left`, `top`: once, or repeated in all directions. */
type Overlay = {
	pixels: Buffer;
	width: number;
	height: number;
	left: number;
	top: number;
	repeated: boolean;
};

type PictureSize = { width: number; height: number };

/** Places the mark in a picture of this size. */
function drawOverlay(mark: Mark, place: DrawnPlace, opacity: number, picture: PictureSize): Promise<Overlay> {
	return place === "tiled" ? drawTile(mark, opacity, picture) : drawOnce(mark, place, opacity, picture);
}

/** Marks rise along the diagonal, and every second row is shifted, so that they do not line up. */
const TILT_DEGREES = -30;
/** Size of a tile, which holds two marks, in mark widths: dense enough that no product fits between, open enough to see it. */
const TILE = { width: 1.75, height: 1.5 };
const MARK_CENTRES = [
	{ x: 0.25, y: 0.25 },
	{ x: 0.75, y: 0.75 },
];

async function drawTile(mark: Mark, opacity: number, picture: PictureSize): Promise<Overlay> {
	const width = Math.max(1, Math.round(mark.widthPx * TILE.width));
	const height = Math.max(1, Math.round(mark.widthPx * TILE.height));
	const copies = centresAround(mark, width, height).map(({ x, y }) => markAt(mark, x, y, TILT_DEGREES));
	const pixels = await paint(copies, opacity, width, height);
	// One mark sits in the middle of the picture, so that even one smaller than a tile shows it.
	const left = Math.round(picture.width / 2 - width / 4);
	const top = Math.round(picture.height / 2 - height / 4);
	return { pixels, width, height, left, top, repeated: true };
}

/** A mark that sticks out of the tile reappears on the opposite side, so that the tile repeats without a seam. */
function centresAround(mark: Mark, width: number, height: number): { x: number; y: number }[] {
	const reach = Math.hypot(mark.widthPx, mark.heightPx) / 2 + mark.edgePx;
	return MARK_CENTRES.flatMap((centre) =>
		[-1, 0, 1].flatMap((column) =>
			[-1, 0, 1].map((row) => ({ x: (centre.x + column) * width, y: (centre.y + row) * height })),
		),
	).filter(({ x, y }) => x > -reach && x < width + reach && y > -reach && y < height + reach);
}

/** Distance of a single mark from the edges, as a share of the picture's shorter side. */
const MARGIN = 0.03;

async function drawOnce(
	mark: Mark,
	place: Exclude<DrawnPlace, "tiled">,
	opacity: number,
	picture: PictureSize,
): Promise<Overlay> {
	const width = Math.ceil(mark.widthPx + 2 * mark.edgePx);
	const height = Math.ceil(mark.heightPx + 2 * mark.edgePx);
	const pixels = await paint([markAt(mark, width / 2, height / 2, 0)], opacity, width, height);
	const margin = Math.round(MARGIN * Math.min(picture.width, picture.height));
	const left = position(picture.width - width, margin, place.endsWith("left"), place.endsWith("right"));
	const top = position(picture.height - height, margin, place.startsWith("top"), place.startsWith("bottom"));
	return { pixels, width, height, left, top, repeated: false };
}

/** Where a mark starts along one side of the picture that has `room` left: at the start, at the end or in the middle. */
function position(room: number, margin: number, atStart: boolean, atEnd: boolean): number {
	if (atStart) return margin;
	return atEnd ? room - margin : Math.round(room / 2);
}

function markAt(mark: Mark, x: number, y: number, degrees: number): string {
	return `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${degrees})">${mark.svg}</g>`;
}

function paint(parts: string[], opacity: number, width: number, height: number): Promise<Buffer> {
	const svg =
		`<svg ${SVG_NAMESPACES} width="${width}" height="${height}">` +
		`<g opacity="${opacity}">${parts.join("")}</g></svg>`;
	return sharp(Buffer.from(svg), { unlimited: true }).toColourspace("srgb").ensureAlpha().raw().toBuffer();
}
