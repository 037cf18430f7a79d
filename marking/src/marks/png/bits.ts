import type { PrefixCode } from "./huffman.ts";

/** Bits in the order of deflate: each byte is filled from its lowest bit (RFC 1951, section 3.1.1). */
export interface BitWriter {
	/** Makes room for `count` more bytes; `put` does not check. */
	reserve(count: number): void;
	/** Appends the lowest `count` bits (at most 24) of `bits`; higher bits must be 0. */
	put(bits: number, count: number): void;
	/** Appends the codes of the symbols `symbols[from]` to `symbols[to - 1]`. */
	putSymbols(symbols: Uint8Array, from: number, to: number, code: PrefixCode): void;
	/** Number of bits written. */
	position(): number;
	/** Pads with zero bits to a whole byte and returns all bytes. */
	finish(): Uint8Array;
}

export function createBitWriter(): BitWriter {
	let bytes = new Uint8Array(1024);
	let at = 0;
	/** Up to seven bits that do not fill a byte yet. They are also stored at `at` already: storing unconditionally is faster than testing. */
	let pending = 0;
	let pendingCount = 0;
	const reserve = (count: number) => {
		const needed = at + count + 4;
		if (needed <= bytes.length) return;
		const larger = new Uint8Array(Math.max(needed, 2 * bytes.length));
		larger.set(bytes);
		bytes = larger;
	};
	return {
		reserve,
		put(bits, count) {
			pending |= bits << pendingCount;
			pendingCount += count;
			bytes[at] = pending;
			bytes[at + 1] = pending >>> 8;
			bytes[at + 2] = pending >>> 16;
			bytes[at + 3] = pending >>> 24;
			at += pendingCount >> 3;
			pending >>>= pendingCount & 24;
			pendingCount &= 7;
		},
		putSymbols(symbols, from, to, { packed }) {
			const target = bytes;
			let offset = at;
			let bits = pending;
			let bitCount = pendingCount;
			for (let i = from; i < to; i++) {
				const code = packed[symbols[i] ?? 0] ?? 0;
				bits |= (code & 0xffff) << bitCount;
				bitCount += code >> 16;
				target[offset] = bits;
				target[offset + 1] = bits >>> 8;
				target[offset + 2] = bits >>> 16;
				offset += bitCount >> 3;
				bits >>>= bitCount & 24;
				bitCount &= 7;
			}
			at = offset;
			pending = bits;
			pendingCount = bitCount;
		},
		position: () => 8 * at + pendingCount,
		finish: () => bytes.subarray(0, at + (pendingCount > 0 ? 1 : 0)),
	};
}
