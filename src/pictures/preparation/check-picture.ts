import type { Raster, Refusal } from "@packshot/marking/prepare";
import sharp from "sharp";
import type { Variant } from "../../catalogue/fields/scopes.ts";
import type { QualityNote } from "../store/quality-notes.ts";
import { judgeQuality, SHARPNESS_PX } from "./judge-quality.ts";
import { openVariant } from "./prepare.ts";
import { longerEdge, shrunk } from "./resize.ts";
import { THUMBNAIL_PX } from "./thumbnails.ts";

/** A picture that an import would accept. */
export interface CheckedPicture {
	/** The quality notes that it would get. */
	readonly qualityNotes: readonly QualityNote[];
	/** WebP, where it was asked for. */
	readonly thumbnail?: Uint8Array;
}

/** Pixels of the longer edge of what a dry run shows: many are sent at once. */
const SHOWN_PX = 128;

export interface CheckOptions {
	readonly variant: Variant;
	/** Whether somebody will look at a small view of it. */
	readonly isShown: boolean;
}

/** Decodes a picture and judges its quality as an import does, but prepares nothing, so whether it can carry the invisible mark stays unknown. */
export async function checkPicture(
	bytes: Uint8Array,
	{ variant, isShown }: CheckOptions,
): Promise<CheckedPicture | Refusal> {
	const opened = await openVariant(bytes, variant);
	if ("refused" in opened) return opened;
	const { raster } = opened;
	const detailed = await shrunk(raster, SHARPNESS_PX);
	const small = await shrunk(detailed, THUMBNAIL_PX);
	const qualityNotes = await judgeQuality({ edgePx: longerEdge(raster), detailed, small });
	return isShown ? { qualityNotes, thumbnail: await thumbnailOf(small) } : { qualityNotes };
}

async function thumbnailOf(picture: Raster): Promise<Uint8Array> {
	const { pixels, width, height, channels } = await shrunk(picture, SHOWN_PX);
	return sharp(pixels, { raw: { width, height, channels } }).webp({ quality: 60 }).toBuffer();
}
