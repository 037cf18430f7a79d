import { notFlippable } from "./block.ts";
import type { HeadRow } from "./head-row.ts";

/** A change of one filtered byte of a head row, made by replacing its code with another of the same length. */
export interface Flip {
	/** Index of the byte in the row, not counting the filter byte. */
	index: number;
	/** New value minus old. */
	difference: number;
	/** Bits to XOR, lowest first: `length` of them, starting at bit `bit` of the deflate blocks. */
	bit: number;
	xor: number;
	length: number;
}

/** Whether a channel of pixel `x` can change by `by` without touching bytes of the blocks before `firstByte`. */
export function canFlip(head: HeadRow, x: number, channel: number, by: number, firstByte: number): boolean {
	const bit = head.bits[x] ?? notFlippable;
	if (bit === notFlippable || bit >>> 3 < firstByte) return false;
	const value = head.bytes[4 * x + channel] ?? 0;
	return head.code.lengths[value] === head.code.lengths[(value + by) & 0xff];
}

/** The flip that `canFlip` found possible. */
export function flipOf(head: HeadRow, x: number, channel: number, by: number): Flip {
	const { lengths, codes } = head.code;
	let bit = head.bits[x] ?? notFlippable;
	for (let c = 0; c < channel; c++) bit += lengths[head.bytes[4 * x + c] ?? 0] ?? 0;
	const index = 4 * x + channel;
	const value = head.bytes[index] ?? 0;
	const other = (value + by) & 0xff;
	return {
		index,
		difference: other - value,
		bit,
		xor: (codes[value] ?? 0) ^ (codes[other] ?? 0),
		length: lengths[value] ?? 0,
	};
}

/** The first byte of the blocks after a flip. */
export function byteAfter(flip: Flip): number {
	return ((flip.bit + flip.length - 1) >>> 3) + 1;
}
