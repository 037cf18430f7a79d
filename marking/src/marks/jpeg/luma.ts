import { type EntropyData, readEntropyData } from "./entropy.ts";
import { BrokenJpegError, UnsupportedJpegError } from "./errors.ts";
import { type JpegComponent, type JpegHeader, readMarkers } from "./markers.ts";

/** Zigzag positions whose place in the file is kept: DC and the five lowest frequencies. */
export const keptBits = 6;

/** The luma blocks of a JPEG, row by row, padding of incomplete MCUs included. */
export interface Luma {
	header: JpegHeader;
	entropy: EntropyData;
	blocksAcross: number;
	blocksDown: number;
	quantTable: Uint16Array;
	/** 64 quantised coefficients a block in zigzag order, DC as it is rather than as coded. */
	coefficients: Int16Array;
	/** How many of each block's zigzag positions there are up to its last that is not zero, DC always counted. */
	lengths: Uint8Array;
	/** DC as coded: its difference from the luma block that precedes it in the scan. One a block. */
	dcDifferences: Int16Array;
	/** `keptBits` a block: the bit of the entropy data at which the amplitude of that zigzag position starts; 0 where it has none. */
	amplitudeBits: Uint32Array;
	/** Place of each block in the order of the scan. */
	scanPlace: Uint32Array;
	/** Whether DC prediction restarts at the block of that place in scan order. */
	restarts: Uint8Array;
}

/** Decodes the luma of a baseline JPEG. Throws `BrokenJpegError` or `UnsupportedJpegError`. */
export function readLuma(jpeg: Uint8Array): Luma {
	const header = readMarkers(jpeg);
	const entropy = readEntropyData(jpeg, header.scanStart);
	if (jpeg[entropy.end] !== 0xff) throw new BrokenJpegError("the picture is cut off");
	if (jpeg[entropy.end + 1] !== 0xd9) throw new UnsupportedJpegError("only a JPEG in one scan can be marked");
	const first = header.components[0];
	if (!first) throw new BrokenJpegError("no components");
	const mcusAcross = Math.ceil(header.width / (8 * first.across));
	const mcusDown = Math.ceil(header.height / (8 * first.down));
	const blocksAcross = mcusAcross * first.across;
	const blocks = blocksAcross * mcusDown * first.down;
	// A block takes two bits at least: found before a false size makes a file of a few bytes allocate gigabytes.
	if (blocks * 2 > entropy.bytes.length * 8) throw new BrokenJpegError("the picture is cut off");
	const luma: Luma = {
		header,
		entropy,
		blocksAcross,
		blocksDown: mcusDown * first.down,
		quantTable: first.quantTable,
		coefficients: new Int16Array(blocks * 64),
		lengths: new Uint8Array(blocks).fill(1),
		dcDifferences: new Int16Array(blocks),
		amplitudeBits: new Uint32Array(blocks * keptBits),
		scanPlace: new Uint32Array(blocks),
		restarts: new Uint8Array(blocks),
	};
	decodeScan(luma, mcusAcross, mcusDown);
	return luma;
}

/** Where the decoder stands: the bit it reads next, and luma's DC prediction. */
interface Position {
	bit: number;
	prediction: number;
	/** Luma blocks decoded so far. */
	blocks: number;
}

function decodeScan(luma: Luma, mcusAcross: number, mcusDown: number): void {
	const { header, entropy } = luma;
	const interval = header.restartInterval || mcusAcross * mcusDown;
	const position: Position = { bit: 0, prediction: 0, blocks: 0 };
	for (let mcu = 0, segment = 0; mcu < mcusAcross * mcusDown; mcu++) {
		if (mcu % interval === 0) {
			if (segment + 1 >= entropy.segments.length) throw new BrokenJpegError("a restart marker is missing");
			position.bit = (entropy.segments[segment++] ?? 0) * 8;
			position.prediction = 0;
			luma.restarts[position.blocks] = 1;
		}
		decodeMcu(luma, mcu % mcusAcross, Math.floor(mcu / mcusAcross), position);
		if (position.bit > (entropy.segments[segment] ?? 0) * 8)
			throw new BrokenJpegError("the picture is cut off");
	}
}

function decodeMcu(luma: Luma, column: number, row: number, position: Position): void {
	const { components } = luma.header;
	for (let i = 0; i < components.length; i++) {
		const component = components[i] as JpegComponent;
		for (let y = 0; y < component.down; y++) {
			for (let x = 0; x < component.across; x++) {
				if (i > 0) {
					decodeBlock(luma.entropy.bytes, component, position, chromaSink, 0);
					continue;
				}
				const block = (row * component.down + y) * luma.blocksAcross + column * component.across + x;
				luma.scanPlace[block] = position.blocks++;
				decodeLumaBlock(luma, component, position, block);
			}
		}
	}
}

/** Receives blocks as `Luma` has them, but DC as a difference. */
interface BlockSink {
	lengths: Uint8Array;
	coefficients: Int16Array;
	amplitudeBits: Uint32Array;
}

/** Chroma is decoded only to get past it. */
const chromaSink: BlockSink = {
	lengths: new Uint8Array(1),
	coefficients: new Int16Array(64),
	amplitudeBits: new Uint32Array(keptBits),
};

function decodeLumaBlock(luma: Luma, component: JpegComponent, position: Position, block: number): void {
	decodeBlock(luma.entropy.bytes, component, position, luma, block);
	const difference = luma.coefficients[block * 64] ?? 0;
	luma.dcDifferences[block] = difference;
	position.prediction += difference;
	luma.coefficients[block * 64] = position.prediction;
}

/** Decodes one block (ITU-T T.81, F.2.2). */
function decodeBlock(
	bytes: Uint8Array,
	component: JpegComponent,
	position: Position,
	sink: BlockSink,
	block: number,
): void {
	let bit = position.bit;
	let table = component.dcTable;
	for (let k = 0; k < 64; k++) {
		const entry = table[peek16(bytes, bit)] ?? 0;
		if (entry === 0) throw new BrokenJpegError("an unknown Huffman code");
		bit += entry >> 8;
		const symbol = entry & 0xff;
		const size = symbol & 15;
		if (k === 0) {
			if (symbol > 11) throw new BrokenJpegError("a DC difference out of range");
			table = component.acTable;
		} else {
			if (size === 0 && symbol !== 0xf0) break;
			k += symbol >> 4;
			if (k > 63) throw new BrokenJpegError("a run of zeros leaves its block");
		}
		if (size === 0) continue;
		if (k < keptBits) sink.amplitudeBits[block * keptBits + k] = bit;
		sink.coefficients[block * 64 + k] = amplitudeOf(peek16(bytes, bit) >>> (16 - size), size);
		sink.lengths[block] = k + 1;
		bit += size;
	}
	position.bit = bit;
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
