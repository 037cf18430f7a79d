import type { Patch, PngCell } from "../cells.ts";
import { adlerChange } from "./adler32.ts";
import { crcChange } from "./crc32.ts";
import { byteAfter, type Flip } from "./flip.ts";
import type { PlannedCell } from "./planner.ts";
import { flipsOf } from "./shifts.ts";

/** The parts of a base file's layout that its patches depend on. */
export interface Layout {
	/** Size of the picture in pixels. */
	width: number;
	height: number;
	/** File offsets of the deflate blocks, and of the Adler-32 that follows them. */
	blocksOffset: number;
	adlerOffset: number;
}

const adlerLength = 4;

/** Every row starts with one byte before its pixels. */
const filterByte = 1;

/** Converts a cell's flips to patches of the file and their contributions to its checksums. */
export function patchCell({ x, y, width, height, head, shifts }: PlannedCell, layout: Layout): PngCell {
	const flips = flipsOf(head, shifts);
	const { first, xors } = xorsOf(flips);
	const patches: Patch[] = [];
	for (let i = 0; i < xors.length; i++) {
		const xor = xors[i] ?? 0;
		if (xor !== 0) patches.push({ offset: layout.blocksOffset + first + i, xor });
	}
	const end = layout.blocksOffset + first + xors.length;
	const crc = crcChange(xors, layout.adlerOffset + adlerLength - end);
	const bytesFromRow = (layout.height - y) * (4 * layout.width + 1);
	const changes = flips.map(({ index, difference }) => ({
		difference,
		bytesLeft: bytesFromRow - filterByte - index,
	}));
	const { a, b } = adlerChange(changes);
	return { x, y, width, height, patches, crc, adlerA: a, adlerB: b };
}

/** What all flips together XOR into the deflate blocks from byte `first` on. A code may span three bytes, and codes may share a byte. */
function xorsOf(flips: Flip[]): { first: number; xors: Uint8Array } {
	let first = Infinity;
	let end = 0;
	for (const flip of flips) {
		first = Math.min(first, flip.bit >>> 3);
		end = Math.max(end, byteAfter(flip));
	}
	const xors = new Uint8Array(end - first);
	for (const { bit, xor } of flips) {
		for (let at = (bit >>> 3) - first, rest = xor << (bit & 7); rest !== 0; at++, rest >>>= 8) {
			xors[at] = (xors[at] ?? 0) ^ rest;
		}
	}
	return { first, xors };
}
