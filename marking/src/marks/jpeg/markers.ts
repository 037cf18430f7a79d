import { BrokenJpegError, UnsupportedJpegError } from "./errors.ts";
import { type HuffmanTable, huffmanTable } from "./huffman.ts";

export interface JpegComponent {
	id: number;
	/** Sampling factors: blocks of this component per MCU, horizontally and vertically. */
	across: number;
	down: number;
	quantTable: Uint16Array;
	dcTable: HuffmanTable;
	acTable: HuffmanTable;
}

/** The content of the markers before the entropy-coded data. */
export interface JpegHeader {
	width: number;
	height: number;
	/** In scan order; the first one is luma. */
	components: JpegComponent[];
	/** MCUs between restart markers, 0 for none. */
	restartInterval: number;
	/** Offset of the first byte of entropy-coded data. */
	scanStart: number;
}

interface Tables {
	quant: Map<number, Uint16Array>;
	dc: Map<number, HuffmanTable>;
	ac: Map<number, HuffmanTable>;
	restartInterval: number;
	frame?: Frame;
}

interface Frame {
	width: number;
	height: number;
	components: { id: number; across: number; down: number; quant: number }[];
}

/**
 * Reads the markers of a baseline JPEG up to its only scan (ITU-T T.81, annex B).
 * Throws `BrokenJpegError` or `UnsupportedJpegError`.
 */
export function readMarkers(jpeg: Uint8Array): JpegHeader {
	if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) throw new BrokenJpegError("not a JPEG");
	const tables: Tables = { quant: new Map(), dc: new Map(), ac: new Map(), restartInterval: 0 };
	let at = 2;
	for (;;) {
		if (jpeg[at] !== 0xff) throw new BrokenJpegError("a marker was expected");
		while (jpeg[at] === 0xff) at++;
		const marker = jpeg[at] ?? 0;
		const length = ((jpeg[at + 1] ?? 0) << 8) | (jpeg[at + 2] ?? 0);
		if (length < 2 || at + 1 + length > jpeg.length) throw new BrokenJpegError("a marker segment is cut off");
		const segment = jpeg.subarray(at + 3, at + 1 + length);
		at += 1 + length;
		if (marker === 0xda) return startScan(segment, tables, at);
		readSegment(marker, segment, tables);
	}
}

function readSegment(marker: number, segment: Uint8Array, tables: Tables): void {
	if (marker === 0xdb) readQuantTables(segment, tables);
	else if (marker === 0xc4) readHuffmanTables(segment, tables);
	else if (marker === 0xdd) tables.restartInterval = word(segment, 0);
	else if (marker === 0xc0 || marker === 0xc1) tables.frame = readFrame(segment, tables.frame);
	else if (marker === 0xee) assertNotRgb(segment);
	else if (marker >= 0xc2 && marker <= 0xcf)
		throw new UnsupportedJpegError("only sequential Huffman-coded JPEG can be marked");
	else if (marker < 0xe0 && marker !== 0xfe) throw new BrokenJpegError("a marker out of place");
}

/** Adobe's segment indicates by a last byte of 0 that three components are RGB: then there is no luma to change. */
function assertNotRgb(segment: Uint8Array): void {
	const adobe = Buffer.from(segment.subarray(0, 5)).toString("latin1") === "Adobe";
	if (adobe && segment[11] === 0) throw new UnsupportedJpegError("only grey and YCbCr JPEG can be marked");
}

function readQuantTables(segment: Uint8Array, tables: Tables): void {
	for (let at = 0; at < segment.length; ) {
		const head = byte(segment, at++);
		const wide = head >> 4 !== 0;
		const table = new Uint16Array(64);
		for (let i = 0; i < 64; i++, at += wide ? 2 : 1) {
			table[i] = wide ? word(segment, at) : byte(segment, at);
		}
		if (table.includes(0)) throw new BrokenJpegError("a quantiser of zero");
		tables.quant.set(head & 15, table);
	}
}

function readHuffmanTables(segment: Uint8Array, tables: Tables): void {
	for (let at = 0; at < segment.length; ) {
		const head = byte(segment, at);
		const counts = segment.subarray(at + 1, at + 17);
		const total = counts.reduce((sum, count) => sum + count, 0);
		const symbols = segment.subarray(at + 17, at + 17 + total);
		if (counts.length < 16 || symbols.length < total) throw new BrokenJpegError("a Huffman table is cut off");
		(head >> 4 === 0 ? tables.dc : tables.ac).set(head & 15, huffmanTable(counts, symbols));
		at += 17 + total;
	}
}

function readFrame(segment: Uint8Array, earlier: Frame | undefined): Frame {
	if (earlier) throw new BrokenJpegError("two frames");
	if (byte(segment, 0) !== 8) throw new UnsupportedJpegError("only 8-bit JPEG can be marked");
	const count = byte(segment, 5);
	if (count !== 1 && count !== 3) throw new UnsupportedJpegError("only grey and YCbCr JPEG can be marked");
	const components = Array.from({ length: count }, (_, i) => {
		const sampling = byte(segment, 7 + 3 * i);
		const [across, down] = [sampling >> 4, sampling & 15];
		if (across < 1 || across > 4 || down < 1 || down > 4)
			throw new BrokenJpegError("a sampling factor out of range");
		return { id: byte(segment, 6 + 3 * i), across, down, quant: byte(segment, 8 + 3 * i) };
	});
	const [height, width] = [word(segment, 1), word(segment, 3)];
	if (width === 0 || height === 0) throw new UnsupportedJpegError("a picture without stated size");
	return { width, height, components };
}

function startScan(segment: Uint8Array, tables: Tables, scanStart: number): JpegHeader {
	const frame = tables.frame;
	if (!frame) throw new BrokenJpegError("a scan before its frame");
	if (byte(segment, 0) !== frame.components.length)
		throw new UnsupportedJpegError("only a JPEG in one scan can be marked");
	const components = frame.components.map((part, i) => {
		if (byte(segment, 1 + 2 * i) !== part.id)
			throw new BrokenJpegError("a scan of other components than the frame");
		const selector = byte(segment, 2 + 2 * i);
		const [quantTable, dcTable, acTable] = [
			tables.quant.get(part.quant),
			tables.dc.get(selector >> 4),
			tables.ac.get(selector & 15),
		];
		if (!quantTable || !dcTable || !acTable) throw new BrokenJpegError("a table is missing");
		// A scan of a single component has one block per MCU, whatever its sampling factors (T.81, A.2.2).
		const [across, down] = frame.components.length === 1 ? [1, 1] : [part.across, part.down];
		return { id: part.id, across, down, quantTable, dcTable, acTable };
	});
	assertFullLuma(components);
	const { width, height } = frame;
	return { width, height, components, restartInterval: tables.restartInterval, scanStart };
}

/** Subsampled luma is legal but does not occur in practice; cells assume that a luma block covers 8×8 pixels. */
function assertFullLuma(components: JpegComponent[]): void {
	const luma = components[0];
	if (components.some((c) => c.across > (luma?.across ?? 0) || c.down > (luma?.down ?? 0))) {
		throw new UnsupportedJpegError("luma is not at full resolution");
	}
}

function byte(segment: Uint8Array, at: number): number {
	const value = segment[at];
	if (value === undefined) throw new BrokenJpegError("a marker segment is cut off");
	return value;
}

function word(segment: Uint8Array, at: number): number {
	return (byte(segment, at) << 8) | byte(segment, at + 1);
}
