import type { FlipList } from "../flip-list.ts";
import type { PlannedBits } from "./bits.ts";

/** Cells planned so far, in the arrays of a flip list: with objects for cells and patches, garbage collection would take longer than planning. */
export type PlannedCells = Pick<
	FlipList,
	"cellCount" | "x" | "y" | "cellWidth" | "cellHeight" | "cellStart" | "offsets" | "xors"
>;

/**
 * Allocates arrays for cells.
 * @param mostCells maximum number of cells
 * @param mostPatches maximum number of patches; no byte is changed by two
 */
export function roomForCells(mostCells: number, mostPatches: number): PlannedCells {
	return {
		cellCount: 0,
		x: new Uint32Array(mostCells),
		y: new Uint32Array(mostCells),
		cellWidth: new Uint32Array(mostCells),
		cellHeight: new Uint32Array(mostCells),
		cellStart: new Uint32Array(mostCells + 1),
		offsets: new Uint32Array(mostPatches),
		xors: new Uint8Array(mostPatches),
	};
}

/**
 * Adds the changes planned for the current cell, in file order.
 * @returns whether there are any, in which case the caller has to write the cell's area.
 */
export function takePatches(cells: PlannedCells, bits: PlannedBits): boolean {
	const { luma, xor, touched, touchedCount } = bits;
	const { cellCount, cellStart, offsets, xors } = cells;
	const start = cellStart[cellCount] ?? 0;
	let end = start;
	touched.subarray(0, touchedCount).sort();
	for (let i = 0; i < touchedCount; i++) {
		const at = touched[i] ?? 0;
		const change = xor[at] ?? 0;
		if (change === 0) continue;
		offsets[end] = luma.entropy.origin[at] ?? 0;
		xors[end++] = change;
	}
	if (end === start) return false;
	cellStart[cellCount + 1] = end;
	cells.cellCount++;
	return true;
}

/** The arrays trimmed to their filled length. */
export function filled(cells: PlannedCells): PlannedCells {
	const { cellCount } = cells;
	const patchCount = cells.cellStart[cellCount] ?? 0;
	return {
		cellCount,
		x: cells.x.slice(0, cellCount),
		y: cells.y.slice(0, cellCount),
		cellWidth: cells.cellWidth.slice(0, cellCount),
		cellHeight: cells.cellHeight.slice(0, cellCount),
		cellStart: cells.cellStart.slice(0, cellCount + 1),
		offsets: cells.offsets.slice(0, patchCount),
		xors: cells.xors.slice(0, patchCount),
	};
}
