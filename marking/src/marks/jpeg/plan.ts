import { assertSound, type FlipList } from "../flip-list.ts";
import { type PlannedBits, planBits } from "./bits.ts";
import { planLevel } from "./level.ts";
import { type Luma, readLuma } from "./luma.ts";
import { findLimits, type Limits } from "./perception.ts";
import { filled, roomForCells, takePatches } from "./planned-cells.ts";
import { type MeasuredLuma, measureTexture } from "./texture.ts";
import { planWaves } from "./wave.ts";

/** Above this number, cells are made larger: attribution has to score every cell of 10,000 clients within seconds. */
const mostCells = 12_000;

/** With fewer usable blocks than this, each is a cell of its own: a small picture needs many bits more than strong ones. */
const fewBlocks = 2_000;

/**
 * Finds the cells of a baseline JPEG (grey or YCbCr, any chroma sampling, with or without restart markers) and the bits of its entropy-coded data
 * that change them. A picture too small or flat to carry a mark has few cells, or none. Throws `BrokenJpegError` or `UnsupportedJpegError`.
 *
 * @param cellSize by default chosen by the picture
 */
export function planJpeg(jpeg: Uint8Array, cellSize?: CellSize): FlipList {
	return planAlike(jpeg, undefined, cellSize).flips;
}

/**
 * Like `planJpeg`, but also returns the measurements, to be reused for another version of the same picture.
 * @param alike measurements of another version: blocks that are the same in both are not measured again.
 */
export function planAlike(
	jpeg: Uint8Array,
	alike?: MeasuredLuma,
	cellSize?: CellSize,
): { readonly flips: FlipList; readonly measured: MeasuredLuma } {
	const luma = readLuma(jpeg);
	const texture = measureTexture(luma, alike);
	const { blocksAcross, blocksDown, quantTable, coefficients, starts, lengths } = luma;
	const measured = { luma: { blocksAcross, blocksDown, quantTable, coefficients, starts, lengths }, texture };
	return { flips: planCells(luma, findLimits(luma, texture), jpeg.length, cellSize), measured };
}

function planCells(luma: Luma, limits: Limits, sizeBytes: number, cellSize?: CellSize): FlipList {
	const size = cellSize ?? suitableSize(limits.usableBlocks);
	const { width, height } = luma.header;
	const [cellWidth, cellHeight] = [8 * size.blocksAcross, 8 * size.blocksDown];
	const bits = planBits(luma);
	const mostCells = Math.ceil(width / cellWidth) * Math.ceil(height / cellHeight);
	const cells = roomForCells(mostCells, luma.entropy.origin.length);
	const blocks: number[] = [];
	for (let y = 0; y < height; y += cellHeight) {
		for (let x = 0; x < width; x += cellWidth) {
			takeBlocks(luma, limits, x / 8, y / 8, size, blocks);
			const cell = cells.cellCount;
			if (!planCell(bits, limits, cell + 1, blocks) || !takePatches(cells, bits)) continue;
			cells.x[cell] = x;
			cells.y[cell] = y;
			cells.cellWidth[cell] = Math.min(cellWidth, width - x);
			cells.cellHeight[cell] = Math.min(cellHeight, height - y);
		}
	}
	const flips: FlipList = { format: "jpeg", width, height, sizeBytes, ...filled(cells) };
	assertSound(flips);
	return flips;
}

/** Size of a cell in blocks of 8×8 pixels. */
export interface CellSize {
	blocksAcross: number;
	blocksDown: number;
}

function suitableSize(usableBlocks: number): CellSize {
	if (usableBlocks < fewBlocks) return { blocksAcross: 1, blocksDown: 1 };
	const size = { blocksAcross: 2, blocksDown: 2 };
	while (usableBlocks / (size.blocksAcross * size.blocksDown) > mostCells) {
		if (size.blocksAcross > size.blocksDown) size.blocksDown *= 2;
		else size.blocksAcross *= 2;
	}
	return size;
}

/** Fills in the blocks of a cell in scan order; none if none of them may change. */
function takeBlocks(
	luma: Luma,
	limits: Limits,
	column: number,
	row: number,
	size: CellSize,
	blocks: number[],
): void {
	const { blocksAcross, blocksDown, scanPlace } = luma;
	const right = Math.min(blocksAcross, column + size.blocksAcross);
	const bottom = Math.min(blocksDown, row + size.blocksDown);
	let usable = false;
	blocks.length = 0;
	for (let y = row; y < bottom; y++) {
		for (let block = y * blocksAcross + column; block < y * blocksAcross + right; block++) {
			usable ||= (limits.texture[block] ?? 0) > 0;
			insertByPlace(blocks, block, scanPlace);
		}
	}
	if (!usable) blocks.length = 0;
}

/** Blocks mostly arrive in order. */
function insertByPlace(blocks: number[], block: number, scanPlace: Uint32Array): void {
	const place = scanPlace[block] ?? 0;
	let at = blocks.push(block) - 1;
	for (; at > 0 && (scanPlace[blocks[at - 1] ?? 0] ?? 0) > place; at--) blocks[at] = blocks[at - 1] ?? 0;
	blocks[at] = block;
}

/** Plans the changes of a cell with these blocks. @returns whether any were planned. */
function planCell(bits: PlannedBits, limits: Limits, cell: number, blocks: readonly number[]): boolean {
	bits.touchedCount = 0;
	for (let from = 0; from < blocks.length; ) {
		const end = runEnd(bits.luma, blocks, from);
		planLevel(bits, limits, cell, blocks, from, end);
		from = end;
	}
	for (let i = 0; i < blocks.length; i++) planWaves(bits, limits, cell, blocks[i] ?? 0);
	return bits.touchedCount > 0;
}

/** Index, in scan order, at which the run from `from` ends: other blocks intervene, or DC prediction restarts. */
function runEnd({ scanPlace, restarts }: Luma, blocks: readonly number[], from: number): number {
	let place = scanPlace[blocks[from] ?? 0] ?? 0;
	for (let i = from + 1; i < blocks.length; i++) {
		if (scanPlace[blocks[i] ?? 0] !== ++place || restarts[place] === 1) return i;
	}
	return blocks.length;
}
