import {
	encodePrepared,
	minimumCells,
	type PreparedBytes,
	type PreparedRaster,
	prepareRaster,
	type Raster,
} from "@packshot/marking/prepare";
import type { QualityNote } from "../store/quality-notes.ts";
import { judgeQuality, SHARPNESS_PX } from "./judge-quality.ts";
import { longerEdge, shrunk } from "./resize.ts";
import { THUMBNAIL_PX, type Thumbnails } from "./thumbnails.ts";
import { stampWatermark } from "./watermark.ts";
import type { WatermarkSettings } from "./watermark-settings.ts";

/** What is stored and delivered of a picture at one size. */
export interface PreparedFiles {
	/** Size in pixels, upright. */
	readonly width: number;
	readonly height: number;
	/** With the visible watermark; the same as `plain` where nothing is drawn. */
	readonly watermarked: PreparedBytes;
	/** Without the visible watermark, for clients with another watermark policy. */
	readonly plain: PreparedBytes;
	/** Whether the two differ: the style draws the watermark, or the picture cannot carry invisible marks. */
	readonly isDrawn: boolean;
	/** Lengths of the files delivered from the two. */
	readonly watermarkedSizeBytes: number;
	readonly plainSizeBytes: number;
	/** Whether both have the `minimumCells` that the invisible mark needs. */
	readonly markable: boolean;
}

export interface PreparedSize extends PreparedFiles {
	/** The nominal size: pixels of the longer edge by which it is requested. */
	readonly sizePx: number;
}

/** Everything made of a picture besides its full size. */
export interface SmallerPictures {
	/** Largest first; sizes that the picture does not exceed are left out. */
	readonly sizes: readonly PreparedSize[];
	readonly thumbnails: Thumbnails;
	readonly qualityNotes: readonly QualityNote[];
}

/** The same before its thumbnails, which look like what is delivered in full size, are drawn. */
export interface SmallerSizes extends Omit<SmallerPictures, "thumbnails"> {
	/** Of thumbnail size. */
	readonly small: Raster;
}

/** Encodes a picture without and with the visible watermark, which is drawn into its pixels in place. */
export async function prepareFiles(picture: Raster, watermark: WatermarkSettings): Promise<PreparedFiles> {
	const plain = await prepareBase(picture);
	const isDrawn = watermark.place !== "invisible" || plain.cellCount < minimumCells;
	if (isDrawn) await stampWatermark(picture, watermark);
	const watermarked = isDrawn ? await prepareBase(picture, plain.measured) : plain;
	return {
		isDrawn,
		width: picture.width,
		height: picture.height,
		watermarked: watermarked.prepared,
		plain: plain.prepared,
		watermarkedSizeBytes: watermarked.sizeBytes,
		plainSizeBytes: plain.sizeBytes,
		markable: Math.min(watermarked.cellCount, plain.cellCount) >= minimumCells,
	};
}

/** Prepares the smaller sizes of a picture, whose own pixels stay unchanged. @param sizesPx longer edges, in any order. */
export async function prepareSmaller(
	picture: Raster,
	sizesPx: readonly number[],
	watermark: WatermarkSettings,
): Promise<SmallerSizes> {
	const wanted = [...sizesPx].filter((sizePx) => sizePx < longerEdge(picture)).sort((a, b) => b - a);
	const rasters: Raster[] = [];
	// Each is downscaled from the next larger one, which has fewer pixels to read.
	for (const sizePx of wanted) rasters.push(await shrunk(rasters.at(-1) ?? picture, sizePx));
	const atLeast = (edgePx: number) => rasters.findLast((raster) => longerEdge(raster) >= edgePx) ?? picture;
	const small = await shrunk(atLeast(THUMBNAIL_PX), THUMBNAIL_PX);
	// Before the watermark is drawn into any of them.
	const detailed = atLeast(SHARPNESS_PX);
	const qualityNotes = await judgeQuality({ edgePx: longerEdge(picture), detailed, small });
	const sizes: PreparedSize[] = [];
	for (const [place, raster] of rasters.entries()) {
		sizes.push({ sizePx: wanted[place] ?? 0, ...(await prepareFiles(raster, watermark)) });
	}
	return { sizes, small, qualityNotes };
}

async function prepareBase(picture: Raster, alike?: PreparedRaster["measured"]) {
	const { base, flips, measured } = await prepareRaster(picture, alike);
	const prepared: PreparedBytes = encodePrepared(base, flips);
	return { prepared, sizeBytes: base.length, cellCount: flips.cellCount, measured };
}
