import type { EntropyData } from "./entropy.ts";
import { BrokenJpegError } from "./errors.ts";
import { codeAt, type HuffmanTable } from "./huffman.ts";
import type { JpegComponent } from "./markers.ts";

/** Zigzag positions whose position in the file is recorded: DC and the five lowest frequencies. */
export const keptBits = 6;

/** The state of the decoder of a scan. */
export interface ScanPosition {
	/** The bit it reads next. */
	bit: number;
	/** Luma's DC prediction. */
	prediction: number;
	/** Luma blocks decoded so far. */
	blocks: number;
	/** Coefficients stored for them so far. */
	coefficients: number;
}

/** What is recorded of each block of luma. */
export interface ScannedLuma {
	entropy: EntropyData;
	/** Quantised coefficients of each block in zigzag order up to its last nonzero one, with absolute rather than differential DC. */
	coefficients: Int16Array;
	/** Index in `coefficients` at which each block begins. */
	starts: Uint32Array;
	/** Number of coefficients of each block there; DC is always counted. */
	lengths: Uint8Array;
	/** DC as coded: its difference from the previous luma block in the scan. One per block. */
	dcDifferences: Int16Array;
	/** `keptBits` entries per block: the bit of the entropy data at which the amplitude of that zigzag position starts; 0 if it has none. */
	amplitudeBits: Uint32Array;
}

/** Symbols for the end of a block before its last coefficient, and for sixteen zeros. */
const endOfBlock = 0;
const sixteenZeros = 0xf0;

/** Decodes a block of luma (ITU-T T.81, F.2.2). There must be room for its coefficients. */
export function decodeLumaBlock(
	luma: ScannedLuma,
	component: JpegComponent,
	position: ScanPosition,
	block: number,
): void {
	const { coefficients, amplitudeBits } = luma;
	const { bytes } = luma.entropy;
	const start = position.coefficients;
	let { bit } = position;
	let length = 1;
	for (let k = 0; k < 64; k++) {
		const code = codeOf(k === 0 ? component.dcTable : component.acTable, bytes, bit);
		bit += code >> 8;
		const symbol = code & 0xff;
		const size = k === 0 ? dcSize(symbol) : symbol & 15;
		if (k > 0) {
			if (size === 0 && symbol !== sixteenZeros) break;
			for (const last = lastOfRun(k, symbol); k < last; k++) coefficients[start + k] = 0;
		}
		coefficients[start + k] = size === 0 ? 0 : amplitudeOf(peek16(bytes, bit) >>> (16 - size), size);
		if (size === 0) continue;
		if (k < keptBits) amplitudeBits[block * keptBits + k] = bit;
		length = k + 1;
		bit += size;
	}
	position.bit = bit;
	position.coefficients = start + length;
	luma.starts[block] = start;
	luma.lengths[block] = length;
	const difference = coefficients[start] ?? 0;
	luma.dcDifferences[block] = difference;
	position.prediction += difference;
	coefficients[start] = position.prediction;
}

/** Skips a block of chroma. */
export function skipBlock(bytes: Uint8Array, component: JpegComponent, position: ScanPosition): void {
	const dc = codeOf(component.dcTable, bytes, position.bit);
	let bit = position.bit + (dc >> 8) + dcSize(dc & 0xff);
	for (let k = 1; k < 64; k++) {
		const code = codeOf(component.acTable, bytes, bit);
		const symbol = code & 0xff;
		bit += (code >> 8) + (symbol & 15);
		if ((symbol & 15) === endOfBlock && symbol !== sixteenZeros) break;
		k = lastOfRun(k, symbol);
	}
	position.bit = bit;
}

function codeOf(table: HuffmanTable, bytes: Uint8Array, bit: number): number {
	const code = codeAt(table, peek16(bytes, bit));
	if (code === 0) throw new BrokenJpegError("an unknown Huffman code");
	return code;
}

function dcSize(symbol: number): number {
	if (symbol > 11) throw new BrokenJpegError("a DC difference out of range");
	return symbol;
}

/** The zigzag position after the zeros that a symbol stands for, or that of the last of sixteen. */
function lastOfRun(k: number, symbol: number): number {
	const last = k + (symbol >> 4);
	if (last > 63) throw new BrokenJpegError("a run of zeros leaves its block");
	return last;
}

/** The 16 bits from `bit` on; zeros beyond the end. */
function peek16(bytes: Uint8Array, bit: number): number {
	const at = bit >>> 3;
	const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
	return (three >>> (8 - (bit & 7))) & 0xffff;
}

/** The value that `size` amplitude bits stand for: those with a leading zero are negative (T.81, F.2.2.1). */
export function amplitudeOf(bits: number, size: number): number {
	return bits >>> (size - 1) === 1 ? bits : bits - (1 << size) + 1;
}
