import { half, inverseDct } from "./inverse-dct.ts";
import type { Luma } from "./luma.ts";

/** Row-major index in a block of every zigzag position (ITU-T T.81, figure A.6). */
const places = Uint8Array.of(
	...[
		0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
		14, 21, 28,
	],
	...[
		35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60,
		61, 54, 47, 55,
	],
	...[62, 63],
);

/** Coefficients of the block being decoded. */
const dequantised = new Float32Array(64);

/**
 * Decodes a block to its 64 levels, 0…255, row by row, with an exact inverse DCT; decoders differ from it by at most one level.
 *
 * @returns whether it only has a DC coefficient: then all its levels are the same
 */
export function decodePixels(luma: Luma, block: number, levels: Uint8ClampedArray): boolean {
	if (luma.lengths[block] === 1) {
		levels.fill(flatLevel(luma, block));
		return true;
	}
	dequantise(luma, block, dequantised);
	inverseDct(dequantised);
	for (let i = 0; i < 64; i++) levels[i] = ((dequantised[i] ?? 0) + 128.5) | 0;
	return false;
}

/** The level of a block that only has a DC coefficient, like nearly all blocks of a white background. */
function flatLevel({ coefficients, starts, quantTable }: Luma, block: number): number {
	const mean = (coefficients[starts[block] ?? 0] ?? 0) * (quantTable[0] ?? 0);
	return (Math.fround(Math.fround(mean * half) * half) + 128.5) | 0;
}

function dequantise(luma: Luma, block: number, into: Float32Array): void {
	const { coefficients, starts, lengths, quantTable } = luma;
	const start = starts[block] ?? 0;
	const length = lengths[block] ?? 0;
	into.fill(0);
	for (let k = 0; k < length; k++) {
		into[places[k] ?? 0] = (coefficients[start + k] ?? 0) * (quantTable[k] ?? 0);
	}
}
