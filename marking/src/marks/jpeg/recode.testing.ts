/*
 * A slow, plain JPEG entropy decoder and encoder for tests, written from ITU-T T.81 independently of the code under test: decodes a baseline file to
 * coefficients, and encodes coefficients to a baseline file with the tables of another.
 */

export interface Component {
	across: number;
	down: number;
	/** Blocks per row, and rows, including padding. */
	columns: number;
	rows: number;
	dc: Codes;
	ac: Codes;
	/** 64 quantised coefficients each, in zigzag order with absolute DC; row by row. */
	blocks: number[][];
}

export interface Coefficients {
	/** All bytes before the entropy-coded data. */
	head: Buffer;
	components: Component[];
	restartInterval: number;
}

/** Symbol by code, with the code written as a string of 0 and 1. */
type Codes = Map<string, number>;

export function decodeCoefficients(jpeg: Buffer): Coefficients {
	const { head, components, restartInterval } = readHead(jpeg);
	let bits = "";
	const reload = (from: number): number => {
		let at = from;
		const bytes: number[] = [];
		while (jpeg[at] !== 0xff || jpeg[at + 1] === 0) {
			bytes.push(nth(jpeg, at));
			at += jpeg[at] === 0xff ? 2 : 1;
		}
		bits = bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("");
		return at + 2;
	};
	let at = reload(head.length);
	let bit = 0;
	const symbol = (codes: Codes): number => {
		for (let length = 1; length <= 16; length++) {
			const found = codes.get(bits.slice(bit, bit + length));
			if (found === undefined) continue;
			bit += length;
			return found;
		}
		throw new Error("no such code");
	};
	const amplitude = (size: number): number => {
		const raw = bits.slice(bit, bit + size);
		bit += size;
		return size === 0 ? 0 : Number.parseInt(raw, 2) - (raw[0] === "0" ? 2 ** size - 1 : 0);
	};
	let predictions = components.map(() => 0);
	forEachBlock(components, restartInterval, (component, index, place, restart) => {
		if (restart) {
			if (place > 0) at = reload(at);
			bit = 0;
			predictions = components.map(() => 0);
		}
		const c = nth(components, component);
		const block: number[] = new Array(64).fill(0);
		block[0] = nth(predictions, component) + amplitude(symbol(c.dc));
		predictions[component] = block[0];
		for (let k = 1; k < 64; k++) {
			const s = symbol(c.ac);
			if (s === 0) break;
			k += s >> 4;
			block[k] = amplitude(s & 15);
		}
		c.blocks[index] = block;
	});
	return { head, components, restartInterval };
}

export function encodeCoefficients({ head, components, restartInterval }: Coefficients): Buffer {
	const out: Buffer[] = [head];
	const tables = components.map((c) => ({ dc: bySymbol(c.dc), ac: bySymbol(c.ac) }));
	let bits = "";
	let restarts = 0;
	const flush = () => {
		const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, "1");
		const bytes: number[] = [];
		for (let i = 0; i < padded.length; i += 8) {
			const byte = Number.parseInt(padded.slice(i, i + 8), 2);
			bytes.push(...(byte === 0xff ? [0xff, 0] : [byte]));
		}
		out.push(Buffer.from(bytes));
		bits = "";
	};
	const put = (codes: Map<number, string>, run: number, value: number) => {
		const size = value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) + 1;
		const code = codes.get(run * 16 + size);
		if (code === undefined) throw new Error("the tables lack a code");
		bits += code;
		if (size > 0) bits += (value > 0 ? value : value + 2 ** size - 1).toString(2).padStart(size, "0");
	};
	let predictions = components.map(() => 0);
	forEachBlock(components, restartInterval, (component, index, place, restart) => {
		if (restart) {
			if (place > 0) {
				flush();
				out.push(Buffer.of(0xff, 0xd0 + (restarts++ % 8)));
			}
			predictions = components.map(() => 0);
		}
		const c = nth(tables, component);
		const block = nth(nth(components, component).blocks, index);
		put(c.dc, 0, nth(block, 0) - nth(predictions, component));
		predictions[component] = nth(block, 0);
		let run = 0;
		const last = block.findLastIndex((value, k) => k > 0 && value !== 0);
		for (let k = 1; k <= last; k++) {
			if (block[k] === 0) {
				run++;
				continue;
			}
			for (; run > 15; run -= 16) put(c.ac, 15, 0);
			put(c.ac, run, nth(block, k));
			run = 0;
		}
		if (last < 63) put(c.ac, 0, 0);
	});
	flush();
	out.push(Buffer.of(0xff, 0xd9));
	return Buffer.concat(out);
}

function bySymbol(codes: Codes): Map<number, string> {
	return new Map(Array.from(codes, ([code, symbol]) => [symbol, code]));
}

