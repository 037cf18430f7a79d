import type { FlipList } from "../flip-list.ts";
import type { PlannedBits } from "./bits.ts";

/** Cells planned so far, in the arrays of a flip list: objects for cells and patches take longer to collect than cells to plan. */
export type PlannedCells = Pick<
	FlipList,
	"cellCount" | "x" | "y" | "cellWidth" | "cellHeight" | "cellStart" | "offsets" | "xors"
>;

/**
 * Room for cells.
 * @param mostCells as many as there can be
 * @param mostPatches likewise; no byte is changed by two
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
 * Adds what is planned for the cell now being planned, in the order of the file.
 * @returns whether there is anything; the cell's area is the caller's to write then.
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

/** The arrays as long as they were filled. */
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
