import type { ChecksumContributions, FlipList } from "./flip-list.ts";

/**
 * A flip list laid out for delivery, which is also how it is stored: nothing has to be decoded before the first byte is flipped.
 *
 * An entry is one patch: in its high byte how far it lies from the one before it in the same cell, in its low byte the XOR. Where that is
 * too far for a byte, entries whose XOR is 0 come before it.
 */
export interface PackedFlips {
	/** Length of the base file. */
	readonly sizeBytes: number;
	readonly cellCount: number;
	/** Where in the file the first patch of each cell lies. */
	readonly firstAt: Uint32Array;
	/** Entries of cell `i` are `start[i]` to `start[i + 1] - 1`; `cellCount + 1` of them. */
	readonly start: Uint32Array;
	readonly entries: Uint16Array;
	/** Only for PNG. */
	readonly checksums?: ChecksumContributions;
	/** The bits that the base holds already: 0 for every cell of a base as it was prepared (see `bringCloser`). Not to be written to. */
	readonly held: Uint8Array;
}

const farthestStep = 255;

/** Where patches of a cell stand in the list does not matter, so they are packed in the order of the file. */
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

/** How many entries only lead from one patch to the next. */
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

/** The same arrays where the patches of each cell are in order already, as those of planners are. */
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

/** The patches of packed flips as a flip list has them, each cell's in the order of the file. */
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
