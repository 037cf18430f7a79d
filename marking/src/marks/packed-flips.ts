import type { ChecksumContributions, FlipList } from "./flip-list.ts";

/**
 * A flip list in the layout that delivery needs, which is also how it is stored: nothing has to be decoded before the first byte is flipped.
 *
 * An entry is one patch: its high byte is the distance from the previous patch of the same cell, its low byte the XOR. If the distance does not fit
 * into a byte, entries with XOR 0 precede it.
 */
export interface PackedFlips {
	/** Length of the base file. */
	readonly sizeBytes: number;
	readonly cellCount: number;
	/** File offset of the first patch of each cell. */
	readonly firstAt: Uint32Array;
	/** Entries of cell `i` are `start[i]` to `start[i + 1] - 1`; `cellCount + 1` elements. */
	readonly start: Uint32Array;
	readonly entries: Uint16Array;
	/** Only for PNG. */
	readonly checksums?: ChecksumContributions;
	/** The bits that the base already holds: 0 for every cell of a base as it was prepared (see `bringCloser`). Must not be written to. */
	readonly held: Uint8Array;
}

const farthestStep = 255;

/** The order of a cell's patches does not matter, so they are packed in file order. */
export function packFlips(list: FlipList): PackedFlips {
	const { cellCount, cellStart } = list;
	const { offsets, xors } = inOrderOfFile(list);
	const firstAt = new Uint32Array(cellCount);
	const start = new Uint32Array(cellCount + 1);
	const entries = new Uint16Array(offsets.length + bridgesIn(cellStart, offsets));
	let count = 0;
	for (let cell = 0; cell < cellCount; cell++) {
		let at = offsets[cellStart[cell] ?? 0] ?? 0;
		firstAt[cell] = at;
		for (let i = cellStart[cell] ?? 0; i < (cellStart[cell + 1] ?? 0); i++) {
			const offset = offsets[i] ?? 0;
			for (; offset - at > farthestStep; at += farthestStep) entries[count++] = farthestStep << 8;
			entries[count++] = ((offset - at) << 8) | (xors[i] ?? 0);
			at = offset;
		}
		start[cell + 1] = count;
	}
	return {
		sizeBytes: list.sizeBytes,
		cellCount,
		firstAt,
		start,
		entries,
		held: new Uint8Array(cellCount),
		...(list.checksums ? { checksums: list.checksums } : {}),
	};
}

/** Number of entries that only bridge the distance between two patches. */
function bridgesIn(cellStart: Uint32Array, offsets: Uint32Array): number {
	let count = 0;
	for (let cell = 0; cell + 1 < cellStart.length; cell++) {
		for (let i = (cellStart[cell] ?? 0) + 1; i < (cellStart[cell + 1] ?? 0); i++) {
			const step = (offsets[i] ?? 0) - (offsets[i - 1] ?? 0);
			if (step > farthestStep) count += Math.ceil(step / farthestStep) - 1;
		}
	}
	return count;
}

/** The same arrays with the patches of each cell in file order; planners already produce them so. */
function inOrderOfFile({ cellStart, offsets, xors }: FlipList): Pick<FlipList, "offsets" | "xors"> {
	if (isEachAscending(cellStart, offsets)) return { offsets, xors };
	const places = Array.from(offsets.keys());
	const sorted = Array.from(cellStart).flatMap((from, cell) =>
		places.slice(from, cellStart[cell + 1] ?? from).sort((a, b) => (offsets[a] ?? 0) - (offsets[b] ?? 0)),
	);
	return {
		offsets: Uint32Array.from(sorted, (place) => offsets[place] ?? 0),
		xors: Uint8Array.from(sorted, (place) => xors[place] ?? 0),
	};
}

function isEachAscending(cellStart: Uint32Array, offsets: Uint32Array): boolean {
	for (let cell = 0; cell + 1 < cellStart.length; cell++) {
		const end = cellStart[cell + 1] ?? 0;
		for (let i = (cellStart[cell] ?? 0) + 1; i < end; i++)
			if ((offsets[i] ?? 0) < (offsets[i - 1] ?? 0)) return false;
	}
	return true;
}

/** The patches of packed flips in the form of a flip list, each cell's in file order. */
export function unpackPatches(
	flips: Pick<PackedFlips, "cellCount" | "firstAt" | "start" | "entries">,
): Pick<FlipList, "cellStart" | "offsets" | "xors"> {
	const cellStart = new Uint32Array(flips.cellCount + 1);
	const offsets = new Uint32Array(flips.entries.length);
	const xors = new Uint8Array(flips.entries.length);
	let count = 0;
	for (let cell = 0; cell < flips.cellCount; cell++) {
		let at = flips.firstAt[cell] ?? 0;
		for (let i = flips.start[cell] ?? 0; i < (flips.start[cell + 1] ?? 0); i++) {
			const entry = flips.entries[i] ?? 0;
			at += entry >>> 8;
			if ((entry & 0xff) === 0) continue;
			offsets[count] = at;
			xors[count++] = entry & 0xff;
		}
		cellStart[cell + 1] = count;
	}
	return { cellStart, offsets: offsets.slice(0, count), xors: xors.slice(0, count) };
}
