import sharp from "sharp";
import type { Raster } from "./normalise.ts";

/** High enough that labels stay sharp and marking steps of 6 to 16 DCT units exist; about 250 KB for 1600×1600. */
const QUALITY = 88;
/** Up to this many pixels on the longer side colour keeps full resolution: there its loss shows, and its bytes are few. */
const FULL_COLOUR_SIDE = 800;

/** The picture as baseline JPEG with optimised Huffman tables and no metadata: what marking in place can work on. */
export function encodeJpegBase({ pixels, width, height, channels }: Raster): Promise<Buffer> {
	const chromaSubsampling = Math.max(width, height) <= FULL_COLOUR_SIDE ? "4:4:4" : "4:2:0";
	return sharp(pixels, { raw: { width, height, channels } })
		.jpeg({ quality: QUALITY, chromaSubsampling, progressive: false, optimiseCoding: true })
		.toBuffer();
}
