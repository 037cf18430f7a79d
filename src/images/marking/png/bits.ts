import type { PrefixCode } from "./huffman.ts";

/** Bits in the order of deflate: each byte is filled from its lowest bit (RFC 1951, section 3.1.1). */
export interface BitWriter {
	/** Makes room for `count` more bytes; `put` never looks. */
	reserve(count: number): void;
	/** Appends the lowest `count` bits (at most 16) of `bits`, which has no higher ones. */
	put(bits: number, count: number): void;
	/** Appends the codes of the symbols `symbols[from]` to `symbols[to - 1]`. */
	putSymbols(symbols: Uint8Array, from: number, to: number, code: PrefixCode): void;
	/** How many bits have been put. */
	position(): number;
	/** Pads with zero bits to a whole byte and gives all bytes. */
	finish(): Uint8Array;
}

export function bitWriter(): BitWriter {
	let bytes = new Uint8Array(1024);
	let at = 0;
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
			if (pendingCount >= 16) {
				bytes[at] = pending;
				bytes[at + 1] = pending >>> 8;
				at += 2;
				pending >>>= 16;
				pendingCount -= 16;
			}
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
				if (bitCount < 16) continue;
				target[offset] = bits;
				target[offset + 1] = bits >>> 8;
				offset += 2;
				bits >>>= 16;
				bitCount -= 16;
			}
			at = offset;
			pending = bits;
			pendingCount = bitCount;
		},
		position: () => 8 * at + pendingCount,
		finish() {
			reserve(0);
			bytes[at] = pending;
			bytes[at + 1] = pending >>> 8;
			return bytes.subarray(0, at + Math.ceil(pendingCount / 8));
		},
	};
}
