import { createHash } from "node:crypto";
import type { Raster, Refusal } from "@packshot/marking/prepare";
import sharp from "sharp";
import type { Variant } from "../../catalogue/fields/scopes.ts";
import type { QualityNote } from "../store/quality-notes.ts";
import { judgeQuality } from "./judge-quality.ts";
import { openVariant } from "./prepare.ts";
import { longerEdge, shrunk } from "./resize.ts";
import { THUMBNAIL_PX } from "./thumbnails.ts";

/** Pixels of a preview's longer edge: enough to read small print. */
const PREVIEW_PX = 1600;

/** A preview of a picture that is not in the catalogue yet: without watermark or marks, and without the file's own metadata. */
export interface PreviewedPicture {
	/** Size in pixels, upright. */
	readonly width: number;
	readonly height: number;
	readonly sha256: string;
	/** WebP; no larger than the picture. */
	readonly preview: Uint8Array;
	readonly thumbnail: Uint8Array;
	readonly qualityNotes: readonly QualityNote[];
}

/** Checks a picture as an import does, and makes its preview files. */
export async function previewPicture(
	bytes: Uint8Array,
	variant: Variant,
): Promise<PreviewedPicture | Refusal> {
	const judged = await judgePicture(bytes, variant);
	if ("refused" in judged) return judged;
	const { raster, large, small, qualityNotes } = judged;
	return {
		width: raster.width,
		height: raster.height,
		sha256: createHash("sha256").update(bytes).digest("hex"),
		preview: await webp(large),
		thumbnail: await webp(small),
		qualityNotes,
	};
}

/** Checks a picture as an import does, and judges it. */
export async function judgePicture(bytes: Uint8Array, variant: Variant) {
	const opened = await openVariant(bytes, variant);
	if ("refused" in opened) return opened;
	const { raster } = opened;
	const large = await shrunk(raster, PREVIEW_PX);
	const small = await shrunk(large, THUMBNAIL_PX);
	const qualityNotes = await judgeQuality({ edgePx: longerEdge(raster), detailed: large, small });
	return { raster, large, small, qualityNotes };
}

function webp({ pixels, width, height, channels }: Raster): Promise<Uint8Array> {
	return sharp(pixels, { raw: { width, height, channels } }).webp({ quality: 85 }).toBuffer();
}
