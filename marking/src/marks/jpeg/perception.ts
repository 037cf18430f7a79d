import type { Luma } from "./luma.ts";
import { findBackground, squarePx, type Texture } from "./texture.ts";

/**
 * How much each luma block may change without being visible. Changing one DCT coefficient by `d` (dequantised) adds `d²` to the block's sum of
 * squared errors, because the transform is orthonormal.
 */
export interface Limits {
	/** Texture of each block, in levels; 0 for a block that must not change. */
	texture: Float32Array;
	/** Remaining squared error of each block; planning consumes it. */
	error: Float32Array;
	/** Remaining structural error of each block, i.e. squared error weighted by `structuralShare`; planning consumes it. */
	structure: Float32Array;
	/** Number of blocks that may change. */
	usableBlocks: number;
}

/** Mean squared error of a picture with all cells flipped; a client's has half of it: 45.6 dB. */
const meanSquaredError = 3.6;

/** Loss of SSIM of a picture with all cells flipped; a client's has half of it. */
const structuralLoss = 0.008;

/** C₂ of SSIM for 8-bit levels (Wang et al., "Image quality assessment", 2004). */
const ssimC2 = (0.03 * 255) ** 2;

/** Blocks with a lower deviation, in levels, are flat, and any change would show. */
const flatTexture = 1;

/** Deviation of a square, in levels, above which masking no longer increases. */
const mostMasking = 10;

/**
 * Both means are over the whole picture: if only part of it may change, that part may change more, but no more than if it were this share of the
 * picture.
 */
const smallestCoverage = 0.5;

/**
 * Share of a squared error that affects SSIM, by zigzag position. SSIM's window of 5 pixels sees a slow wave mostly as a change of the local mean,
 * which it all but ignores, and a shift of whole blocks (position 0) only at their edges.
 */
export const structuralShare = [0.06, 0.29, 0.29, 0.75, 0.5, 0.75] as const;

/** Determines the limits of every luma block. @param squares the result of `measureTexture` for it. */
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
 * Mean deviation of the three flattest of a block's four squares, each capped at `mostMasking`: an edge that crosses a corner hides nothing in the
 * rest, and a hard edge hides no more than texture does.
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

/** Whether a block contains or borders on a background square, including diagonally. */
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
