import type { ChecksumContributions, FlipList } from "./flip-list.ts";

/**
 * A flip list laid out for delivery: the patches of a cell that fall into one aligned word of four bytes are one XOR, which nearly halves
 * the work.
 */
export interface WordFlips {
	/** Length of the base file. */
	readonly sizeBytes: number;
	readonly cellCount: number;
	/** Cell `i` changes the words of entries `start[i]` to `start[i + 1] - 1`; `cellCount + 1` entries. */
	readonly start: Uint32Array;
	/** Which word of the file, counted from its first. */
	readonly places: Uint32Array;
	/** In the byte order of this machine. */
	readonly xors: Int32Array;
	/** Only for PNG. */
	readonly checksums?: ChecksumContributions;
	/** The bits that the base holds already: 0 for every cell of a base as it was prepared (see `closerBase`). */
	readonly held: Uint8Array;
}

export function wordFlips(list: FlipList): WordFlips {
	const start = new Uint32Array(list.cellCount + 1);
	const places = new Uint32Array(list.offsets.length);
	const xors = new Int32Array(list.offsets.length);
	const bytes = new Uint8Array(xors.buffer);
	let count = 0;
	for (let cell = 0; cell < list.cellCount; cell++) {
		const first = count;
		const end = list.cellStart[cell + 1] ?? 0;
		for (let i = list.cellStart[cell] ?? 0; i < end; i++) {
			const offset = list.offsets[i] ?? 0;
			const place = offset >>> 2;
			// Patches of a cell come nearly in the order of the file, so looking at the last word finds most that share one.
			if (count === first || places[count - 1] !== place) places[count++] = place;
			bytes[(count - 1) * 4 + (offset & 3)] = list.xors[i] ?? 0;
		}
		start[cell + 1] = count;
	}
	return {
		sizeBytes: list.sizeBytes,
		cellCount: list.cellCount,
		start,
		places: places.slice(0, count),
		xors: xors.slice(0, count),
		held: new Uint8Array(list.cellCount),
		...(list.checksums ? { checksums: list.checksums } : {}),
	};
}
