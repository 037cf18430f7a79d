import type { Luma } from "./luma.ts";
import { findBackground, squarePx, type Texture } from "./texture.ts";

/**
 * How much each luma block may change without being seen. A change of one DCT coefficient by `d` (dequantised) adds `d²` to the block's
 * summed squared error, because the transform is orthonormal.
 */
export interface Limits {
	/** Texture of each block, in levels; 0 for a block that must not change. */
	texture: Float32Array;
	/** What remains of each block's squared error; planning takes from it. */
	error: Float32Array;
	/** What remains of each block's structural error: squared error weighted by `structuralShare`; planning takes from it. */
	structure: Float32Array;
	/** Blocks that may change. */
	usableBlocks: number;
}

/** Mean squared error of a picture all flipped; a client's has half of it: 45.6 dB. */
const meanSquaredError = 3.6;

/** Loss of SSIM of a picture all flipped; a client's has half of it. */
const structuralLoss = 0.008;

/** C₂ of SSIM for 8-bit levels (Wang et al., "Image quality assessment", 2004). */
const ssimC2 = (0.03 * 255) ** 2;

/** Below this deviation, in levels, a block is flat and any change shows. */
const flatTexture = 1;

/** Deviation of a square, in levels, above which more of it hides no more. */
const mostMasking = 10;

/**
 * Both means are over the whole picture: where only part of it may change, that part may change more, but no more than if it were this
 * share of the picture.
 */
const smallestCoverage = 0.5;

/**
 * Share of a squared error that SSIM counts, by zigzag position. Its window of 5 pixels sees a slow wave mostly as a change of the local mean,
 * which it all but ignores, and a shift of whole blocks (position 0) only at the rim.
 */
export const structuralShare = [0.06, 0.29, 0.29, 0.75, 0.5, 0.75] as const;

/** Finds the limits of every luma block. @param squares what `measureTexture` gives for it. */
export function findLimits(luma: Luma, squares: Texture): Limits {
	const { width, height } = luma.header;
	const background = findBackground(squares, width, height);
	const blocks = luma.blocksAcross * luma.blocksDown;
	const texture = new Float32Array(blocks);
	let usableBlocks = 0;
	for (let block = 0; block < blocks; block++) {
		const column = (block % luma.blocksAcross) * 2;
		const row = Math.floor(block / luma.blocksAcross) * 2;
		if (column * squarePx >= width || row * squarePx >= height) continue; // padding
		const level = textureOfBlock(squares, column, row);
		if (level < flatTexture || touches(background, squares, column, row)) continue;
		texture[block] = level;
		usableBlocks++;
	}
	const coverage = Math.max(smallestCoverage, (usableBlocks * 64) / (width * height));
	const energy = (64 * meanSquaredError) / coverage;
	const perVariance = (64 * structuralLoss) / coverage;
	const [error, structure] = [new Float32Array(blocks), new Float32Array(blocks)];
	for (let block = 0; block < blocks; block++) {
		const level = texture[block] ?? 0;
		if (level === 0) continue;
		error[block] = energy;
		structure[block] = perVariance * (2 * level * level + ssimC2);
	}
	return { texture, error, structure, usableBlocks };
}

/**
 * Mean deviation of the three flattest of a block's four squares, each counted up to `mostMasking`: an edge that crosses a corner hides
 * nothing in the rest, and a hard edge no more than texture does.
 */
function textureOfBlock(squares: Texture, column: number, row: number): number {
	const { deviation, squaresAcross } = squares;
	const at = row * squaresAcross + column;
	const a = Math.min(mostMasking, deviation[at] ?? 0);
	const b = Math.min(mostMasking, deviation[at + 1] ?? 0);
	const c = Math.min(mostMasking, deviation[at + squaresAcross] ?? 0);
	const d = Math.min(mostMasking, deviation[at + squaresAcross + 1] ?? 0);
	return (a + b + c + d - Math.max(a, b, c, d)) / 3;
}

/** Whether a block holds or borders a square of background, diagonally too. */
function touches(background: Uint8Array, squares: Texture, column: number, row: number): boolean {
	const right = Math.min(squares.squaresAcross, column + 3);
	const bottom = Math.min(squares.squaresDown, row + 3);
	for (let y = Math.max(0, row - 1); y < bottom; y++) {
		for (let x = Math.max(0, column - 1); x < right; x++) {
			if (background[y * squares.squaresAcross + x] === 1) return true;
		}
	}
	return false;
}
