import type { Refusal } from "@packshot/marking/prepare";
import sharp from "sharp";

export const UNREADABLE_LOGO = "the logo is no PNG or SVG file that can be read";

export interface RasterisedLogo {
	readonly png: Uint8Array;
}

/** It is sent to a process with every picture. */
const LARGEST_PNG_BYTES = 4 * 1024 * 1024;
/** Pixels of a logo's longer edge: as wide as a mark on a large picture. */
const LOGO_PX = 2048;
/** Largest logo accepted, in pixels: about a full-page print. */
export const LOGO_PIXELS = 25_000_000;

/**
 * Turns a logo, which may be a drawing, into a PNG of at most 2,048 pixels. Drawings are evaluated here and nowhere else: one of some kilobytes can be made
 * to take any time and memory, so this runs in a process that can be killed.
 */
export async function rasteriseLogo(logo: Uint8Array): Promise<RasterisedLogo | Refusal> {
	try {
		const { format } = await sharp(logo, { limitInputPixels: LOGO_PIXELS }).metadata();
		const png = await sharp(logo, { limitInputPixels: LOGO_PIXELS, failOn: "error" })
			.autoOrient()
			.resize({ width: LOGO_PX, height: LOGO_PX, fit: "inside", withoutEnlargement: format !== "svg" })
			.ensureAlpha()
			.toColourspace("srgb")
			.png({ compressionLevel: 9 })
			.toBuffer();
		if (png.length > LARGEST_PNG_BYTES)
			return { refused: "the logo has too much detail; choose a simpler one" };
		return { png };
	} catch {
		return { refused: UNREADABLE_LOGO };
	}
}
