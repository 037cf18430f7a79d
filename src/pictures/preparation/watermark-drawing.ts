import sharp from "sharp";
import { type Mark, SVG_NAMESPACES } from "./watermark-mark.ts";
import type { DrawnPlace } from "./watermark-settings.ts";

/** Straight RGBA pixels to lay over a picture with the top left corner at `left`, `top`: once, or repeated in all directions. */
export type Overlay = {
	pixels: Buffer;
	width: number;
	height: number;
	left: number;
	top: number;
	repeated: boolean;
};

type PictureSize = { width: number; height: number };

/** Places the mark in a picture of this size. */
export function drawOverlay(
	mark: Mark,
	place: DrawnPlace,
	opacity: number,
	picture: PictureSize,
): Promise<Overlay> {
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
