import { adlerModulus } from "./cells.ts";
import { deliverInto, roomFor } from "./deliver.ts";
import type { ChecksumContributions } from "./flip-list.ts";
import type { WordFlips } from "./word-flips.ts";

/** A base in memory and how it becomes a client's file. */
export interface HeldBase {
	/** The file with the bits of `flips.held`: must never be sent unchanged. */
	readonly base: Uint8Array;
	readonly flips: WordFlips;
}

/**
 * The same picture with some of its cells flipped beforehand. Delivering any codeword from it gives the same bytes as from the base it
 * was made of, but flips only the cells in which the two differ: with the likeliest bit in every cell, a fifth instead of half of them.
 * @param bits one for every cell; `RangeError` otherwise, or when base and flips do not belong together.
 */
export function closerBase(base: Uint8Array, flips: WordFlips, bits: Uint8Array): HeldBase {
	const { checksums } = flips;
	return {
		base: deliverInto(roomFor(base.length), base, flips, bits),
		flips: {
			...flips,
			held: Uint8Array.from(bits),
			...(checksums ? { checksums: sharesFrom(checksums, bits, flips.held) } : {}),
		},
	};
}

/** An Adler-32 share is what flipping the cell adds: flipping it back takes as much away. CRC-32 shares are XORed, so they stay. */
function sharesFrom(sums: ChecksumContributions, bits: Uint8Array, held: Uint8Array): ChecksumContributions {
	const turned = (share: number, cell: number) =>
		bits[cell] === held[cell] ? share : (adlerModulus - share) % adlerModulus;
	return { ...sums, adlerA: sums.adlerA.map(turned), adlerB: sums.adlerB.map(turned) };
}
