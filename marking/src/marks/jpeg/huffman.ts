import { BrokenJpegError } from "./errors.ts";

/** For every 16 bits that may come next: the code's symbol in the low byte, its length (1…16) above it; 0 where no code begins so. */
export type HuffmanTable = Uint16Array;

/**
 * Builds the look-up of a Huffman table (ITU-T T.81, annex C).
 *
 * @param counts how many codes there are of each length, 1 to 16 bits
 * @param symbols the symbols in order of their codes
 */
export function huffmanTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable {
	const table = new Uint16Array(0x10000);
	let first = 0;
	let at = 0;
	for (let length = 1; length <= 16; length++) {
		const span = 0x10000 >> length;
		for (let i = 0; i < (counts[length - 1] ?? 0); i++) {
			if (first + span > 0x10000) throw new BrokenJpegError("a Huffman table has too many codes");
			table.fill((length << 8) | (symbols[at++] ?? 0), first, first + span);
			first += span;
		}
	}
	return table;
}
