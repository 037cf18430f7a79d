import { type Background, inspectPicture, notTransparent, type Refusal } from "./inspect.ts";
import { normalisePicture, type Raster } from "./normalise.ts";

/** An accepted file, decoded upright to sRGB. */
export interface OpenedPicture {
	readonly raster: Raster;
	/** The TIFF structure of its Exif data, if it has any. */
	readonly exif: Uint8Array | undefined;
}

/**
 * Decodes a JPEG or PNG, or says why it is rejected: hostile, damaged, too large, or opaque where a cut-out is required.
 * @param name how to refer to the picture in a refusal
 */
export async function openPicture(
	bytes: Uint8Array,
	{ background, name }: { readonly background: Background; readonly name?: string },
): Promise<OpenedPicture | Refusal> {
	const inspected = inspectPicture(bytes, background, name);
	if ("refused" in inspected) return inspected;
	const raster = await normalisePicture(inspected, background);
	if ("refused" in raster) return raster;
	if (background === "transparent" && !hasTransparency(raster)) return notTransparent(name ?? "a cut-out");
	return { raster, exif: inspected.exif };
}

function hasTransparency({ pixels }: Raster): boolean {
	for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return true;
	return false;
}
