import type { Luma } from "./luma.ts";
import { keptBits } from "./scanned-block.ts";

/** Changes planned so far to the bytes of the entropy-coded data, and which cell each byte belongs to. */
export interface PlannedBits {
	luma: Luma;
	/** XOR planned for each byte. */
	xor: Uint8Array;
	/** Number, from 1, of the cell that changes a byte; 0 for none. */
	owner: Uint32Array;
	/** The bytes of the cell being planned: the first `touchedCount` entries. */
	touched: Uint32Array;
	touchedCount: number;
}

/** More bytes than a cell of four blocks touches; in large pictures, cells have more blocks. */
const usualTouched = 256;

export function planBits(luma: Luma): PlannedBits {
	const length = luma.entropy.bytes.length;
	const touched = new Uint32Array(usualTouched);
	return { luma, xor: new Uint8Array(length), owner: new Uint32Array(length), touched, touchedCount: 0 };
}

/**
 * Whether the coefficient that a block codes as `value` at zigzag position `k` can be recoded as `other` for `cell`: it must have the same size
 * category, so that Huffman code and length stay the same; it must not touch a byte of another cell; and it must neither touch nor produce a byte
 * 0xFF, which would need a stuffed zero after it.
 */
export function canChange(
	bits: PlannedBits,
	cell: number,
	block: number,
	k: number,
	value: number,
	other: number,
): boolean {
	const size = sizeOf(value);
	if (value === 0 || sizeOf(other) !== size) return false;
	const { bytes } = bits.luma.entropy;
	const start = bits.luma.amplitudeBits[block * keptBits + k] ?? 0;
	const window = windowOf(start, size, value, other);
	for (let i = 0; i < 3; i++) {
		const xor = (window >>> (16 - 8 * i)) & 0xff;
		if (xor === 0) continue;
		const at = (start >>> 3) + i;
		const byte = bytes[at] ?? 0xff;
		const owner = bits.owner[at] ?? 0;
		if (byte === 0xff || (owner !== 0 && owner !== cell)) return false;
		if ((byte ^ (bits.xor[at] ?? 0) ^ xor) === 0xff) return false;
	}
	return true;
}

/** Plans a change that `canChange` allowed. Repeating it undoes it. */
export function change(
	bits: PlannedBits,
	cell: number,
	block: number,
	k: number,
	value: number,
	other: number,
): void {
	const start = bits.luma.amplitudeBits[block * keptBits + k] ?? 0;
	const window = windowOf(start, sizeOf(value), value, other);
	for (let i = 0; i < 3; i++) {
		const xor = (window >>> (16 - 8 * i)) & 0xff;
		if (xor === 0) continue;
		const at = (start >>> 3) + i;
		if (bits.owner[at] === 0) touch(bits, at);
		bits.owner[at] = cell;
		bits.xor[at] = (bits.xor[at] ?? 0) ^ xor;
	}
}

function touch(bits: PlannedBits, at: number): void {
	if (bits.touchedCount === bits.touched.length) {
		const larger = new Uint32Array(2 * bits.touched.length);
		larger.set(bits.touched);
		bits.touched = larger;
	}
	bits.touched[bits.touchedCount++] = at;
}

/** Size category of a coefficient: how many amplitude bits code it (ITU-T T.81, table F.1). */
export function sizeOf(value: number): number {
	return 32 - Math.clz32(Math.abs(value));
}

/** The amplitude bits of a coefficient, `sizeOf(value)` of them: the inverse of `amplitudeOf`. */
export function amplitudeBitsOf(value: number): number {
	return value > 0 ? value : value + (1 << sizeOf(value)) - 1;
}

/** The bits in which two values of a size differ, as 24 bits starting from the byte in which the amplitude starts. */
function windowOf(start: number, size: number, value: number, other: number): number {
	return (amplitudeBitsOf(value) ^ amplitudeBitsOf(other)) << (24 - (start & 7) - size);
}
