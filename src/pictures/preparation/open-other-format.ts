import { normalisePicture, type OpenedPicture, type Refusal } from "@packshot/marking/prepare";
import sharp from "sharp";
import { otherFormatOf } from "../store/other-format.ts";

interface OpenOptions {
	readonly isCutOut: boolean;
	readonly maxBytes: number;
	readonly maxPixels: number;
}

/** Decodes a WebP, AVIF or TIFF, or says why it is rejected; undefined for a file of another kind. */
export async function openOtherFormat(
	bytes: Uint8Array,
	{ isCutOut, maxBytes, maxPixels }: OpenOptions,
): Promise<OpenedPicture | Refusal | undefined> {
	const format = otherFormatOf(bytes);
	if (!format) return undefined;
	if (bytes.length > maxBytes) return { refused: `larger than ${maxBytes / 2 ** 20} MiB` };
	const header = await sharp(bytes, { limitInputPixels: maxPixels, pages: -1 })
		.metadata()
		.catch((error: Error) => ({ refused: reasonOf(error) }));
	if ("refused" in header) return header;
	const { width, height, pages = 1, pageHeight = height, exif } = header;
	// Its values would be taken for those of 16 bits, and the picture be black.
	if (header.space === "labs" && header.bitsPerSample === 8) return { refused: LAB };
	if (pages > 1) return { refused: format.name === "TIFF" ? "a TIFF of several pages" : "an animation" };
	if (width * pageHeight > maxPixels)
		return { refused: `over ${maxPixels / 1e6} megapixels: ${width} × ${pageHeight} pixels` };
	const opaque = { refused: `a cut-out has to have transparency, this ${format.name} has none` };
	const raster = await normalisePicture({ sifted: bytes, format: "png" }, isCutOut ? "transparent" : "white");
	if ("refused" in raster) return raster;
	if (isCutOut && isOpaque(raster.pixels)) return opaque;
	return { raster, exif: exif && withoutMark(exif) };
}

const LAB =
	"a TIFF in Lab colours with 8 bits per channel, which is not read: save it as RGB, or with 16 bits";

/** What the decoder says about a header, without what it tried before. */
function reasonOf({ message }: Error): string {
	if (message.includes("labq")) return LAB;
	const reason =
		message
			.replace(/^Input buffer has corrupt header:/, "")
			.trim()
			.split("\n")
			.at(-1) ?? "";
	return `unreadable or truncated: ${reason}`;
}

/** Whether RGBA pixels have no transparency. */
export function isOpaque(pixels: Uint8Array): boolean {
	for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false;
	return true;
}

/** Exif data without the mark that stands before its TIFF structure. */
function withoutMark(exif: Buffer): Uint8Array {
	return exif.subarray(0, 6).toString("latin1") === "Exif\0\0" ? exif.subarray(6) : exif;
}
