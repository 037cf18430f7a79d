import { minimumCells, prepareRaster, type Raster, type Refusal } from "@packshot/marking/prepare";
import sharp from "sharp";
import type { Variant } from "../../catalogue/fields/scopes.ts";
import type { Adjustment } from "../store/adjustment.ts";
import { openVariant } from "./prepare.ts";
import { UNREADABLE_LOGO } from "./rasterise-logo.ts";
import { longerEdge, shrunk } from "./resize.ts";
import { missingCharacters } from "./text-outlines.ts";
import { THUMBNAIL_PX } from "./thumbnails.ts";
import { stampWatermark } from "./watermark.ts";
import { InvisibleMarkError } from "./watermark-mark.ts";
import { previewStyle, type WatermarkSettings } from "./watermark-settings.ts";

export interface WatermarkPreviewOptions {
	readonly variant: Variant;
	readonly watermark: WatermarkSettings;
	readonly adjustment?: Adjustment;
	/** Whether to find out if the picture can carry the invisible mark, which takes time. */
	readonly isJudged?: boolean;
}

export interface WatermarkPreview {
	/** WebP of thumbnail size, without invisible marks and therefore always with a drawn one (SPEC D42). */
	readonly preview: Uint8Array;
	/** Whether the watermark is drawn on what is delivered of this picture. */
	readonly isDrawn: boolean;
	/** Whether it can carry the invisible mark; `undefined` if that was not asked, and the watermark does not depend on it. */
	readonly canBeMarked: boolean | undefined;
	/** Size of the picture itself in pixels, turned and cropped. */
	readonly width: number;
	readonly height: number;
}

/**
 * Shows a picture with a watermark: drawn at full size by the same code as when preparing pictures, then downscaled. Where deliveries have nothing drawn, it
 * has the mark of previews. A part of a picture is shown with no more detail than a preview of the whole has of it: otherwise the picture could be put
 * together from previews.
 * @returns a refusal for a picture that cannot be read.
 */
export async function previewWatermark(
	bytes: Uint8Array,
	{ variant, watermark, adjustment, isJudged = false }: WatermarkPreviewOptions,
): Promise<Refusal | WatermarkPreview> {
	const opened = await openVariant(bytes, variant, adjustment);
	if ("refused" in opened) return opened;
	const { raster, wholeEdgePx } = opened;
	const { width, height } = raster;
	const isUnseen = watermark.place === "invisible";
	const canBeMarked = isUnseen || isJudged ? (await cellCount(raster)) >= minimumCells : undefined;
	const isDrawn = !isUnseen || canBeMarked === false;
	await stampWatermark(raster, isDrawn ? watermark : previewStyle(watermark, raster));
	const edgePx = Math.max(1, Math.round((THUMBNAIL_PX * longerEdge(raster)) / wholeEdgePx));
	const { pixels, ...raw } = await shrunk(raster, edgePx);
	const preview = await sharp(pixels, { raw }).webp({ quality: 90 }).toBuffer();
	return { preview, isDrawn, canBeMarked, width, height };
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
