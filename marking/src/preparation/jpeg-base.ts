import sharp from "sharp";
import type { Raster } from "./normalise.ts";

/** High enough for sharp labels and for marking steps of 6 to 16 DCT units; about 250 KB for 1600×1600. */
const QUALITY = 88;
/** Up to this length of the longer side, in pixels, colour keeps its full resolution: at small sizes its loss shows, and it takes few bytes. */
const FULL_COLOUR_SIDE = 800;

/** The picture as a baseline JPEG with optimised Huffman tables and without metadata, as in-place marking requires. */
export function encodeJpegBase({ pixels, width, height, channels }: Raster): Promise<Buffer> {
	const chromaSubsampling = Math.max(width, height) <= FULL_COLOUR_SIDE ? "4:4:4" : "4:2:0";
	return sharp(pixels, { raw: { width, height, channels } })
		.jpeg({ quality: QUALITY, chromaSubsampling, progressive: false, optimiseCoding: true })
		.toBuffer();
}
