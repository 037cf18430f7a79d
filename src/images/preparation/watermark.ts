import { createHash } from "node:crypto";
import type { Raster } from "./normalise.ts";
import { drawOverlay, type Overlay, type WatermarkPlace } from "./watermark-drawing.ts";
import { logoMark, type Mark, textMark } from "./watermark-mark.ts";

/** What the operator sets for the global visible watermark. */
export type WatermarkSettings = {
	/** A line of text, or the bytes of a PNG or SVG logo. */
	mark: { text: string } | { logo: Uint8Array };
	place: WatermarkPlace;
	/** Width of one mark as a share of the picture's width, above 0 and at most 1; small pictures get a larger one, to stay legible. */
	widthShare: number;
	/** From 0 (not to be seen) to 1 (hides what lies under it). */
	opacity: number;
};

export const defaultWatermark: WatermarkSettings = {
	mark: { text: "PACKSHOT" },
	place: "tiled",
	widthShare: 0.25,
	opacity: 0.3,
};

/** Raised whenever the same settings come to be drawn differently, so that pictures are prepared anew. */
const DRAWING_VERSION = 1;

/** Sixteen hexadecimal digits that change exactly when pictures would get another watermark. */
export function watermarkVersion(settings: WatermarkSettings): string {
	const { mark, place, widthShare, opacity } = settings;
	const kind = "text" in mark ? "text" : "logo";
	return createHash("sha256")
		.update(JSON.stringify([DRAWING_VERSION, kind, place, widthShare, opacity]))
		.update("text" in mark ? mark.text : mark.logo)
		.digest("hex")
		.slice(0, 16);
}

/**
 * Draws the watermark into the picture, in place. Where the picture is transparent its colours stay as they are, and its transparency
 * stays as it is everywhere.
 * Throws when nothing would be seen of the mark, or its logo cannot be read.
 */
export async function stampWatermark(picture: Raster, settings: WatermarkSettings): Promise<void> {
	if (!(settings.opacity > 0 && settings.opacity <= 1))
		throw new RangeError("opacity has to be above 0, at most 1");
	const mark = await markFor(picture, settings);
	const overlay = await drawOverlay(mark, settings.place, settings.opacity, picture);
	blend(picture, overlay);
}

async function markFor(picture: Raster, { mark, widthShare }: WatermarkSettings): Promise<Mark> {
	if (!(widthShare > 0 && widthShare <= 1)) throw new RangeError("widthShare has to be above 0, at most 1");
	const widthPx = markWidthPx(picture, widthShare);
	const maxHeightPx = Math.max(1, MARK_HEIGHT_SHARE * picture.height);
	return "text" in mark
		? textMark(mark.text, widthPx, maxHeightPx)
		: logoMark(mark.logo, widthPx, maxHeightPx);
}

/** In a panorama the height decides, lest one mark fill it. */
const WIDEST_RATIO = 1.5;
/** Narrower marks cannot be read, so a small picture gives up to this share of its width for them. */
const LEGIBLE_WIDTH_PX = 84;
const SMALL_PICTURE_SHARE = 0.5;
const MARK_HEIGHT_SHARE = 0.5;

function markWidthPx(picture: Raster, widthShare: number): number {
	const basePx = Math.min(picture.width, WIDEST_RATIO * picture.height);
	const legiblePx = Math.min(LEGIBLE_WIDTH_PX, SMALL_PICTURE_SHARE * basePx);
	return Math.max(1, widthShare * basePx, legiblePx);
}

function blend(picture: Raster, overlay: Overlay): void {
	const { left, top, width, height, repeated } = overlay;
	const fromY = repeated ? 0 : Math.max(0, top);
	const toY = repeated ? picture.height : Math.min(picture.height, top + height);
	const fromX = repeated ? 0 : Math.max(0, left);
	const toX = repeated ? picture.width : Math.min(picture.width, left + width);
	for (let y = fromY; y < toY; y++) {
		const overlayRow = modulo(y - top, height) * width;
		blendRow(picture, overlay, y * picture.width, overlayRow, fromX, toX);
	}
}

/** Straight-alpha "over", with the mark's opacity scaled by the picture's, rounded to nearest. */
function blendRow(
	{ pixels, channels }: Raster,
	overlay: Overlay,
	pictureRow: number,
	overlayRow: number,
	fromX: number,
	toX: number,
): void {
	const marks = overlay.pixels;
	let overlayX = modulo(fromX - overlay.left, overlay.width);
	for (let x = fromX; x < toX; x++) {
		const from = (overlayRow + overlayX) * 4;
		if (++overlayX === overlay.width) overlayX = 0;
		const markAlpha = marks[from + 3] ?? 0;
		if (markAlpha === 0) continue;
		const to = (pictureRow + x) * channels;
		const alpha = channels === 4 ? (markAlpha * (pixels[to + 3] ?? 0)) / 255 : markAlpha;
		for (let band = 0; band < 3; band++) {
			const under = pixels[to + band] ?? 0;
			pixels[to + band] = Math.round(under + (((marks[from + band] ?? 0) - under) * alpha) / 255);
		}
	}
}

function modulo(value: number, divisor: number): number {
	return ((value % divisor) + divisor) % divisor;
}
