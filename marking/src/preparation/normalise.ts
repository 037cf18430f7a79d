import sharp from "sharp";
import { type Background, type Inspected, maxPixels, type Refusal } from "./inspect.ts";

/** Rows of 8-bit sRGB pixels from the top left, without padding: RGB, or RGBA with straight alpha. */
export type Raster = { pixels: Buffer; width: number; height: number; channels: 3 | 4 };

/**
 * Decodes a picture upright, with its colours taken by its own profile to sRGB, on white or as cut-out. Metadata stays behind.
 * Refuses what cannot be decoded to the end.
 */
export async function normalisePicture(
	{ sifted, format }: Pick<Inspected, "sifted" | "format">,
	background: Background,
): Promise<Raster | Refusal> {
	try {
		// libjpeg merely warns of a scan that ends early, and leaves the rest of the picture grey.
		return await decode(sifted, background, format === "jpeg" ? "warning" : "error");
	} catch (error) {
		if (format === "png" || isLossOfData(error)) return unreadable(error);
	}
	try {
		// Other warnings are of oddities that every viewer puts up with.
		return await decode(sifted, background, "error");
	} catch (error) {
		return unreadable(error);
	}
}

async function decode(
	file: Uint8Array,
	background: Background,
	failOn: "warning" | "error",
): Promise<Raster> {
	const upright = sharp(file, { limitInputPixels: maxPixels, failOn }).autoOrient();
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

function isLossOfData(error: unknown): boolean {
	return error instanceof Error && /premature end/i.test(error.message);
}

function unreadable(error: unknown): Refusal {
	const detail = error instanceof Error ? error.message.split("\n")[0] : String(error);
	return { refused: `unreadable or truncated: ${detail}` };
}
