import sharp, { type Sharp } from "sharp";
import { countScans, maxScans } from "../preparation/jpeg-header.ts";
import { pictureKind } from "../preparation/picture-kind.ts";
import type { Plane } from "./plane.ts";

/** A decoded picture as attribution uses it: luma, and the opacity of each pixel if the file has transparency. */
export interface Picture {
	readonly luma: Plane;
	/** Absent when every pixel is opaque. */
	readonly opacity?: Plane;
}

/** Largest accepted leak or base: the same limit as for imports. */
const maxPixels = 50_000_000;
const maxDecodingSeconds = 60;

/**
 * Decodes any photograph that sharp can read, upright, to luma (ITU-R BT.601 weights, as in JPEG) and opacity. A damaged file is read as far as
 * possible. Throws sharp's error when nothing can be read, and a descriptive error for files crafted to keep the decoder busy.
 */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
	const opened = await openLeak(bytes);
	const { data, info } = await opened.toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
	const { width, height, channels } = info;
	const luma: Plane = { width, height, values: lumaOf(data, channels) };
	const opacity = channels === 2 || channels === 4 ? opacityOf(data, channels) : undefined;
	return opacity ? { luma, opacity: { width, height, values: opacity } } : { luma };
}

/** Opens a photograph, upright and not decoded yet, with the limits and errors of `decodePicture`. */
export async function openLeak(bytes: Uint8Array): Promise<Sharp> {
	if (pictureKind(bytes) === "jpeg" && countScans(bytes) > maxScans)
		throw new Error(`Input image has over ${maxScans} scans`);
	// A drawing can be made to take arbitrary time and memory, whatever its size.
	if ((await sharp(bytes, { failOn: "none" }).metadata()).format === "svg")
		throw new Error("Input image is a drawing (SVG), no picture");
	return sharp(bytes, { failOn: "none", limitInputPixels: maxPixels })
		.timeout({ seconds: maxDecodingSeconds })
		.autoOrient();
}

/** Composites a picture over a plain background of brightness `background` (0…255). */
export function flatten(picture: Picture, background: number): Plane {
	const { luma, opacity } = picture;
	if (!opacity) return luma;
	const values = new Float32Array(luma.values.length);
	for (let i = 0; i < values.length; i++) {
		const alpha = opacity.values[i] as number;
		values[i] = (luma.values[i] as number) * alpha + background * (1 - alpha);
	}
	return { ...luma, values };
}

function lumaOf(data: Uint8Array, channels: number): Float32Array {
	const luma = new Float32Array(data.length / channels);
	if (channels < 3) return luma.map((_, i) => data[i * channels] ?? 0);
	for (let i = 0, at = 0; i < luma.length; i++, at += channels) {
		luma[i] =
			0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number);
	}
	return luma;
}

/** Undefined when no pixel is transparent. */
function opacityOf(data: Uint8Array, channels: number): Float32Array | undefined {
	const opacity = new Float32Array(data.length / channels);
	let opaque = true;
	for (let i = 0, at = channels - 1; i < opacity.length; i++, at += channels) {
		const alpha = data[at] as number;
		if (alpha < 255) opaque = false;
		opacity[i] = alpha / 255;
	}
	return opaque ? undefined : opacity;
}
