import { readEntropyData } from "./entropy.ts";
import { BrokenJpegError, UnsupportedJpegError } from "./errors.ts";
import { type JpegComponent, type JpegHeader, readMarkers } from "./markers.ts";
import {
	decodeLumaBlock,
	keptBits,
	type ScannedLuma,
	type ScanPosition,
	skipBlock,
} from "./scanned-block.ts";

/** The luma blocks of a JPEG, row by row, including the padding of incomplete MCUs. */
export interface Luma extends ScannedLuma {
	header: JpegHeader;
	blocksAcross: number;
	blocksDown: number;
	quantTable: Uint16Array;
	/** Index of each block in scan order. */
	scanPlace: Uint32Array;
	/** Whether DC prediction restarts at the block with this index in scan order. */
	restarts: Uint8Array;
}

/** Coefficients per block in a detailed picture; the memory grows if there are more. */
const USUAL_LENGTH = 16;

/** A block's quantised coefficient at a zigzag position. */
export function coefficientAt(
	{ coefficients, starts, lengths }: Pick<Luma, "coefficients" | "starts" | "lengths">,
	block: number,
	k: number,
): number {
	return k < (lengths[block] ?? 0) ? (coefficients[(starts[block] ?? 0) + k] ?? 0) : 0;
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
	// A block takes at least two bits: this detects a false size before a tiny file makes us allocate gigabytes.
	if (blocks * 2 > entropy.bytes.length * 8) throw new BrokenJpegError("the picture is cut off");
	const luma: Luma = {
		header,
		entropy,
		blocksAcross,
		blocksDown: mcusDown * first.down,
		quantTable: first.quantTable,
		coefficients: new Int16Array(blocks * USUAL_LENGTH),
		starts: new Uint32Array(blocks),
		lengths: new Uint8Array(blocks),
		dcDifferences: new Int16Array(blocks),
		amplitudeBits: new Uint32Array(blocks * keptBits),
		scanPlace: new Uint32Array(blocks),
		restarts: new Uint8Array(blocks),
	};
	decodeScan(luma, mcusAcross, mcusDown);
	return luma;
}

function decodeScan(luma: Luma, mcusAcross: number, mcusDown: number): void {
	const { header, entropy } = luma;
	const interval = header.restartInterval || mcusAcross * mcusDown;
	const position: ScanPosition = { bit: 0, prediction: 0, blocks: 0, coefficients: 0 };
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

function decodeMcu(luma: Luma, column: number, row: number, position: ScanPosition): void {
	const { components } = luma.header;
	for (let i = 0; i < components.length; i++) {
		const component = components[i] as JpegComponent;
		for (let y = 0; y < component.down; y++) {
			for (let x = 0; x < component.across; x++) {
				if (i > 0) {
					skipBlock(luma.entropy.bytes, component, position);
					continue;
				}
				const block = (row * component.down + y) * luma.blocksAcross + column * component.across + x;
				luma.scanPlace[block] = position.blocks++;
				reserve(luma, position.coefficients + 64);
				decodeLumaBlock(luma, component, position, block);
			}
		}
	}
}

/** Makes room for at least `count` coefficients. */
function reserve(luma: Luma, count: number): void {
	if (count <= luma.coefficients.length) return;
	const larger = new Int16Array(2 * count);
	larger.set(luma.coefficients);
	luma.coefficients = larger;
}
