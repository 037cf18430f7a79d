import sharp from "sharp";
import { COARSENESS, type CoarseMap, valueAt } from "./coarse-map.ts";
import type { Photograph } from "./photograph.ts";

/** JPEG on white paper, with the shadow that the object casts on it. */
export async function onWhite(photo: Photograph): Promise<Uint8Array> {
	const { sizePx, area } = photo;
	const shadow = photo.shadow();
	const rgb = new Uint8Array(sizePx * sizePx * 3).fill(255);
	const pixels = new Uint32Array(photo.rgba.buffer);
	const dark = darkRows(shadow);
	for (let row = 0; row < sizePx; row++) {
		if (dark[Math.floor(row / COARSENESS)]) mergeRow(pixels, sizePx, shadow, row, 0, sizePx - 1, rgb);
		else if (row >= area.top && row <= area.bottom)
			mergeRow(pixels, sizePx, shadow, row, area.left, area.right, rgb);
	}
	return sharp(rgb, { raw: { width: sizePx, height: sizePx, channels: 3 } })
		.jpeg({ quality: 88, chromaSubsampling: "4:4:4" })
		.toBuffer();
}

/** Whether a row of the coarse map, or one beside it, holds any shadow. */
function darkRows({ side, values }: CoarseMap): boolean[] {
	const filled = Array.from({ length: side }, (_, row) =>
		values.subarray(row * side, (row + 1) * side).some((darkness) => darkness > 0.001),
	);
	return filled.map((dark, row) => dark || filled[row - 1] === true || filled[row + 1] === true);
}

function mergeRow(
	pixels: Uint32Array,
	sizePx: number,
	shadow: CoarseMap,
	row: number,
	left: number,
	right: number,
	rgb: Uint8Array,
): void {
	for (let column = left; column <= right; column++) {
		const i = row * sizePx + column;
		const pixel = pixels[i] as number;
		const alpha = pixel >>> 24;
		if (alpha === 255) {
			rgb[i * 3] = pixel & 255;
			rgb[i * 3 + 1] = (pixel >>> 8) & 255;
			rgb[i * 3 + 2] = (pixel >>> 16) & 255;
			continue;
		}
		const ground = (1 - valueAt(shadow, column, row)) * (255 - alpha) + 0.5;
		rgb[i * 3] = ((pixel & 255) * alpha) / 255 + ground;
		rgb[i * 3 + 1] = (((pixel >>> 8) & 255) * alpha) / 255 + ground;
		rgb[i * 3 + 2] = (((pixel >>> 16) & 255) * alpha) / 255 + ground;
	}
}

/** PNG of the object alone. */
export function cutOutOnTransparent(photo: Photograph): Promise<Uint8Array> {
	return sharp(photo.rgba, { raw: { width: photo.sizePx, height: photo.sizePx, channels: 4 } })
		.png({ compressionLevel: 3 })
		.toBuffer();
}
