import type { Cell, JpegPlan, Patch } from "../cells.ts";
import { type PlannedBits, planBits, plannedPatches } from "./bits.ts";
import { planLevel } from "./level.ts";
import { type Luma, readLuma } from "./luma.ts";
import { findLimits, type Limits } from "./perception.ts";
import { type MeasuredLuma, measureTexture } from "./texture.ts";
import { planWaves } from "./wave.ts";

/** Above this, cells grow: attribution scores every cell of 10,000 clients within seconds. */
const mostCells = 12_000;

/** Below this many blocks that may change, every one is a cell of its own: a small picture needs many bits more than strong ones. */
const fewBlocks = 2_000;

/**
 * Finds the cells of a baseline JPEG (grey or YCbCr, any chroma sampling, with or without restart markers) and the bits of its
 * entropy-coded data that change them. A picture too small or flat to carry a mark has few cells, or none.
 * Throws `BrokenJpegError` or `UnsupportedJpegError`.
 *
 * @param cellSize when it is not to follow from the picture
 */
export function planJpeg(jpeg: Uint8Array, cellSize?: CellSize): JpegPlan {
	return planAlike(jpeg, undefined, cellSize).plan;
}

/**
 * As `planJpeg`, with what was measured, for another version of the same picture.
 * @param alike what was measured of that one: blocks that both have in common are not measured again.
 */
export function planAlike(
	jpeg: Uint8Array,
	alike?: MeasuredLuma,
	cellSize?: CellSize,
): { readonly plan: JpegPlan; readonly measured: MeasuredLuma } {
	const luma = readLuma(jpeg);
	const texture = measureTexture(luma, alike);
	const { blocksAcross, blocksDown, quantTable, coefficients, lengths } = luma;
	const measured = { luma: { blocksAcross, blocksDown, quantTable, coefficients, lengths }, texture };
	return { plan: planCells(luma, findLimits(luma, texture), jpeg.length, cellSize), measured };
}

function planCells(luma: Luma, limits: Limits, sizeBytes: number, cellSize?: CellSize): JpegPlan {
	const size = cellSize ?? suitableSize(limits.usableBlocks);
	const bits = planBits(luma);
	const cells: Cell[] = [];
	for (let row = 0; row * 8 < luma.header.height; row += size.blocksDown) {
		for (let column = 0; column * 8 < luma.header.width; column += size.blocksAcross) {
			const blocks = blocksOf(luma, limits, column, row, size);
			const patches = planCell(bits, limits, cells.length + 1, blocks);
			if (patches.length > 0) cells.push({ ...areaOf(luma, column, row, size), patches });
		}
	}
	const { width, height } = luma.header;
	return { format: "jpeg", width, height, sizeBytes, cells };
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

/** The blocks of a cell in the order of the scan; none when none of them may change. */
function blocksOf(luma: Luma, limits: Limits, column: number, row: number, size: CellSize): number[] {
	const right = Math.min(luma.blocksAcross, column + size.blocksAcross);
	const bottom = Math.min(luma.blocksDown, row + size.blocksDown);
	const blocks: number[] = [];
	let usable = false;
	for (let y = row; y < bottom && !usable; y++) {
		for (let x = column; x < right; x++) usable ||= (limits.texture[y * luma.blocksAcross + x] ?? 0) > 0;
	}
	if (!usable) return blocks;
	for (let y = row; y < bottom; y++) {
		for (let x = column; x < right; x++) blocks.push(y * luma.blocksAcross + x);
	}
	return blocks.sort((a, b) => (luma.scanPlace[a] ?? 0) - (luma.scanPlace[b] ?? 0));
}

function areaOf(luma: Luma, column: number, row: number, size: CellSize): Omit<Cell, "patches"> {
	const [x, y] = [column * 8, row * 8];
	const width = Math.min(size.blocksAcross * 8, luma.header.width - x);
	const height = Math.min(size.blocksDown * 8, luma.header.height - y);
	return { x, y, width, height };
}

function planCell(bits: PlannedBits, limits: Limits, cell: number, blocks: number[]): Patch[] {
	if (blocks.length === 0) return [];
	bits.touchedCount = 0;
	for (const run of runsOf(bits.luma, blocks)) planLevel(bits, limits, cell, run);
	for (const block of blocks) planWaves(bits, limits, cell, block);
	return plannedPatches(bits);
}

/** Splits a cell's blocks, in scan order, where other blocks are between them or DC prediction restarts. */
function runsOf(luma: Luma, blocks: number[]): number[][] {
	const runs: number[][] = [];
	let last = -1;
	for (const block of blocks) {
		const place = luma.scanPlace[block] ?? 0;
		if (place === last + 1 && luma.restarts[place] === 0) runs.at(-1)?.push(block);
		else runs.push([block]);
		last = place;
	}
	return runs;
}
