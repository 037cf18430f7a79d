/** The longest code that deflate allows for literals and distances (RFC 1951, section 3.2.7). */
export const maxCodeLength = 15;

/**
 * Lengths of an optimal prefix code with codes of at most `limit` bits, by the package-merge algorithm (Larmore and Hirschberg, 1990). Symbols that
 * do not occur get 0. A single symbol gets 1. At most 2^limit symbols may occur.
 */
export function codeLengths(counts: Uint32Array, limit: number): Uint8Array {
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

/** One list per level, cheapest first: each entry is a symbol, or `packaged` for a pair of entries of the previous level. */
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
