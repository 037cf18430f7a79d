import type { BitWriter } from "./bits.ts";
import { filterOfRow, filterSub } from "./filter.ts";
import type { PrefixCode } from "./huffman.ts";
import { literalToken } from "./match.ts";
import {
	distanceExtraBits,
	distanceSymbol,
	distanceSymbols,
	endOfBlock,
	lengthBases,
	lengthExtraBits,
	lengthSymbols,
	literalSymbols,
	maxMatchBytes,
	minMatchBytes,
} from "./symbols.ts";

/** Rows `from` to `to - 1` of a filtered picture, to be written as one deflate block. */
export interface Block {
	/** Filtered bytes of the whole picture, four per pixel. */
	bytes: Uint8Array;
	width: number;
	bandHeight: number;
	from: number;
	to: number;
	/** The matcher's result for the rows. */
	tokens: Int32Array;
}

/** Stands for a pixel of a head row that is part of a match, or that a match copies. No literal starts at bit 0. */
export const notFlippable = 0;

/** Minimum number of distances with a code, even if no match uses them: some decoders reject a code for fewer than two. */
const leastDistanceCodes = 2;

interface SymbolCounts {
	literals: Uint32Array;
	distances: Uint32Array;
	/** Bits that follow the codes of lengths and distances. */
	extraBits: number;
}

export function countSymbols(block: Block): SymbolCounts {
	const { bytes, width, bandHeight, from, to, tokens } = block;
	const literals = new Uint32Array(literalSymbols);
	const distances = new Uint32Array(distanceSymbols);
	let extraBits = 0;
	literals[endOfBlock] = 1;
	distances.fill(1, 0, leastDistanceCodes);
	for (let y = from; y < to; y++) increment(literals, filterOfRow(y, bandHeight));
	let at = 4 * from * width;
	for (let t = 0; t < tokens.length; t++) {
		const token = tokens[t] ?? 0;
		if (token === literalToken) {
			increment(literals, bytes[at] ?? 0);
			increment(literals, bytes[at + 1] ?? 0);
			increment(literals, bytes[at + 2] ?? 0);
			increment(literals, bytes[at + 3] ?? 0);
			at += 4;
			continue;
		}
		const distance = distanceSymbol(token & 0xffff);
		let left = 4 * (token >>> 16);
		at += left;
		while (left > 0) {
			const length = pieceLength(left);
			const symbol = lengthSymbols[length] ?? 0;
			increment(literals, symbol);
			increment(distances, distance);
			extraBits += (lengthExtraBits[symbol] ?? 0) + distanceExtraBits(distance);
			left -= length;
		}
	}
	return { literals, distances, extraBits };
}

function increment(counts: Uint32Array, symbol: number): void {
	counts[symbol] = (counts[symbol] ?? 0) + 1;
}

/** How much of a match of `left` bytes the next length symbol covers, such that the rest is not too short for another. */
function pieceLength(left: number): number {
	return left <= maxMatchBytes ? left : Math.min(maxMatchBytes, left - minMatchBytes);
}

/** Writes the body of a block, including its end. Sets `headBits` (see `Deflated`) for the head rows among its rows. */
export function putTokens(
	writer: BitWriter,
	block: Block,
	literalCode: PrefixCode,
	distanceCode: PrefixCode,
	headBits: Uint32Array,
): void {
	const { bytes, width, bandHeight, from, to, tokens } = block;
	const lengthCodes = codesOfLengths(literalCode);
	let next = 0;
	for (let y = from; y < to; y++) {
		const isHead = filterOfRow(y, bandHeight) === filterSub;
		const head = (y / bandHeight) * width;
		putSymbol(writer, literalCode, filterOfRow(y, bandHeight));
		for (let x = 0; x < width; ) {
			const at = 4 * (y * width + x);
			const token = tokens[next++] ?? 0;
			if (token !== literalToken) {
				if (isHead) headBits[head + x - 1] = notFlippable;
				putMatch(writer, lengthCodes, distanceCode, token);
				x += token >>> 16;
			} else if (isHead) {
				headBits[head + x] = writer.position();
				writer.putSymbols(bytes, at, at + 4, literalCode);
				x++;
			} else {
				const first = x++;
				for (; x < width && tokens[next] === literalToken; x++) next++;
				writer.putSymbols(bytes, at, at + 4 * (x - first), literalCode);
			}
		}
	}
	putSymbol(writer, literalCode, endOfBlock);
}

function putSymbol(writer: BitWriter, { lengths, codes }: PrefixCode, symbol: number): void {
	writer.put(codes[symbol] ?? 0, lengths[symbol] ?? 0);
}

/** Code and extra bits of every match length, as `total bits << 24 | bits`; at most 20 bits. */
function codesOfLengths({ lengths, codes }: PrefixCode): Int32Array {
	return Int32Array.from(lengthSymbols, (symbol, length) => {
		const codeLength = lengths[symbol] ?? 0;
		const extra = length - (lengthBases[symbol] ?? 0);
		return (
			((codeLength + (lengthExtraBits[symbol] ?? 0)) << 24) | (extra << codeLength) | (codes[symbol] ?? 0)
		);
	});
}

function putMatch(writer: BitWriter, lengthCodes: Int32Array, distanceCode: PrefixCode, token: number): void {
	const distance = token & 0xffff;
	const symbol = distanceSymbol(distance);
	const extraBits = distanceExtraBits(symbol);
	const extra = (distance - 1) & ((1 << extraBits) - 1);
	for (let left = 4 * (token >>> 16); left > 0; ) {
		const length = pieceLength(left);
		const code = lengthCodes[length] ?? 0;
		writer.put(code & 0xffffff, code >> 24);
		putSymbol(writer, distanceCode, symbol);
		writer.put(extra, extraBits);
		left -= length;
	}
}
