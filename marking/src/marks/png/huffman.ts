/** The longest code that deflate allows for literals and distances (RFC 1951, section 3.2.7). */
export const maxCodeLength = 15;

/** A prefix code: length and code of every symbol. The codes' bits are reversed, as they lie in a file. */
export interface PrefixCode {
	lengths: Uint8Array;
	codes: Uint16Array;
	/** Both in one: `length << 16 | code`. */
	packed: Int32Array;
}

/** The best prefix code for symbols that occur so often. */
export function prefixCode(counts: Uint32Array, limit: number = maxCodeLength): PrefixCode {
	const lengths = codeLengths(counts, limit);
	const codes = canonicalCodes(lengths);
	return {
		lengths,
		codes,
		packed: Int32Array.from(codes, (code, symbol) => ((lengths[symbol] ?? 0) << 16) | code),
	};
}

/**
 * Lengths of an optimal prefix code whose codes are at most `limit` bits long, by the package-merge algorithm (Larmore and Hirschberg, 1990).
 * Symbols that do not occur get 0. A single symbol gets 1. Needs at most 2^limit symbols that occur.
 */
export function codeLengths(counts: Uint32Array, limit: number = maxCodeLength): Uint8Array {
	const lengths = new Uint8Array(counts.length);
	const symbols = occurring(counts);
	const only = symbols[0];
	if (only === undefined) return lengths;
	if (symbols.length === 1) {
		lengths[only] = 1;
		return lengths;
	}
	const levels = packageMerge(symbols, counts, limit);
	let taken = 2 * symbols.length - 2;
	for (const level of levels.reverse()) {
		let packages = 0;
		for (let i = 0; i < taken; i++) {
			const symbol = level[i] ?? packaged;
			if (symbol === packaged) packages++;
			else lengths[symbol] = (lengths[symbol] ?? 0) + 1;
		}
		taken = 2 * packages;
	}
	return lengths;
}

const packaged = -1;

function occurring(counts: Uint32Array): number[] {
	const symbols: number[] = [];
	counts.forEach((count, symbol) => {
		if (count > 0) symbols.push(symbol);
	});
	return symbols.sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0) || a - b);
}

/** One list a level, cheapest first: each entry a symbol, or `packaged` for a pair of entries of the level before. */
function packageMerge(symbols: number[], counts: Uint32Array, limit: number): Int16Array[] {
	const levels: Int16Array[] = [];
	const size = symbols.length;
	const weights = new Float64Array(2 * size);
	const pairs = new Float64Array(size);
	let pairCount = 0;
	for (let level = 0; level < limit; level++) {
		const entries = new Int16Array(size + pairCount);
		for (let s = 0, p = 0; s + p < entries.length; ) {
			const symbol = symbols[s] ?? packaged;
			const weight = s < size ? (counts[symbol] ?? 0) : Infinity;
			const pair = p < pairCount ? (pairs[p] ?? 0) : Infinity;
			entries[s + p] = weight <= pair ? symbol : packaged;
			weights[s + p] = Math.min(weight, pair);
			if (weight <= pair) s++;
			else p++;
		}
		levels.push(entries);
		pairCount = entries.length >> 1;
		for (let i = 0; i < pairCount; i++) pairs[i] = (weights[2 * i] ?? 0) + (weights[2 * i + 1] ?? 0);
	}
	return levels;
}

/**
 * Canonical codes for lengths (RFC 1951, section 3.2.2), bits reversed, so that a writer that fills bytes from their lowest bit can put
 * them out as they are.
 */
export function canonicalCodes(lengths: Uint8Array): Uint16Array {
	const counts = new Uint16Array(maxCodeLength + 1);
	for (const length of lengths) if (length > 0) counts[length] = (counts[length] ?? 0) + 1;
	const next = new Uint16Array(maxCodeLength + 1);
	for (let length = 1; length <= maxCodeLength; length++) {
		next[length] = ((next[length - 1] ?? 0) + (counts[length - 1] ?? 0)) << 1;
	}
	return Uint16Array.from(lengths, (length) => {
		if (length === 0) return 0;
		const code = next[length] ?? 0;
		next[length] = code + 1;
		return reverseBits(code, length);
	});
}

function reverseBits(code: number, length: number): number {
	let reversed = 0;
	for (let i = 0; i < length; i++) reversed |= ((code >> i) & 1) << (length - 1 - i);
	return reversed;
}
