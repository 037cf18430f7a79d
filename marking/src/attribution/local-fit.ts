import type { Plane } from "./plane.ts";
import { normalEquations, solveSymmetric } from "./solve.ts";

/** The known picture and its marks, transformed in the way that the leak appears to have been. */
export interface Fitted {
	/** NaN where the leak does not show the picture. */
	readonly picture: Plane;
	readonly marks: Plane;
}

/** Terms of the fit: brightness, contrast, a shift along x and y, and a blur. */
const terms = 5;

/**
 * Models the leak locally as `offset + contrast·picture + shiftX·∂x + shiftY·∂y + blur·∇²` by least squares, which accounts for brightness, contrast,
 * gamma, uneven lighting, a remaining subpixel shift, and sharpening or blurring. The coefficients belong to the corners of square tiles and are
 * interpolated in between; the marks go through the same filter.
 *
 * @param picture what the leak would show halfway between no mark and every mark; NaN outside
 * @param marks every mark minus no mark, as the leak would show it
 */
export function fitLocally(leak: Plane, picture: Plane, marks: Plane, tileSide: number): Fitted {
	const across = Math.max(1, Math.round(leak.width / tileSide));
	const down = Math.max(1, Math.round(leak.height / tileSide));
	const grid = { across, down, tileWidth: leak.width / across, tileHeight: leak.height / down };
	const coefficients = solveCorners(grid, sumTiles(grid, leak, picture));
	return applyFilter(grid, coefficients, picture, marks);
}

interface Grid {
	readonly across: number;
	readonly down: number;
	readonly tileWidth: number;
	readonly tileHeight: number;
}

interface TileSums {
	readonly matrix: Float64Array;
	readonly right: Float64Array;
	count: number;
}

function sumTiles(grid: Grid, leak: Plane, picture: Plane): TileSums[] {
	const tiles = Array.from({ length: grid.across * grid.down }, () => ({
		...normalEquations(terms),
		count: 0,
	}));
	const row = new Float64Array(terms);
	for (let y = 1; y < leak.height - 1; y++) {
		const tileRow = Math.floor((y + 0.5) / grid.tileHeight) * grid.across;
		for (let x = 1; x < leak.width - 1; x++) {
			const at = y * leak.width + x;
			if (isClipped(leak.values[at] as number) || !readTerms(picture, at, row)) continue;
			const tile = tiles[tileRow + Math.floor((x + 0.5) / grid.tileWidth)];
			if (!tile) continue;
			tile.add(row, leak.values[at] as number, 1);
			tile.count++;
		}
	}
	return tiles;
}

/** Whether brightness is at the end of its range, so that the true value may be beyond it. */
function isClipped(value: number): boolean {
	return value > 254.5 || value < 0.5;
}

/** Writes the terms of the fit at a pixel that is not on the edge; false if the picture is not visible there. */
function readTerms({ width, values }: Plane, at: number, row: Float64Array): boolean {
	const centre = values[at] as number;
	const left = values[at - 1] as number;
	const right = values[at + 1] as number;
	const up = values[at - width] as number;
	const down = values[at + width] as number;
	const laplacian = left + right + up + down - 4 * centre;
	if (Number.isNaN(laplacian)) return false;
	row[0] = 1;
	row[1] = centre;
	row[2] = (right - left) / 2;
	row[3] = (down - up) / 2;
	row[4] = laplacian / 4;
	return true;
}

/** Coefficients at every tile corner, from the four tiles around it; if those are insufficient, from the whole picture. */
function solveCorners(grid: Grid, tiles: TileSums[]): Float64Array[] {
	const fallback = solve(tiles, undefined) ?? Float64Array.of(0, 1, 0, 0, 0);
	const corners: Float64Array[] = [];
	for (let row = 0; row <= grid.down; row++) {
		for (let column = 0; column <= grid.across; column++) {
			const around = [[row - 1, column - 1], [row - 1, column], [row, column - 1], [row, column]] // biome-ignore format: four tiles
				.filter(([r = 0, c = 0]) => r >= 0 && c >= 0 && r < grid.down && c < grid.across)
				.flatMap(([r = 0, c = 0]) => tiles[r * grid.across + c] ?? []);
			corners.push(solve(around, fallback) ?? fallback);
		}
	}
	return corners;
}

/** Least squares over the tiles' sums, weakly regularised towards `prior`, so that flat neighbourhoods take the coefficients of the whole picture. */
function solve(tiles: readonly TileSums[], prior: Float64Array | undefined): Float64Array | undefined {
	const matrix = new Float64Array(terms * terms);
	const right = new Float64Array(terms);
	let count = 0;
	for (const tile of tiles) {
		tile.matrix.forEach((value, i) => {
			matrix[i] = (matrix[i] as number) + value;
		});
		tile.right.forEach((value, i) => {
			right[i] = (right[i] as number) + value;
		});
		count += tile.count;
	}
	if (count < 4 * terms) return undefined;
	for (let k = 1; k < terms; k++) {
		const weight = priorWeight * (k === 1 ? 1 : 4);
		matrix[k * terms + k] = (matrix[k * terms + k] as number) + weight;
		right[k] = (right[k] as number) + weight * (prior?.[k] ?? (k === 1 ? 1 : 0));
	}
	return solveSymmetric(matrix, right);
}

/** In squared luma steps, summed over a neighbourhood: a texture of 3 steps in 64 pixels outweighs it. */
const priorWeight = 600;

function applyFilter(grid: Grid, corners: Float64Array[], picture: Plane, marks: Plane): Fitted {
	const { width, height } = picture;
	const explained = new Float32Array(width * height).fill(Number.NaN);
	const filtered = new Float32Array(width * height);
	const row = new Float64Array(terms);
	const markRow = new Float64Array(terms);
	const line = new Float64Array((grid.across + 1) * terms);
	for (let y = 1; y < height - 1; y++) {
		blendRows(grid, corners, y + 0.5, line);
		for (let x = 1; x < width - 1; x++) {
			const at = y * width + x;
			if (!readTerms(picture, at, row) || !readTerms(marks, at, markRow)) continue;
			// Marks are differences of pictures, so the offset does not apply to them.
			markRow[0] = 0;
			const column = (x + 0.5) / grid.tileWidth;
			const value = filterAt(line, column, row);
			explained[at] = Math.max(0, Math.min(255, value));
			// Clipped values stay clipped with or without the mark.
			if (!isClipped(value)) filtered[at] = filterAt(line, column, markRow);
		}
	}
	return { picture: { width, height, values: explained }, marks: { width, height, values: filtered } };
}

/** Coefficients at height `y`, below every corner of a row of tiles. */
function blendRows(grid: Grid, corners: Float64Array[], y: number, line: Float64Array): void {
	const v = y / grid.tileHeight;
	const first = Math.floor(v) * (grid.across + 1);
	const share = v % 1;
	for (let column = 0; column <= grid.across; column++) {
		const upper = corners[first + column] as Float64Array;
		const lower = corners[first + column + grid.across + 1] as Float64Array;
		for (let k = 0; k < terms; k++)
			line[column * terms + k] = (1 - share) * (upper[k] as number) + share * (lower[k] as number);
	}
}

/** The filter's value for these terms, with the coefficients between two corners of the line. */
function filterAt(line: Float64Array, column: number, row: Float64Array): number {
	const left = Math.floor(column);
	const share = column - left;
	let sum = 0;
	for (let k = 0, at = left * terms; k < terms; k++, at++) {
		const one = line[at] as number;
		sum += (one + share * ((line[at + terms] as number) - one)) * (row[k] as number);
	}
	return sum;
}
