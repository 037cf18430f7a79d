import sharp from "sharp";
import { type Background, type Inspected, maxPixels, type Refusal } from "./inspect.ts";

/** Rows of 8-bit sRGB pixels from the top left, without padding: RGB, or RGBA with straight alpha. */
export type Raster = { pixels: Buffer; width: number; height: number; channels: 3 | 4 };

/** Decoding 50 megapixels takes some seconds on one core. */
const maxDecodingSeconds = 60;

/**
 * Decodes a picture upright, converted from its own profile to sRGB, on white or as a cut-out. Metadata is dropped. Rejects what cannot be decoded
 * completely.
 */
export async function normalisePicture(
	{ sifted, format }: Pick<Inspected, "sifted" | "format">,
	background: Background,
): Promise<Raster | Refusal> {
	const decode = (failOn: "warning" | "error") => decodeRaster(sifted, background, failOn);
	try {
		// libjpeg merely warns about a scan that ends early, and leaves the rest of the picture grey.
		return await decode(format === "jpeg" ? "warning" : "error");
	} catch (error) {
		if (isTimeout(error)) return { refused: `decoding it takes longer than ${maxDecodingSeconds} s` };
		if (format === "png" || isLossOfData(error)) return unreadable(error);
	}
	try {
		// Other warnings are about oddities that every viewer tolerates.
		return await decode("error");
	} catch (error) {
		return unreadable(error);
	}
}

async function decodeRaster(
	file: Uint8Array,
	background: Background,
	failOn: "warning" | "error",
): Promise<Raster> {
	const upright = sharp(file, { limitInputPixels: maxPixels, failOn })
		.timeout({ seconds: maxDecodingSeconds })
		.autoOrient();
	const { data, info } = await (background === "white"
		? upright.flatten({ background: "#fff" })
		: upright.ensureAlpha()
	)
		.toColourspace("srgb")
		.raw({ depth: "uchar" })
		.toBuffer({ resolveWithObject: true });
	if (info.channels !== (background === "white" ? 3 : 4)) throw new Error(`${info.channels} channels`);
	return { pixels: data, width: info.width, height: info.height, channels: info.channels };
}

function isTimeout(error: unknown): boolean {
	return error instanceof Error && /^timeout/i.test(error.message);
}

function isLossOfData(error: unknown): boolean {
	return error instanceof Error && /premature end/i.test(error.message);
}

function unreadable(error: unknown): Refusal {
	const detail = error instanceof Error ? error.message.split("\n")[0] : String(error);
	return { refused: `unreadable or truncated: ${detail}` };
}
