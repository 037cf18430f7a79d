import { filterOfRow, filterSub } from "./filter.ts";

/** Maximum distance of a match, in bytes (RFC 1951, section 2). */
const windowBytes = 32768;

/** Token for a pixel that is written as four literals. Any other token is a match: `pixels << 16 | distance in bytes`. */
export const literalToken = 0;

/** Longest match that a token can represent, in pixels. */
const maxMatchPixels = 0xffff;

/** Shortest run in a head row that is written as a match: shorter ones stay literals, which can be flipped. */
const minHeadRun = 6;

/** A run this long is taken without searching for anything better. */
const goodRun = 16;

const hashBits = 13;

/** Costs are in sixteenths of a bit. The length code and distance prefix of a match take about eleven bits together. */
const bit = 16;
const matchCost = 11 * bit;

/** Converts rows `from` to `to - 1` to tokens and returns their number. No token spans the end of a row. Rows must be passed in order, each once. */
export type Matcher = (from: number, to: number, tokens: Int32Array) => number;

/**
 * LZ77 over whole pixels, matching within the rows that are not heads. Head rows are literals except for long runs of one residual, and nothing
 * outside a head row ever copies from one, so that a head row's literals can be changed on their own.
 */
export function matcher(residuals: Int32Array, width: number, bandHeight: number): Matcher {
	const memory: Memory = {
		residuals,
		width,
		costs: literalCosts(residuals),
		places1: new Int32Array(1 << hashBits).fill(-1),
		places2: new Int32Array(1 << hashBits).fill(-1),
	};
	return (from, to, tokens) => {
		let count = 0;
		for (let y = from; y < to; y++) {
			const isHead = filterOfRow(y, bandHeight) === filterSub;
			count = isHead ? matchHead(memory, y, tokens, count) : matchRow(memory, y, tokens, count);
		}
		return count;
	};
}

interface Memory {
	residuals: Int32Array;
	width: number;
	/** Estimated cost of every byte value as a literal. */
	costs: Int32Array;
	/** Last position of a pixel, and of a pixel with its successor, by hash. */
	places1: Int32Array;
	places2: Int32Array;
}

function matchHead({ residuals, width }: Memory, y: number, tokens: Int32Array, first: number): number {
	const start = y * width;
	let count = first;
	for (let i = start; i < start + width; ) {
		const run = runLength(residuals, i, start, start + width);
		const token = run >= minHeadRun ? (run << 16) | 4 : literalToken;
		tokens[count++] = token;
		i += token === literalToken ? 1 : run;
	}
	return count;
}

/** Greedy: at every pixel takes what saves most compared with literals, either a run or a match with the last occurrence of the pixels. */
function matchRow(memory: Memory, y: number, tokens: Int32Array, first: number): number {
	const { residuals, width, costs, places1, places2 } = memory;
	const start = y * width;
	const end = start + width;
	let count = first;
	for (let i = start; i < end; ) {
		const value = residuals[i] ?? 0;
		const hash1 = mix(0, value);
		const hash2 = mix(hash1, i + 1 < end ? (residuals[i + 1] ?? 0) : 0);
		const place1 = exchange(places1, hash1, i);
		const place2 = exchange(places2, hash2, i);
		const run = runLength(residuals, i, start, end);
		let saved = run * pixelCost(costs, value) - matchCost - 2 * bit;
		let token = saved > 0 ? (run << 16) | 4 : literalToken;
		for (let from = place2, tried = 0; run < goodRun && tried < 2; from = place1, tried++) {
			if (from < 0 || 4 * (i - from) > windowBytes) continue;
			let literals = 0;
			let n = 0;
			while (i + n < end && residuals[i + n] === residuals[from + n]) {
				literals += pixelCost(costs, residuals[i + n] ?? 0);
				n++;
			}
			const saving = literals - matchCost - bit * (32 - Math.clz32(i - from));
			if (saving <= Math.max(0, saved)) continue;
			const row = Math.floor(from / width);
			const distance = 4 * (i - from) + (y - row);
			if (from + n > (row + 1) * width || distance > windowBytes || n > maxMatchPixels) continue;
			saved = saving;
			token = (n << 16) | distance;
		}
		tokens[count++] = token;
		i += token === literalToken ? 1 : token >>> 16;
	}
	return count;
}

function pixelCost(costs: Int32Array, p: number): number {
	return (
		(costs[p & 255] ?? 0) +
		(costs[(p >>> 8) & 255] ?? 0) +
		(costs[(p >>> 16) & 255] ?? 0) +
		(costs[p >>> 24] ?? 0)
	);
}

/** How many pixels from `i` on repeat the previous one in the row. */
function runLength(residuals: Int32Array, i: number, start: number, end: number): number {
	if (i === start) return 0;
	const value = residuals[i - 1];
	const limit = Math.min(end, i + maxMatchPixels);
	let at = i;
	while (at < limit && residuals[at] === value) at++;
	return at - i;
}

function mix(hash: number, pixel: number): number {
	return Math.imul((hash ^ (hash >>> 15)) + pixel, 0x9e3779b1);
}

function exchange(places: Int32Array, hash: number, place: number): number {
	const slot = hash >>> (32 - hashBits);
	const before = places[slot] ?? -1;
	places[slot] = place;
	return before;
}

/** Estimated cost of each byte value as a literal, from a sample of the pixels that are not all zero. */
function literalCosts(residuals: Int32Array): Int32Array {
	const bytes = new Uint8Array(residuals.buffer);
	const counts = new Float64Array(256).fill(1);
	let total = 256;
	for (let i = 0; i < residuals.length; i += 31) {
		if (residuals[i] === 0) continue;
		total += 4;
		for (let at = 4 * i; at < 4 * i + 4; at++) {
			const value = bytes[at] ?? 0;
			counts[value] = (counts[value] ?? 0) + 1;
		}
	}
	return Int32Array.from(counts, (count) => Math.round(bit * Math.max(1, Math.log2(total / count))));
}
