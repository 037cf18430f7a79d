import type { Picture } from "./picture.ts";

/** Rows of 8-bit sRGB pixels from the top left, without padding: RGB, or RGBA with straight alpha. */
export interface Pixels {
	readonly pixels: Uint8Array;
	readonly width: number;
	readonly height: number;
	readonly channels: 3 | 4;
}

/** Luma of 8-bit sRGB: the weights of ITU-R BT.601 in 256ths. */
const [redWeight, greenWeight, blueWeight] = [77, 150, 29];

/**
 * Luma and opacity of a picture, each value the mean of a square of `square` by `square` pixels. Incomplete squares at the right and at the bottom
 * are omitted.
 */
export function reduce(picture: Pixels, square: number): Picture {
	const width = Math.floor(picture.width / square);
	const height = Math.floor(picture.height / square);
	const luma = { width, height, values: new Float32Array(width * height) };
	if (picture.channels === 3) {
		for (let row = 0; row < height; row++)
			lumaOfRow(picture, square, row, luma.values.subarray(row * width, (row + 1) * width));
		return { luma };
	}
	const opacity = { width, height, values: new Float32Array(width * height) };
	for (let row = 0; row < height; row++) {
		const [from, to] = [row * width, (row + 1) * width];
		cutOutRow(picture, square, row, luma.values.subarray(from, to), opacity.values.subarray(from, to));
	}
	return { luma, opacity };
}

function lumaOfRow({ pixels, width }: Pixels, square: number, row: number, luma: Float32Array): void {
	const share = 1 / (256 * square ** 2);
	for (let column = 0; column < luma.length; column++) {
		let sum = 0;
		let line = 3 * square * (row * width + column);
		for (let y = 0; y < square; y++, line += 3 * width) {
			for (let at = line; at < line + 3 * square; at += 3)
				sum +=
					redWeight * (pixels[at] as number) +
					greenWeight * (pixels[at + 1] as number) +
					blueWeight * (pixels[at + 2] as number);
		}
		luma[column] = sum * share;
	}
}

/** The luma of a square is that of what is visible in it: its mean is weighted by opacity. */
function cutOutRow(
	{ pixels, width }: Pixels,
	square: number,
	row: number,
	luma: Float32Array,
	opacity: Float32Array,
): void {
	for (let column = 0; column < luma.length; column++) {
		let seen = 0;
		let alpha = 0;
		let line = 4 * square * (row * width + column);
		for (let y = 0; y < square; y++, line += 4 * width) {
			for (let at = line; at < line + 4 * square; at += 4) {
				const weight = pixels[at + 3] as number;
				if (weight === 0) continue;
				alpha += weight;
				seen +=
					weight *
					(redWeight * (pixels[at] as number) +
						greenWeight * (pixels[at + 1] as number) +
						blueWeight * (pixels[at + 2] as number));
			}
		}
		if (alpha === 0) continue;
		luma[column] = seen / (256 * alpha);
		opacity[column] = alpha / (255 * square ** 2);
	}
}
