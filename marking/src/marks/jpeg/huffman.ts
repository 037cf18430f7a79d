import { BrokenJpegError } from "./errors.ts";

/** Codes of up to this many bits, nearly all that occur, are looked up directly: a table for 16 bits would not fit into the L1 cache. */
const shortBits = 9;

/** A Huffman table (ITU-T T.81, annex C) for `codeAt`. */
export interface HuffmanTable {
	/** For every next `shortBits` bits: the code's symbol in the low byte, its length above it; 0 if they start a longer code or none. */
	readonly short: Uint16Array;
	/** For each length in bits, where the codes of that length begin and end among all 16-bit numbers, and the index of the first one's symbol. */
	readonly first: Uint32Array;
	readonly end: Uint32Array;
	readonly symbolAt: Uint32Array;
	readonly symbols: Uint8Array;
}

/**
 * Builds the lookup of a Huffman table.
 *
 * @param counts number of codes of each length, 1 to 16 bits
 * @param symbols the symbols in order of their codes
 */
export function huffmanTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable {
	const short = new Uint16Array(1 << shortBits);
	const [first, end, symbolAt] = [new Uint32Array(17), new Uint32Array(17), new Uint32Array(17)];
	let next = 0;
	let at = 0;
	for (let length = 1; length <= 16; length++) {
		const span = 0x10000 >> length;
		first[length] = next;
		symbolAt[length] = at;
		for (let i = 0; i < (counts[length - 1] ?? 0); i++, at++) {
			if (next + span > 0x10000) throw new BrokenJpegError("a Huffman table has too many codes");
			const entry = (length << 8) | (symbols[at] ?? 0);
			if (length <= shortBits) short.fill(entry, next >> (16 - shortBits), (next + span) >> (16 - shortBits));
			next += span;
		}
		end[length] = next;
	}
	return { short, first, end, symbolAt, symbols };
}

/** The code at the start of 16 bits: its symbol in the low byte, its length (1…16) above it; 0 if there is none. */
export function codeAt(table: HuffmanTable, bits: number): number {
	const entry = table.short[bits >>> (16 - shortBits)] ?? 0;
	return entry !== 0 ? entry : longCodeAt(table, bits);
}

/** Codes of a length follow those of all shorter ones. */
function longCodeAt({ first, end, symbolAt, symbols }: HuffmanTable, bits: number): number {
	for (let length = shortBits + 1; length <= 16; length++) {
		if (bits >= (end[length] ?? 0)) continue;
		const place = (symbolAt[length] ?? 0) + ((bits - (first[length] ?? 0)) >>> (16 - length));
		return (length << 8) | (symbols[place] ?? 0);
	}
	return 0;
}
