import {
	minimumCells,
	openPicture,
	prepareRaster,
	type Raster,
	type Refusal,
} from "@packshot/marking/prepare";
import sharp from "sharp";
import { isCleanVariant, type Variant } from "../../catalogue/fields/scopes.ts";
import { UNREADABLE_LOGO } from "./rasterise-logo.ts";
import { shrunk } from "./resize.ts";
import { missingCharacters } from "./text-outlines.ts";
import { THUMBNAIL_PX } from "./thumbnails.ts";
import { stampWatermark } from "./watermark.ts";
import { InvisibleMarkError } from "./watermark-mark.ts";
import { previewStyle, type WatermarkSettings } from "./watermark-settings.ts";

/** A preview of a watermark on a picture. */
export interface WatermarkPreviewOptions {
	readonly variant: Variant;
	readonly watermark: WatermarkSettings;
}

export interface WatermarkPreview {
	/** WebP of thumbnail size, without invisible marks and therefore always with a drawn one (SPEC D42). */
	readonly preview: Uint8Array;
	/** Whether the watermark is drawn on what is delivered of this picture. */
	readonly isDrawn: boolean;
}

/**
 * Shows a picture with a watermark: drawn at full size by the same code as when preparing pictures, then downscaled. Where deliveries have nothing drawn, it
 * has the mark of previews.
 * @returns a refusal for a picture that cannot be read.
 */
export async function previewWatermark(
	bytes: Uint8Array,
	{ variant, watermark }: WatermarkPreviewOptions,
): Promise<Refusal | WatermarkPreview> {
	const background = isCleanVariant(variant) ? "transparent" : "white";
	const opened = await openPicture(bytes, { background, name: variant });
	if ("refused" in opened) return opened;
	const { raster } = opened;
	const isDrawn = watermark.place !== "invisible" || (await cellCount(raster)) < minimumCells;
	await stampWatermark(raster, isDrawn ? watermark : previewStyle(watermark));
	const { pixels, ...raw } = await shrunk(raster, THUMBNAIL_PX);
	return { preview: await sharp(pixels, { raw }).webp({ quality: 90 }).toBuffer(), isDrawn };
}

async function cellCount(picture: Raster): Promise<number> {
	return (await prepareRaster(picture)).flips.cellCount;
}

const TRIED_PX = 1000;

/** Checks whether a watermark can be drawn and seen. @returns the problem; `null` if there is none. */
export async function watermarkProblem(watermark: WatermarkSettings): Promise<{ problem: string | null }> {
	const { mark } = watermark;
	const missing = "text" in mark ? missingCharacters(mark.text) : [];
	if (missing.length > 0) return { problem: `these characters cannot be drawn: ${missing.join(" ")}` };
	const blank = Buffer.alloc(3 * TRIED_PX * TRIED_PX, 127);
	try {
		await stampWatermark({ pixels: blank, width: TRIED_PX, height: TRIED_PX, channels: 3 }, watermark);
		return { problem: null };
	} catch (fault) {
		if (fault instanceof InvisibleMarkError) return { problem: fault.message };
		return { problem: UNREADABLE_LOGO };
	}
}

/** Mean lightness of a picture, from 0 to 255. */
export async function lightnessOf(bytes: Uint8Array): Promise<number> {
	const { channels } = await sharp(bytes).flatten({ background: "#fff" }).greyscale().stats();
	return channels[0]?.mean ?? 0;
}
