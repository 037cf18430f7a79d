import type { LumaPixels } from "./pixels.ts";

/** Side in pixels of the squares that texture is measured in: half a block, so that a block half flat is seen to be. */
export const squarePx = 4;

/** What a picture looks like in squares of `squarePx` pixels, row by row. */
export interface Texture {
	squaresAcross: number;
	squaresDown: number;
	/** Standard deviation of luma inside each square, in levels. */
	deviation: Float32Array;
	/** 1 where a square is pure white. */
	white: Uint8Array;
}

/** JPEG leaves pure white between these: its mean at least, and its darkest pixel at least. */
const whiteMean = 253;
const whiteMinimum = 250;

/** Measures every square of a picture. */
export function measureTexture(pixels: LumaPixels): Texture {
	const { samples, stride, rows } = pixels;
	const squaresAcross = stride / squarePx;
	const squaresDown = rows / squarePx;
	const deviation = new Float32Array(squaresAcross * squaresDown);
	const white = new Uint8Array(squaresAcross * squaresDown);
	for (let row = 0, square = 0; row < squaresDown; row++) {
		for (let column = 0; column < squaresAcross; column++, square++) {
			let corner = (row * stride + column) * squarePx;
			let sum = 0;
			let squares = 0;
			let minimum = 255;
			for (let y = 0; y < squarePx; y++, corner += stride) {
				for (let x = 0; x < squarePx; x++) {
					const level = samples[corner + x] ?? 0;
					sum += level;
					squares += level * level;
					if (level < minimum) minimum = level;
				}
			}
			const mean = sum / squarePx ** 2;
			deviation[square] = Math.sqrt(Math.max(0, squares / squarePx ** 2 - mean * mean));
			white[square] = mean >= whiteMean && minimum >= whiteMinimum ? 1 : 0;
		}
	}
	return { squaresAcross, squaresDown, deviation, white };
}

/**
 * Which squares are white background: those that white joins to the picture's edge. White inside a product, behind the print of a label,
 * is not among them.
 *
 * @param width @param height size of the picture without its padding, which no one sees
 */
export function findBackground(texture: Texture, width: number, height: number): Uint8Array {
	const { squaresAcross, squaresDown, white } = texture;
	const lastColumn = Math.ceil(width / squarePx) - 1;
	const lastRow = Math.ceil(height / squarePx) - 1;
	const background = new Uint8Array(white.length);
	const open: number[] = [];
	const reach = (column: number, row: number) => {
		const square = row * squaresAcross + column;
		if (column < 0 || row < 0 || column >= squaresAcross || row >= squaresDown) return;
		if (white[square] === 0 || background[square] === 1) return;
		background[square] = 1;
		open.push(square);
	};
	for (let column = 0; column <= lastColumn; column++) {
		reach(column, 0);
		reach(column, lastRow);
	}
	for (let row = 0; row <= lastRow; row++) {
		reach(0, row);
		reach(lastColumn, row);
	}
	for (let square = open.pop(); square !== undefined; square = open.pop()) {
		const column = square % squaresAcross;
		const row = (square - column) / squaresAcross;
		reach(column - 1, row);
		reach(column + 1, row);
		reach(column, row - 1);
		reach(column, row + 1);
	}
	return background;
}
