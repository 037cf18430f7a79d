/**
 * A byte buffer that columns of unsigned 32-bit numbers are written to. Plain functions append to it: closures would be compiled again for every
 * picture.
 */
export interface ColumnBytes {
	bytes: Uint8Array;
	length: number;
}

/** Maximum size in bytes of a difference of two 32-bit numbers, with seven bits per byte. */
const longestVarint = 5;

export function emptyColumns(): ColumnBytes {
	return { bytes: new Uint8Array(4096), length: 0 };
}

/** Appends one unsigned 32-bit number, seven bits a byte, low bits first. */
export function appendNumber(out: ColumnBytes, value: number): void {
	reserve(out);
	const { bytes } = out;
	let { length } = out;
	let rest = value;
	// Only values beyond 32 bits, which are differences, need division, which takes several times as long.
	for (; rest > 0xffff_ffff; rest = Math.floor(rest / 128)) bytes[length++] = (rest % 128) | 0x80;
	for (; rest > 0x7f; rest >>>= 7) bytes[length++] = (rest & 0x7f) | 0x80;
	bytes[length++] = rest;
	out.length = length;
}

/** Appends each value as its difference from the previous one, with the sign in the lowest bit. */
export function appendDifferences(out: ColumnBytes, values: ArrayLike<number>): void {
	let last = 0;
	for (let i = 0; i < values.length; i++) {
		const step = (values[i] ?? 0) - last;
		appendNumber(out, step < 0 ? -2 * step - 1 : 2 * step);
		last += step;
	}
}

/** The bytes written so far; valid until more are written. */
export function writtenBytes({ bytes, length }: ColumnBytes): Uint8Array {
	return bytes.subarray(0, length);
}

/** Makes room for one more number. */
function reserve(out: ColumnBytes): void {
	if (out.length + longestVarint <= out.bytes.length) return;
	const grown = new Uint8Array(2 * out.bytes.length);
	grown.set(out.bytes);
	out.bytes = grown;
}
