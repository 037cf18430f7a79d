import type { Plane } from "./plane.ts";

/** Side of a block in pixels, and its number of coefficients. */
export const blockSide = 8;
const side = blockSide;
export const blockSize = side * side;

/**
 * A plane as orthonormal cosine transforms of 8×8 blocks, row by row: block `b` is coefficients `64·b` to `64·b + 63`, with the row frequency as the
 * major index.
 */
export interface Blocks {
	/** Size of the plane in pixels; blocks that extend beyond it are padded with zeros. */
	readonly width: number;
	readonly height: number;
	readonly across: number;
	readonly down: number;
	readonly coefficients: Float32Array;
}

/** Transforms a plane block by block, on the grid that starts at its top left, like JPEG. NaN counts as 0. */
export function toBlocks({ width, height, values }: Plane): Blocks {
	const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)];
	const coefficients = new Float32Array(across * down * blockSize);
	for (let row = 0; row < down; row++) {
		for (let column = 0; column < across; column++) {
			const block = (row * across + column) * blockSize;
			let isEmpty = true;
			for (let y = 0; y < Math.min(side, height - row * side); y++) {
				const line = (row * side + y) * width + column * side;
				for (let x = 0; x < Math.min(side, width - column * side); x++) {
					const value = values[line + x] as number;
					if (Number.isNaN(value) || value === 0) continue;
					coefficients[block + y * side + x] = value;
					isEmpty = false;
				}
			}
			// Half of a packshot is background without marks.
			if (!isEmpty) transform(coefficients, block, forward);
		}
	}
	return { width, height, across, down, coefficients };
}

/** The inverse of `toBlocks`. */
export function fromBlocks({ width, height, across, down, coefficients }: Blocks): Plane {
	const values = new Float32Array(width * height);
	const block = new Float32Array(blockSize);
	for (let row = 0; row < down; row++) {
		for (let column = 0; column < across; column++) {
			const start = (row * across + column) * blockSize;
			block.set(coefficients.subarray(start, start + blockSize));
			if (block.every((value) => value === 0)) continue;
			transform(block, 0, backward);
			for (let y = 0; y < Math.min(side, height - row * side); y++) {
				const line = (row * side + y) * width + column * side;
				for (let x = 0; x < Math.min(side, width - column * side); x++)
					values[line + x] = block[y * side + x] as number;
			}
		}
	}
	return { width, height, values };
}

/** DCT-II as a matrix: `forward[k * side + n]`; its transpose is the inverse. */
const forward = Float64Array.from({ length: blockSize }, (_, i) => {
	const k = Math.floor(i / side);
	return Math.sqrt((k === 0 ? 1 : 2) / side) * Math.cos((Math.PI * k * (2 * (i % side) + 1)) / (2 * side));
});
const backward = forward.map((_, i) => forward[(i % side) * side + Math.floor(i / side)] as number);

const half = new Float64Array(blockSize);

/** Replaces the block at `at` by `matrix · block · matrixᵀ`. */
function transform(data: Float32Array, at: number, matrix: Float64Array): void {
	for (let row = 0; row < side; row++) {
		const from = at + row * side;
		const [a, b, c, d] = [
			data[from] as number,
			data[from + 1] as number,
			data[from + 2] as number,
			data[from + 3] as number,
		];
		const [e, f, g, h] = [
			data[from + 4] as number,
			data[from + 5] as number,
			data[from + 6] as number,
			data[from + 7] as number,
		];
		for (let k = 0, m = 0; k < side; k++, m += side)
			half[k * side + row] =
				(matrix[m] as number) * a +
				(matrix[m + 1] as number) * b +
				(matrix[m + 2] as number) * c +
				(matrix[m + 3] as number) * d +
				(matrix[m + 4] as number) * e +
				(matrix[m + 5] as number) * f +
				(matrix[m + 6] as number) * g +
				(matrix[m + 7] as number) * h;
	}
	for (let k = 0; k < side; k++) {
		const from = k * side;
		const [a, b, c, d] = [
			half[from] as number,
			half[from + 1] as number,
			half[from + 2] as number,
			half[from + 3] as number,
		];
		const [e, f, g, h] = [
			half[from + 4] as number,
			half[from + 5] as number,
			half[from + 6] as number,
			half[from + 7] as number,
		];
		for (let v = 0, m = 0; v < side; v++, m += side)
			data[at + v * side + k] =
				(matrix[m] as number) * a +
				(matrix[m + 1] as number) * b +
				(matrix[m + 2] as number) * c +
				(matrix[m + 3] as number) * d +
				(matrix[m + 4] as number) * e +
				(matrix[m + 5] as number) * f +
				(matrix[m + 6] as number) * g +
				(matrix[m + 7] as number) * h;
	}
}
