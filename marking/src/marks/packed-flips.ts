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
	/** The bits that the base holds already: 0 for every cell of a base as it was prepared (see `bringCloser`). */
	readonly held: Uint8Array;
}

const farthestStep = 255;

/** Where patches of a cell stand in the list does not matter, so they are packed in the order of the file. */
export function packFlips(list: FlipList): PackedFlips {
	const firstAt = new Uint32Array(list.cellCount);
	const start = new Uint32Array(list.cellCount + 1);
	const entries: number[] = [];
	for (let cell = 0; cell < list.cellCount; cell++) {
		const patches = patchesInOrder(list, cell);
		let at = patches[0] === undefined ? 0 : (list.offsets[patches[0]] ?? 0);
		firstAt[cell] = at;
		for (const patch of patches) {
			const offset = list.offsets[patch] ?? 0;
			for (; offset - at > farthestStep; at += farthestStep) entries.push(farthestStep << 8);
			entries.push(((offset - at) << 8) | (list.xors[patch] ?? 0));
			at = offset;
		}
		start[cell + 1] = entries.length;
	}
	return {
		sizeBytes: list.sizeBytes,
		cellCount: list.cellCount,
		firstAt,
		start,
		entries: Uint16Array.from(entries),
		held: new Uint8Array(list.cellCount),
		...(list.checksums ? { checksums: list.checksums } : {}),
	};
}

function patchesInOrder({ cellStart, offsets }: FlipList, cell: number): number[] {
	const patches: number[] = [];
	let isInOrder = true;
	for (let i = cellStart[cell] ?? 0; i < (cellStart[cell + 1] ?? 0); i++) {
		if (patches.length > 0 && (offsets[i] ?? 0) < (offsets[i - 1] ?? 0)) isInOrder = false;
		patches.push(i);
	}
	return isInOrder ? patches : patches.sort((a, b) => (offsets[a] ?? 0) - (offsets[b] ?? 0));
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
