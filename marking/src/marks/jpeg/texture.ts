import type { Luma } from "./luma.ts";
import { decodePixels } from "./pixels.ts";

/** Side in pixels of the squares in which texture is measured: half a block, so that half-flat blocks are detected. */
export const squarePx = 4;

/** The texture of a picture in squares of `squarePx` pixels, row by row. */
export interface Texture {
	squaresAcross: number;
	squaresDown: number;
	/** Standard deviation of luma inside each square, in levels. */
	deviation: Float32Array;
	/** 1 where a square is pure white. */
	white: Uint8Array;
}

/** After JPEG compression, pure white has at least this mean and this minimum. */
const whiteMean = 253;
const whiteMinimum = 250;

/** A picture that has been measured, and its texture. */
export interface MeasuredLuma {
	readonly luma: LumaBlocks;
	readonly texture: Texture;
}

/** The data that determines what the blocks of a picture look like. */
export type LumaBlocks = Pick<
	Luma,
	"blocksAcross" | "blocksDown" | "quantTable" | "coefficients" | "starts" | "lengths"
>;

/**
 * Measures every square of a picture, including the padding of incomplete MCUs.
 * @param alike a picture that may have blocks in common with it, such as the same one without a watermark: they are not measured again.
 */
export function measureTexture(luma: Luma, alike?: MeasuredLuma): Texture {
	const { blocksAcross, blocksDown } = luma;
	const squaresAcross = blocksAcross * 2;
	const squaresDown = blocksDown * 2;
	const texture: Texture = {
		squaresAcross,
		squaresDown,
		deviation: new Float32Array(squaresAcross * squaresDown),
		white: new Uint8Array(squaresAcross * squaresDown),
	};
	const levels = new Uint8ClampedArray(64);
	const known = alike && isSameGrid(alike.luma, luma) ? alike : undefined;
	for (let row = 0, block = 0; row < blocksDown; row++) {
		for (let column = 0; column < blocksAcross; column++, block++) {
			const square = 2 * (row * squaresAcross + column);
			if (known && isSameBlock(known.luma, luma, block)) {
				copySquares(known.texture, texture, square);
				continue;
			}
			if (decodePixels(luma, block, levels)) {
				whitenFlat(texture, square, levels[0] ?? 0);
				continue;
			}
			measureSquare(texture, square, levels, 0);
			measureSquare(texture, square + 1, levels, squarePx);
			measureSquare(texture, square + squaresAcross, levels, 8 * squarePx);
			measureSquare(texture, square + squaresAcross + 1, levels, 9 * squarePx);
		}
	}
	return texture;
}

function isSameGrid(one: LumaBlocks, other: LumaBlocks): boolean {
	const isAsLarge = one.blocksAcross === other.blocksAcross && one.blocksDown === other.blocksDown;
	return isAsLarge && one.quantTable.every((step, k) => step === other.quantTable[k]);
}

function isSameBlock(one: LumaBlocks, other: LumaBlocks, block: number): boolean {
	const length = one.lengths[block] ?? 0;
	if (length !== other.lengths[block]) return false;
	const [from, against] = [one.starts[block] ?? 0, other.starts[block] ?? 0];
	for (let k = 0; k < length; k++) {
		if (one.coefficients[from + k] !== other.coefficients[against + k]) return false;
	}
	return true;
}

/** Copies the measurements of a block, given its first square. */
function copySquares(from: Texture, to: Texture, square: number): void {
	for (const at of [square, square + 1, square + to.squaresAcross, square + to.squaresAcross + 1]) {
		to.deviation[at] = from.deviation[at] ?? 0;
		to.white[at] = from.white[at] ?? 0;
	}
}

/** On a white background most blocks are flat: their deviation is 0, which the array already contains. */
function whitenFlat({ white, squaresAcross }: Texture, square: number, level: number): void {
	if (level < whiteMean) return;
	white.fill(1, square, square + 2);
	white.fill(1, square + squaresAcross, square + squaresAcross + 2);
}

/** Measures the square of a block whose top left pixel is `levels[corner]`. */
function measureSquare(texture: Texture, square: number, levels: Uint8ClampedArray, corner: number): void {
	let sum = 0;
	let squares = 0;
	let minimum = 255;
	for (let line = corner; line < corner + 8 * squarePx; line += 8) {
		for (let at = line; at < line + squarePx; at++) {
			const level = levels[at] ?? 0;
			sum += level;
			squares += level * level;
			if (level < minimum) minimum = level;
		}
	}
	const mean = sum / squarePx ** 2;
	texture.deviation[square] = Math.sqrt(Math.max(0, squares / squarePx ** 2 - mean * mean));
	texture.white[square] = mean >= whiteMean && minimum >= whiteMinimum ? 1 : 0;
}

/**
 * Which squares are white background: white ones connected to the picture's edge through white. White inside a product, such as behind the print of a
 * label, is not included.
 *
 * @param width @param height size of the picture without its padding, which is never visible
 */
export function findBackground(texture: Texture, width: number, height: number): Uint8Array {
	const { squaresAcross, white } = texture;
	const lastColumn = Math.ceil(width / squarePx) - 1;
	const lastRow = Math.ceil(height / squarePx) - 1;
	const flood: Flood = {
		texture,
		background: new Uint8Array(white.length),
		open: new Uint32Array(white.length),
		openCount: 0,
	};
	for (let column = 0; column <= lastColumn; column++) {
		reach(flood, column, 0);
		reach(flood, column, lastRow);
	}
	for (let row = 0; row <= lastRow; row++) {
		reach(flood, 0, row);
		reach(flood, lastColumn, row);
	}
	while (flood.openCount > 0) {
		const square = flood.open[--flood.openCount] ?? 0;
		const column = square % squaresAcross;
		const row = (square - column) / squaresAcross;
		reach(flood, column - 1, row);
		reach(flood, column + 1, row);
		reach(flood, column, row - 1);
		reach(flood, column, row + 1);
	}
	return flood.background;
}

/** State of following the background from the edges. */
interface Flood {
	readonly texture: Texture;
	readonly background: Uint8Array;
	/** Squares whose neighbours have yet to be examined: the first `openCount`. */
	readonly open: Uint32Array;
	openCount: number;
}

function reach(flood: Flood, column: number, row: number): void {
	const { texture, background } = flood;
	if (column < 0 || row < 0 || column >= texture.squaresAcross || row >= texture.squaresDown) return;
	const square = row * texture.squaresAcross + column;
	if (texture.white[square] === 0 || background[square] === 1) return;
	background[square] = 1;
	flood.open[flood.openCount++] = square;
}
