import { adlerModulus, type Cell, type CellPlan, type ChecksumPlaces } from "./cells.ts";

/** A cell plan as flat arrays: what a server keeps in memory and deliveries iterate over. Entry `i` of every per-cell array is cell `i`. */
export interface FlipList {
	format: "jpeg" | "png";
	/** Size of the picture in pixels. */
	width: number;
	height: number;
	/** Length of the base file that the offsets point into. */
	sizeBytes: number;
	cellCount: number;
	/** Areas of the cells, in pixels of the base. */
	x: Uint32Array;
	y: Uint32Array;
	cellWidth: Uint32Array;
	cellHeight: Uint32Array;
	/** Patches of cell `i` are entries `cellStart[i]` to `cellStart[i + 1] - 1` of `offsets` and `xors`; `cellCount + 1` entries. */
	cellStart: Uint32Array;
	offsets: Uint32Array;
	xors: Uint8Array;
	/** Only for PNG. */
	checksums?: ChecksumContributions;
}

/** Positions of the checksums in a PNG base, and what each cell contributes to them (see `PngCell`). */
export interface ChecksumContributions extends ChecksumPlaces {
	crc: Uint32Array;
	adlerA: Uint16Array;
	adlerB: Uint16Array;
}

/** A flip list that is damaged, inconsistent or of an unknown version. */
export class FlipListError extends Error {
	override name = "FlipListError";
}

/** Converts a plan to flat arrays. Throws `FlipListError` when the plan violates a rule of `cells.ts`. */
export function flatten(plan: CellPlan): FlipList {
	const list: FlipList = {
		format: plan.format,
		width: plan.width,
		height: plan.height,
		sizeBytes: plan.sizeBytes,
		cellCount: plan.cells.length,
		x: column(plan.cells, (cell) => cell.x),
		y: column(plan.cells, (cell) => cell.y),
		cellWidth: column(plan.cells, (cell) => cell.width),
		cellHeight: column(plan.cells, (cell) => cell.height),
		...flattenPatches(plan.cells),
	};
	if (plan.format === "png") {
		list.checksums = {
			...plan.checksums,
			crc: Uint32Array.from(plan.cells, (cell) => cell.crc),
			adlerA: Uint16Array.from(plan.cells, (cell) => cell.adlerA),
			adlerB: Uint16Array.from(plan.cells, (cell) => cell.adlerB),
		};
	}
	assertSound(list);
	return list;
}

/** Far above any accepted picture; limits what checking a damaged list may allocate. */
const maxSizeBytes = 256 * 1024 * 1024;

/**
 * Throws `FlipListError` unless every area is inside the picture, every cell has patches, every patch is inside the file, and no byte is changed by
 * two patches.
 */
export function assertSound(list: FlipList): void {
	if (list.sizeBytes > maxSizeBytes) throw new FlipListError("base file too large");
	assertCells(list);
	const taken = new Uint8Array(list.sizeBytes);
	if (list.checksums) takeChecksums(taken, list.checksums);
	for (let i = 0; i < list.offsets.length; i++) {
		const offset = list.offsets[i] ?? 0;
		if (taken[offset] !== 0)
			throw new FlipListError("a patch lies outside the file or on a byte already taken");
		if (list.xors[i] === 0) throw new FlipListError("a patch changes nothing");
		taken[offset] = 1;
	}
}

function assertCells(list: FlipList): void {
	for (let cell = 0; cell < list.cellCount; cell++) {
		const right = (list.x[cell] ?? 0) + (list.cellWidth[cell] ?? 0);
		const bottom = (list.y[cell] ?? 0) + (list.cellHeight[cell] ?? 0);
		if (right > list.width || bottom > list.height) throw new FlipListError("a cell leaves the picture");
		if ((list.cellStart[cell] ?? 0) >= (list.cellStart[cell + 1] ?? 0))
			throw new FlipListError("a cell without patches");
	}
	if (list.cellStart[0] !== 0 || list.cellStart[list.cellCount] !== list.offsets.length) {
		throw new FlipListError("the cells do not share out the patches");
	}
}

function takeChecksums(taken: Uint8Array, sums: ChecksumContributions): void {
	if (sums.crcOffset !== sums.adlerOffset + 4 || sums.crcOffset + 4 > taken.length) {
		throw new FlipListError("the checksums do not lie at the end of one IDAT chunk");
	}
	taken.fill(1, sums.adlerOffset, sums.crcOffset + 4);
	const reduced = (value: number) => value < adlerModulus;
	if (!sums.adlerA.every(reduced) || !sums.adlerB.every(reduced))
		throw new FlipListError("an Adler-32 share is not reduced");
}

/** Equivalent to `Uint32Array.from`, but without an iterator, which takes several times as long. */
function column(cells: Cell[], read: (cell: Cell) => number): Uint32Array {
	const values = new Uint32Array(cells.length);
	cells.forEach((cell, i) => {
		values[i] = read(cell);
	});
	return values;
}

function flattenPatches(cells: Cell[]): Pick<FlipList, "cellStart" | "offsets" | "xors"> {
	const cellStart = new Uint32Array(cells.length + 1);
	let count = 0;
	cells.forEach((cell, i) => {
		count += cell.patches.length;
		cellStart[i + 1] = count;
	});
	const offsets = new Uint32Array(count);
	const xors = new Uint8Array(count);
	let at = 0;
	for (const { patches } of cells) {
		for (const { offset, xor } of patches) {
			offsets[at] = offset;
			xors[at] = xor;
			at++;
		}
	}
	return { cellStart, offsets, xors };
}
