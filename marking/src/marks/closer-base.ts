import { adlerModulus } from "./cells.ts";
import { flipCells } from "./deliver.ts";
import type { ChecksumContributions } from "./flip-list.ts";
import type { PackedFlips } from "./packed-flips.ts";

/** A base in memory, and how to turn it into a client's file. */
export interface HeldBase {
	/** The file with the bits of `flips.held`: must never be sent unchanged. */
	readonly base: Uint8Array;
	readonly flips: PackedFlips;
}

/**
 * Flips some cells of a base in advance, in place. Delivering any codeword from it yields the same bytes as before, but only flips the cells in which
 * the two differ: with the likeliest bit in every cell, a fifth instead of half of them.
 * @param bits one for every cell; throws `RangeError` otherwise, and when base and flips do not belong together.
 */
export function bringCloser({ base, flips }: HeldBase, bits: Uint8Array): HeldBase {
	flipCells(base, flips, bits);
	const { checksums, held } = flips;
	return {
		base,
		flips: {
			...flips,
			held: Uint8Array.from(bits),
			...(checksums ? { checksums: sharesFrom(checksums, bits, held) } : {}),
		},
	};
}

/**
 * The Adler-32 contribution of a cell is what flipping it adds, so flipping it back subtracts the same. CRC-32 contributions are XORed and stay as
 * they are.
 */
function sharesFrom(sums: ChecksumContributions, bits: Uint8Array, held: Uint8Array): ChecksumContributions {
	const [adlerA, adlerB] = [Uint16Array.from(sums.adlerA), Uint16Array.from(sums.adlerB)];
	for (let cell = 0; cell < bits.length; cell++) {
		if (bits[cell] === held[cell]) continue;
		adlerA[cell] = (adlerModulus - (adlerA[cell] ?? 0)) % adlerModulus;
		adlerB[cell] = (adlerModulus - (adlerB[cell] ?? 0)) % adlerModulus;
	}
	return { ...sums, adlerA, adlerB };
}
