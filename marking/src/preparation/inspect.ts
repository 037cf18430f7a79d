import { maxScans, readJpegHeader } from "./jpeg-header.ts";
import { pictureKind } from "./picture-kind.ts";
import { readPngHeader } from "./png-header.ts";

/** Why a picture is rejected, in words for the person who sent it, without a full stop. */
export type Refusal = { refused: string };

/** The kind of result: a JPEG on white, or a PNG cut-out that keeps its transparency. */
export type Background = "white" | "transparent";

/** A picture that may be decoded. Its size is only what the header claims, so a decoder has to enforce the same limits. */
export type Inspected = {
	format: "jpeg" | "png";
	width: number;
	height: number;
	/** The TIFF structure of its Exif data, if it has any. */
	exif: Uint8Array | undefined;
	/** The file without the parts that decoding does not need. */
	sifted: Uint8Array;
};

export const maxFileBytes = 40 * 1024 * 1024;
export const maxPixels = 50_000_000;
/** Limit of JPEG encoders (libjpeg's JPEG_MAX_DIMENSION); front and back are delivered as JPEG. */
const maxSidePixels = 65_500;

/**
 * Decides from the file's structure alone whether the picture can be used for this background: nothing is decoded, so hostile files cost nothing.
 * @param name how to refer to the picture in a refusal
 */
export function inspectPicture(
	bytes: Uint8Array,
	background: Background,
	name = "a cut-out",
): Inspected | Refusal {
	if (bytes.length > maxFileBytes) return { refused: `larger than ${maxFileBytes / 1024 / 1024} MiB` };
	const kind = pictureKind(bytes);
	if (kind === "empty") return { refused: "the file is empty" };
	if (kind === "jpeg") return inspectJpeg(bytes, background, name);
	if (kind === "png") return inspectPng(bytes, background, name);
	return { refused: `neither JPEG nor PNG: it is ${kind.other}` };
}

function inspectJpeg(bytes: Uint8Array, background: Background, name: string): Inspected | Refusal {
	if (background === "transparent")
		return { refused: `${name} has to be a PNG with transparency, this is a JPEG` };
	const header = readJpegHeader(bytes);
	if (!header) return { refused: "unreadable or truncated: the JPEG's header is incomplete" };
	if (header.scanCount > maxScans) return { refused: `over ${maxScans} scans: encoders send some ten` };
	const { width, height, exif, sifted } = header;
	return oversize(header) ?? { format: "jpeg", width, height, exif, sifted };
}

function inspectPng(bytes: Uint8Array, background: Background, name: string): Inspected | Refusal {
	const header = readPngHeader(bytes);
	if (!header) return { refused: "unreadable or truncated: the PNG's chunks are incomplete" };
	if (header.animated) return { refused: "an animation" };
	if (background === "transparent" && !header.hasAlpha) return notTransparent(name);
	const { width, height, exif, sifted } = header;
	return oversize(header) ?? { format: "png", width, height, exif, sifted };
}

/** Reported before decoding for a PNG that cannot be transparent, and after decoding for one that could be but is not. */
export function notTransparent(name: string): Refusal {
	return { refused: `${name} has to be a PNG with transparency, this one has none` };
}

function oversize({ width, height }: { width: number; height: number }): Refusal | undefined {
	const size = `${width} × ${height} pixels`;
	if (width * height > maxPixels) return { refused: `over ${maxPixels / 1e6} megapixels: ${size}` };
	if (Math.max(width, height) > maxSidePixels)
		return { refused: `a side over ${maxSidePixels} pixels: ${size}` };
	return undefined;
}
