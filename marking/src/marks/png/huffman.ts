import { codeLengths, maxCodeLength } from "./code-lengths.ts";

/** A prefix code: length and code of every symbol. The bits of the codes are reversed, as they are in a file. */
export interface PrefixCode {
	lengths: Uint8Array;
	codes: Uint16Array;
	/** Both combined: `length << 16 | code`. */
	packed: Int32Array;
}

/** The optimal prefix code for symbols with these counts. */
export function prefixCode(counts: Uint32Array): PrefixCode {
	const lengths = codeLengths(counts, maxCodeLength);
	const codes = canonicalCodes(lengths);
	return {
		lengths,
		codes,
		packed: Int32Array.from(codes, (code, symbol) => ((lengths[symbol] ?? 0) << 16) | code),
	};
}

/**
 * Canonical codes for lengths (RFC 1951, section 3.2.2), bits reversed, so that a writer that fills bytes from their lowest bit can output them
 * directly.
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
