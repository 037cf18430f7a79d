import type { Picture } from "../tracing/picture.ts";
import type { Raster } from "./normalise.ts";

/** The picture as tracing looks at it: luma (ITU-R BT.601 weights, as in JPEG) and, for a cut-out, how opaque each pixel is. */
export function brightnessOf({ pixels, width, height, channels }: Raster): Picture {
	const luma = new Float32Array(width * height);
	for (let i = 0, at = 0; i < luma.length; i++, at += channels) {
		luma[i] = 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
	}
	if (channels === 3) return { luma: { width, height, values: luma } };
	const opacity = new Float32Array(width * height);
	for (let i = 0; i < opacity.length; i++) opacity[i] = (pixels[4 * i + 3] ?? 0) / 255;
	return { luma: { width, height, values: luma }, opacity: { width, height, values: opacity } };
}
