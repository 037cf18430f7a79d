import { type BitWriter, createBitWriter } from "./bits.ts";
import { type Block, countSymbols, putTokens } from "./block.ts";
import { maxHeaderBytes, putBlockHeader } from "./block-header.ts";
import { type PrefixCode, prefixCode } from "./huffman.ts";
import { matcher } from "./match.ts";

/** Minimum size of a block in pixels, so that a small picture does not have to spend bytes on many headers. */
const minBlockPixels = 32768;

/** A compressed picture, and the position of its head rows. */
export interface Deflated {
	/** Raw deflate blocks. */
	bytes: Uint8Array;
	/** For pixel `x` of the head row of band `b`, entry `b * width + x`: the bit of `bytes` at which its four literals start, or `notFlippable`. */
	headBits: Uint32Array;
	/** For each band, the literal code of its block. */
	headCodes: PrefixCode[];
}

/** Compresses filtered rows (see `filterPixels`), each preceded by its filter byte. */
export function deflateRows(residuals: Int32Array, width: number, bandHeight: number): Deflated {
	const height = residuals.length / width;
	const bytes = new Uint8Array(residuals.buffer);
	const blockHeight = bandHeight * Math.ceil(minBlockPixels / (bandHeight * width));
	const match = matcher(residuals, width, bandHeight);
	const tokens = new Int32Array(Math.min(residuals.length, blockHeight * width));
	const writer = createBitWriter();
	const headBits = new Uint32Array(Math.ceil(height / bandHeight) * width);
	const headCodes: PrefixCode[] = [];
	for (let from = 0; from < height; from += blockHeight) {
		const to = Math.min(from + blockHeight, height);
		const count = match(from, to, tokens);
		const block = { bytes, width, bandHeight, from, to, tokens: tokens.subarray(0, count) };
		const code = putBlock(writer, block, to === height, headBits);
		for (let y = from; y < to; y += bandHeight) headCodes.push(code);
	}
	return { bytes: writer.finish(), headBits, headCodes };
}

function putBlock(writer: BitWriter, block: Block, final: boolean, headBits: Uint32Array): PrefixCode {
	const { literals, distances, extraBits } = countSymbols(block);
	const literalCode = prefixCode(literals);
	const distanceCode = prefixCode(distances);
	const bits = codedBits(literals, literalCode) + codedBits(distances, distanceCode) + extraBits;
	writer.reserve(maxHeaderBytes + Math.ceil(bits / 8));
	putBlockHeader(writer, literalCode.lengths, distanceCode.lengths, final);
	putTokens(writer, block, literalCode, distanceCode, headBits);
	return literalCode;
}

function codedBits(counts: Uint32Array, { lengths }: PrefixCode): number {
	return counts.reduce((bits, count, symbol) => bits + count * (lengths[symbol] ?? 0), 0);
}
