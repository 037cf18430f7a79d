import type { Raster } from "@packshot/marking/prepare";
import sharp from "sharp";
import { stampWatermark } from "./watermark.ts";
import { drawnPlace, previewStyle, type WatermarkSettings } from "./watermark-settings.ts";

/** Pixels of a thumbnail's longer edge: the most that a preview may have (SPEC D42). */
export const THUMBNAIL_PX = 320;

/** Half the time of the default effort (4), for files a fortieth larger. */
const WEBP_EFFORT = 2;

/** A small picture for the pages, as finished files: always with the visible watermark, without invisible marks. */
export interface Thumbnails {
	/** A cut-out keeps its transparency. */
	readonly webp: Uint8Array;
	/** On white. */
	readonly jpeg: Uint8Array;
}

/**
 * Draws the watermark into pixels of thumbnail size, in place and whatever the style, and encodes them.
 * @param markable whether the picture can carry invisible marks. If it cannot, it is delivered with a drawn one whatever the style, and looks like that.
 */
export async function encodeThumbnails(
	picture: Raster,
	watermark: WatermarkSettings,
	markable: boolean,
): Promise<Thumbnails> {
	const delivered = markable ? watermark : { ...watermark, place: drawnPlace(watermark) };
	await stampWatermark(picture, previewStyle(delivered, picture));
	const { pixels, width, height, channels } = picture;
	const drawn = () => sharp(pixels, { raw: { width, height, channels } });
	const [webp, jpeg] = await Promise.all([
		drawn().webp({ quality: 80, effort: WEBP_EFFORT }).toBuffer(),
		drawn().flatten({ background: "#fff" }).jpeg({ quality: 80 }).toBuffer(),
	]);
	return { webp, jpeg };
}
