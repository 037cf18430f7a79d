import type { PngPlan } from "../cells.ts";
import { adlerOfRows } from "./adler32.ts";
import { blocksOffset, pngFile } from "./container.ts";
import { deflateRows } from "./deflate.ts";
import { filterPixels } from "./filter.ts";
import { patchCell } from "./patches.ts";
import { planCells } from "./planner.ts";

export interface PreparedPng {
	/** A PNG file of exactly the given pixels. */
	base: Uint8Array;
	plan: PngPlan;
}

/**
 * Writes RGBA pixels (four bytes each, row by row) as a PNG file in which cells can be flipped in place. Throws `RangeError` when the number of bytes
 * does not match the size.
 *
 * Each band of rows starts with a row filtered by Sub, and the rows below it are filtered by Up. Adding `d` to one filtered byte of the first row and
 * subtracting it from another one farther right shifts the rectangle between the two, down to the end of the band, by `d`, and nothing else. Both
 * bytes are literals in the deflate blocks, and flipping replaces their Huffman codes with others of equal length.
 *
 * @param cellSize width and height in pixels of the area available to a cell
 */
export function preparePng(
	rgba: Uint8Array,
	width: number,
	height: number,
	cellSize = cellSizeFor(width, height),
): PreparedPng {
	assertSize(rgba, width, height);
	const pixels = asPixels(rgba);
	const residuals = filterPixels(pixels, width, cellSize);
	const deflated = deflateRows(residuals, width, cellSize);
	const cells = planCells({ pixels, residuals, width, bandHeight: cellSize }, deflated, cellSize);
	const base = pngFile(width, height, deflated.bytes, adlerOfRows(residuals, width, cellSize));
	const adlerOffset = blocksOffset + deflated.bytes.length;
	const layout = { width, height, blocksOffset, adlerOffset };
	return {
		base,
		plan: {
			format: "png",
			width,
			height,
			sizeBytes: base.length,
			cells: cells.map((cell) => patchCell(cell, layout)),
			checksums: { adlerOffset, crcOffset: adlerOffset + 4 },
		},
	};
}

/**
 * Cells of 16 pixels, which survive in a copy of a quarter of the size. Small pictures get smaller ones, or they would have too few to distinguish
 * clients; large ones, which are likely to be shrunk further, get larger ones.
 */
export function cellSizeFor(width: number, height: number): number {
	const pixels = width * height;
	if (pixels < 400 ** 2) return 8;
	return pixels < 2200 ** 2 ? 16 : 32;
}

function assertSize(rgba: Uint8Array, width: number, height: number): void {
	if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0)) {
		throw new RangeError("a picture has at least one pixel");
	}
	if (rgba.length !== 4 * width * height) throw new RangeError("not four bytes for every pixel");
}

/** One entry per pixel, in the machine's byte order. Copies the bytes only if they are not aligned. */
function asPixels(rgba: Uint8Array): Int32Array {
	const { buffer, byteOffset } = rgba.byteOffset % 4 === 0 ? rgba : new Uint8Array(rgba);
	return new Int32Array(buffer, byteOffset, rgba.length / 4);
}
