export interface ColumnWriter {
	/** Appends one unsigned 32-bit number, seven bits a byte, low bits first. */
	number(value: number): void;
	numbers(values: ArrayLike<number>): void;
	/** Appends each value as its difference from the one before, the sign in the lowest bit. */
	differences(values: ArrayLike<number>): void;
	bytes(values: Uint8Array): void;
	finish(): Uint8Array;
}

/** Bytes that a difference of two 32-bit numbers takes, seven bits a byte. */
const longestVarint = 5;

/** Collects columns of unsigned 32-bit numbers as bytes. */
export function createColumnWriter(): ColumnWriter {
	let out = new Uint8Array(4096);
	let length = 0;
	const reserve = (more: number) => {
		if (length + more <= out.length) return;
		const grown = new Uint8Array(2 * (length + more));
		grown.set(out);
		out = grown;
	};
	const number = (value: number) => {
		reserve(longestVarint);
		let rest = value;
		// Only what is beyond 32 bits, a difference, needs division, which takes several times as long.
		for (; rest > 0xffff_ffff; rest = Math.floor(rest / 128)) out[length++] = (rest % 128) | 0x80;
		for (; rest > 0x7f; rest >>>= 7) out[length++] = (rest & 0x7f) | 0x80;
		out[length++] = rest;
	};
	return {
		number,
		numbers(values) {
			for (let i = 0; i < values.length; i++) number(values[i] ?? 0);
		},
		differences(values) {
			let last = 0;
			for (let i = 0; i < values.length; i++) {
				const step = (values[i] ?? 0) - last;
				number(step < 0 ? -2 * step - 1 : 2 * step);
				last += step;
			}
		},
		bytes(values) {
			reserve(values.length);
			out.set(values, length);
			length += values.length;
		},
		finish: () => out.subarray(0, length),
	};
}
