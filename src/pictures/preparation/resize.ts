import type { Raster } from "@packshot/marking/prepare";
import sharp from "sharp";

export function longerEdge({ width, height }: { readonly width: number; readonly height: number }): number {
	return Math.max(width, height);
}

/** A smaller copy with this longer edge. A picture that is no larger is copied unchanged. */
export async function shrunk({ pixels, width, height, channels }: Raster, edgePx: number): Promise<Raster> {
	const scale = edgePx / longerEdge({ width, height });
	if (scale >= 1) return { pixels: Buffer.from(pixels), width, height, channels };
	const size = {
		width: Math.max(1, Math.round(width * scale)),
		height: Math.max(1, Math.round(height * scale)),
	};
	const small = await sharp(pixels, { raw: { width, height, channels } })
		.resize({ ...size, fit: "fill" })
		.raw()
		.toBuffer();
	return { pixels: small, ...size, channels };
}
