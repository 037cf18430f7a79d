/** Deflate's alphabets (RFC 1951, section 3.2.5). */
export const endOfBlock = 256;
export const literalSymbols = 286;
export const distanceSymbols = 30;
export const minMatchBytes = 3;
export const maxMatchBytes = 258;

const firstLengthSymbol = 257;

/** The symbol of every match length, indexed by length in bytes; the extra bits of each symbol; and its smallest length. */
export const lengthSymbols = new Uint16Array(maxMatchBytes + 1);
export const lengthExtraBits = new Uint8Array(literalSymbols);
export const lengthBases = new Uint16Array(literalSymbols);

for (let symbol = firstLengthSymbol, length = minMatchBytes; symbol < literalSymbols; symbol++) {
	const rank = symbol - firstLengthSymbol;
	const last = symbol === literalSymbols - 1;
	const extra = last || rank < 8 ? 0 : (rank >> 2) - 1;
	if (last) length = maxMatchBytes;
	lengthExtraBits[symbol] = extra;
	lengthBases[symbol] = length;
	for (const end = length + (1 << extra); length < end && length <= maxMatchBytes; length++)
		lengthSymbols[length] = symbol;
}

/** The symbol of a match distance in bytes, 1 to 32,768: two symbols for every power of two. */
export function distanceSymbol(distance: number): number {
	const zeroBased = distance - 1;
	if (zeroBased < 4) return zeroBased;
	const extra = 30 - Math.clz32(zeroBased);
	return 2 * extra + (zeroBased >> extra);
}

export function distanceExtraBits(symbol: number): number {
	return symbol < 4 ? 0 : (symbol >> 1) - 1;
}
