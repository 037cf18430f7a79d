import sharp from "sharp";
import { type CoarseMap, valueAt } from "./coarse-map.ts";
import type { Photograph } from "./photograph.ts";

/** JPEG on white paper, with the shadow the object throws on it. */
export async function onWhite(photo: Photograph): Promise<Uint8Array> {
	const { sizePx, shadow } = photo;
	const rgb = new Uint8Array(sizePx * sizePx * 3).fill(255);
	const pixels = new Uint32Array(photo.rgba.buffer);
	for (let row = 0; row < sizePx; row++) mergeRow(pixels, sizePx, shadow, row, rgb);
	return sharp(rgb, { raw: { width: sizePx, height: sizePx, channels: 3 } })
		.jpeg({ quality: 88, chromaSubsampling: "4:4:4" })
		.toBuffer();
}

function mergeRow(
	pixels: Uint32Array,
	sizePx: number,
	shadow: CoarseMap,
	row: number,
	rgb: Uint8Array,
): void {
	for (let column = 0; column < sizePx; column++) {
		const i = row * sizePx + column;
		const pixel = pixels[i] as number;
		const alpha = pixel >>> 24;
		const ground = alpha === 255 ? 0 : (1 - valueAt(shadow, column, row)) * (255 - alpha);
		if (ground > 254.9) continue;
		rgb[i * 3] = ((pixel & 255) * alpha) / 255 + ground + 0.5;
		rgb[i * 3 + 1] = (((pixel >>> 8) & 255) * alpha) / 255 + ground + 0.5;
		rgb[i * 3 + 2] = (((pixel >>> 16) & 255) * alpha) / 255 + ground + 0.5;
	}
}

/** PNG of the object alone. */
export function cutOutOnTransparent(photo: Photograph): Promise<Uint8Array> {
	return sharp(photo.rgba, { raw: { width: photo.sizePx, height: photo.sizePx, channels: 4 } })
		.png({ compressionLevel: 3 })
		.toBuffer();
}