/** The same picture with a restart marker after every `interval` MCUs. */
export function withRestarts(coefficients: Coefficients, interval: number): Coefficients {
	const marker = Buffer.of(0xff, 0xdd, 0, 4, interval >> 8, interval & 0xff);
	const head = Buffer.concat([coefficients.head.subarray(0, 2), marker, coefficients.head.subarray(2)]);
	return { ...coefficients, head, restartInterval: interval };
}

/** A 4:4:4 picture as 4:2:2, dropping every second block of chroma: wrong colours, but a valid file. */
export function halveChroma(coefficients: Coefficients): Coefficients {
	const head = Buffer.from(coefficients.head);
	head[head.indexOf(Buffer.of(0xff, 0xc0)) + 11] = 0x21;
	const luma = nth(coefficients.components, 0);
	const chroma = coefficients.components.slice(1);
	const even = luma.columns + (luma.columns % 2);
	const widened = Array.from({ length: even * luma.rows }, (_, i) => {
		const column = Math.min(i % even, luma.columns - 1);
		return nth(luma.blocks, Math.floor(i / even) * luma.columns + column);
	});
	const halved = chroma.map((c) => ({
		...c,
		columns: even / 2,
		blocks: c.blocks.filter((_, i) => (i % c.columns) % 2 === 0),
	}));
	return {
		...coefficients,
		head,
		components: [{ ...luma, across: 2, columns: even, blocks: widened }, ...halved],
	};
}

/** Calls back for every block in scan order, with whether prediction restarts there. */
function forEachBlock(
	components: Component[],
	restartInterval: number,
	visit: (component: number, index: number, place: number, restart: boolean) => void,
): void {
	const first = nth(components, 0);
	const mcus = (first.columns / first.across) * (first.rows / first.down);
	let place = 0;
	for (let mcu = 0; mcu < mcus; mcu++) {
		let restart = mcu === 0 || (restartInterval > 0 && mcu % restartInterval === 0);
		components.forEach((c, component) => {
			const mcusAcross = c.columns / c.across;
			for (let i = 0; i < c.across * c.down; i++) {
				const column = (mcu % mcusAcross) * c.across + (i % c.across);
				const row = Math.floor(mcu / mcusAcross) * c.down + Math.floor(i / c.across);
				visit(component, row * c.columns + column, place++, restart);
				restart = false;
			}
		});
	}
}

function readHead(jpeg: Buffer): Coefficients {
	const codes = new Map<number, Codes>();
	let frame: Buffer = Buffer.alloc(0);
	let restartInterval = 0;
	for (let at = 2; ; at += 2 + jpeg.readUInt16BE(at + 2)) {
		const segment = jpeg.subarray(at + 4, at + 2 + jpeg.readUInt16BE(at + 2));
		if (jpeg[at + 1] === 0xc0) frame = segment;
		if (jpeg[at + 1] === 0xdd) restartInterval = segment.readUInt16BE(0);
		if (jpeg[at + 1] === 0xc4) readCodes(segment, codes);
		if (jpeg[at + 1] !== 0xda) continue;
		const single = segment[0] === 1;
		const factors = Array.from({ length: nth(segment, 0) }, (_, i) => nth(frame, 7 + 3 * i));
		const [mostAcross, mostDown] = [
			Math.max(...factors.map((f) => f >> 4)),
			Math.max(...factors.map((f) => f & 15)),
		];
		const components = factors.map((factor, i) => {
			const [across, down] = single ? [1, 1] : [factor >> 4, factor & 15];
			const columns = Math.ceil(frame.readUInt16BE(3) / (single ? 8 : 8 * mostAcross)) * across;
			const rows = Math.ceil(frame.readUInt16BE(1) / (single ? 8 : 8 * mostDown)) * down;
			const selector = nth(segment, 2 + 2 * i);
			const [dc, ac] = [codes.get(selector >> 4) ?? new Map(), codes.get(16 + (selector & 15)) ?? new Map()];
			return { across, down, columns, rows, dc, ac, blocks: [] };
		});
		return { head: jpeg.subarray(0, at + 4 + segment.length), components, restartInterval };
	}
}

function readCodes(segment: Buffer, tables: Map<number, Codes>): void {
	for (let at = 0; at < segment.length; ) {
		const codes: Codes = new Map();
		const counts = segment.subarray(at + 1, at + 17);
		let symbolAt = at + 17;
		let code = 0;
		counts.forEach((count, i) => {
			for (let n = 0; n < count; n++)
				codes.set((code++).toString(2).padStart(i + 1, "0"), nth(segment, symbolAt++));
			code *= 2;
		});
		tables.set(nth(segment, at), codes);
		at = symbolAt;
	}
}

function nth<T>(list: ArrayLike<T>, index: number): T {
	const value = list[index];
	if (value === undefined) throw new Error(`nothing at ${index}`);
	return value;
}
