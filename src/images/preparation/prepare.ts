import { createHash } from "node:crypto";
import {
	encodePrepared,
	fingerprint,
	minimumCells,
	openPicture,
	type PreparedBytes,
	prepareRaster,
	type Raster,
	type Refusal,
} from "@packshot/marking/prepare";
import { isCleanVariant, type Variant } from "../../catalogue/scopes.ts";
import { photoDate } from "./photo-date.ts";
import { stampWatermark } from "./watermark.ts";
import type { WatermarkSettings } from "./watermark-settings.ts";

export type PrepareOptions = {
	variant: Variant;
	/** The file's own date, from its folder or archive. */
	fileDateMs?: number;
	/** Time of the import: no photo is younger. Defaults to now. */
	nowMs?: number;
	watermark: WatermarkSettings;
};

/** All that is stored of one picture, apart from the original bytes themselves. */
export type PreparedPicture = {
	/** `YYYY-MM-DD` */
	photoDate: string;
	/** Size in pixels, upright. */
	width: number;
	height: number;
	contentType: "image/jpeg" | "image/png";
	original: { sha256: string; sizeBytes: number };
	/** With the visible watermark; the same as `plain` where nothing is drawn. */
	watermarked: PreparedBytes;
	/** Without it, for clients with another watermark policy. */
	plain: PreparedBytes;
	/** Whether the two differ: the style draws the watermark, or the picture cannot carry invisible marks. */
	isDrawn: boolean;
	/** Length of the files that are delivered from the two. */
	watermarkedSizeBytes: number;
	plainSizeBytes: number;
	/** Whether both have the `minimumCells` that the invisible mark needs. */
	markable: boolean;
	fingerprint: Uint8Array;
};

/**
 * Turns an incoming file into what is stored and delivered, or says why it is rejected. Deterministic: the same bytes and options give
 * the same result. Decodes once. Throws when the watermark's settings cannot be drawn, since that is not the picture's fault.
 */
export async function preparePicture(
	bytes: Uint8Array,
	options: PrepareOptions,
): Promise<Refusal | PreparedPicture> {
	const { variant, watermark } = options;
	const background = isCleanVariant(variant) ? "transparent" : "white";
	const opened = await openPicture(bytes, { background, name: variant });
	if ("refused" in opened) return opened;
	const { raster: picture, exif } = opened;
	const { width, height } = picture;
	const plain = await prepareBase(picture);
	const found = fingerprint(picture);
	const isDrawn = watermark.place !== "invisible" || plain.cellCount < minimumCells;
	if (isDrawn) await stampWatermark(picture, watermark);
	const watermarked = isDrawn ? await prepareBase(picture) : plain;
	return {
		photoDate: await photoDate(exif, options.fileDateMs, options.nowMs ?? Date.now()),
		width,
		height,
		contentType: isCleanVariant(variant) ? "image/png" : "image/jpeg",
		original: { sha256: createHash("sha256").update(bytes).digest("hex"), sizeBytes: bytes.length },
		watermarked: watermarked.prepared,
		plain: plain.prepared,
		isDrawn,
		watermarkedSizeBytes: watermarked.sizeBytes,
		plainSizeBytes: plain.sizeBytes,
		markable: Math.min(watermarked.cellCount, plain.cellCount) >= minimumCells,
		fingerprint: found,
	};
}

async function prepareBase(
	picture: Raster,
): Promise<{ prepared: PreparedBytes; sizeBytes: number; cellCount: number }> {
	const { base, plan } = await prepareRaster(picture);
	return { prepared: encodePrepared(base, plan), sizeBytes: base.length, cellCount: plan.cells.length };
}
