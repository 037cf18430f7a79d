import { createHash } from "node:crypto";
import {
	fingerprint,
	maxFileBytes,
	maxPixels,
	type OpenedPicture,
	openPicture,
	type Refusal,
} from "@packshot/marking/prepare";
import { isCleanVariant, type Variant } from "../../catalogue/fields/scopes.ts";
import { type Adjustment, storedAdjustment } from "../store/adjustment.ts";
import { adjusted } from "./adjust.ts";
import { isOpaque, openOtherFormat } from "./open-other-format.ts";
import { photoDate } from "./photo-date.ts";
import { type PreparedFiles, prepareFiles, prepareSmaller, type SmallerPictures } from "./prepare-files.ts";
import { longerEdge } from "./resize.ts";
import { encodeThumbnails } from "./thumbnails.ts";
import type { WatermarkSettings } from "./watermark-settings.ts";

export interface SmallerOptions {
	readonly variant: Variant;
	readonly watermark: WatermarkSettings;
	/** Longer edges in pixels of the sizes to prepare besides the full one. */
	readonly sizesPx: readonly number[];
	/** How it is turned and cropped; by default it is shown as its file has it. */
	readonly adjustment?: Adjustment;
}

/** For a picture whose full size is prepared already. */
export interface LaterOptions extends SmallerOptions {
	/** Whether that can carry invisible marks. */
	readonly markable: boolean;
}

export interface PrepareOptions extends SmallerOptions {
	/** The file's own date, from its folder or archive. */
	readonly fileDateMs?: number;
	/** Time of the import, the latest possible date of a photo. Defaults to now. */
	readonly nowMs?: number;
}

/** Everything that is stored of one picture, apart from the original bytes. */
export interface PreparedPicture extends PreparedFiles, SmallerPictures {
	/** `YYYY-MM-DD` */
	readonly photoDate: string;
	readonly contentType: "image/jpeg" | "image/png";
	readonly original: { readonly sha256: string; readonly sizeBytes: number };
	readonly fingerprint: Uint8Array;
}

/**
 * Turns an incoming file into what is stored and delivered, or says why it is rejected. Deterministic: the same bytes and options give
 * the same result. Decodes only once. Throws when the watermark's settings cannot be drawn, since that is not the picture's fault.
 */
export async function preparePicture(
	bytes: Uint8Array,
	options: PrepareOptions,
): Promise<Refusal | PreparedPicture> {
	const { variant, watermark, sizesPx } = options;
	const opened = await openVariant(bytes, variant, options.adjustment);
	if ("refused" in opened) return opened;
	const { raster: picture, exif } = opened;
	const found = fingerprint(picture);
	const { small, ...smaller } = await prepareSmaller(picture, sizesPx, watermark);
	const files = await prepareFiles(picture, watermark);
	return {
		photoDate: await photoDate(exif, options.fileDateMs, options.nowMs ?? Date.now()),
		contentType: isCleanVariant(variant) ? "image/png" : "image/jpeg",
		original: { sha256: createHash("sha256").update(bytes).digest("hex"), sizeBytes: bytes.length },
		fingerprint: found,
		...smaller,
		...files,
		thumbnails: await encodeThumbnails(small, watermark, files.markable),
	};
}

/** Prepares only the sizes smaller than the full one, of a picture that an earlier import prepared without them. */
export async function prepareSmallerOnly(
	bytes: Uint8Array,
	{ variant, watermark, sizesPx, adjustment, markable }: LaterOptions,
): Promise<Refusal | SmallerPictures> {
	const opened = await openVariant(bytes, variant, adjustment);
	if ("refused" in opened) return opened;
	const { small, ...smaller } = await prepareSmaller(opened.raster, sizesPx, watermark);
	return { ...smaller, thumbnails: await encodeThumbnails(small, watermark, markable) };
}

interface OpenedVariant extends OpenedPicture {
	/** Pixels of the longer edge before cropping. */
	readonly wholeEdgePx: number;
}

/** Decodes a picture as its variant is imported, cut out or on white, and turns and crops it. */
export async function openVariant(
	bytes: Uint8Array,
	variant: Variant,
	adjustment?: Adjustment,
): Promise<OpenedVariant | Refusal> {
	const opened = await openWhole(bytes, variant);
	if ("refused" in opened) return opened;
	const wholeEdgePx = longerEdge(opened.raster);
	if (!adjustment || storedAdjustment(adjustment) === null) return { ...opened, wholeEdgePx };
	const raster = await adjusted(opened.raster, adjustment);
	if ("refused" in raster) return raster;
	if (isCleanVariant(variant) && isOpaque(raster.pixels))
		return { refused: "a cut-out has to have transparency, and what is left after cropping has none" };
	return { ...opened, raster, wholeEdgePx };
}

async function openWhole(bytes: Uint8Array, variant: Variant): Promise<OpenedPicture | Refusal> {
	const isCutOut = isCleanVariant(variant);
	const other = await openOtherFormat(bytes, { isCutOut, maxBytes: maxFileBytes, maxPixels });
	return other ?? openPicture(bytes, { background: isCutOut ? "transparent" : "white", name: variant });
}
