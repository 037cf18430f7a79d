import { FlipListError } from "./flip-list.ts";

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

export interface ColumnReader {
	number(): number;
	numbers(count: number): Uint32Array;
	differences(count: number): Uint32Array;
	bytes(count: number): Uint8Array;
	/** Throws unless everything has been read. */
	end(): void;
}

/** Reads back what `columnWriter` wrote. Throws `FlipListError` instead of reading past the end or making a number over 32 bits. */
export function createColumnReader(bytes: Uint8Array): ColumnReader {
	let at = 0;
	const varint = (): number => {
		let value = 0;
		// Four bytes are 28 bits: in integers, which takes a fraction of the time.
		for (let shift = 0; shift < 28; shift += 7) {
			const byte = bytes[at++];
			if (byte === undefined) throw new FlipListError("flip list ends early");
			value |= (byte & 0x7f) << shift;
			if (byte < 0x80) return value;
		}
		const last = bytes[at++];
		if (last === undefined) throw new FlipListError("flip list ends early");
		if (last >= 0x80) throw new FlipListError("number too long in flip list");
		return value + last * 2 ** 28;
	};
	const unsigned = (value: number): number => {
		if (value < 0 || value > 0xffff_ffff) throw new FlipListError("number out of range in flip list");
		return value;
	};
	/** Every value takes at least a byte, so a count beyond the rest is damage: found before anything is allocated. */
	const fits = (count: number): number => {
		if (count > bytes.length - at) throw new FlipListError("flip list ends early");
		return count;
	};
	return {
		number: () => unsigned(varint()),
		numbers(count) {
			const values = new Uint32Array(fits(count));
			for (let i = 0; i < count; i++) values[i] = unsigned(varint());
			return values;
		},
		differences(count) {
			const values = new Uint32Array(fits(count));
			let last = 0;
			for (let i = 0; i < count; i++) {
				const step = varint();
				last = unsigned(step % 2 === 1 ? last - (step + 1) / 2 : last + step / 2);
				values[i] = last;
			}
			return values;
		},
		bytes(count) {
			at += fits(count);
			return Uint8Array.from(bytes.subarray(at - count, at));
		},
		end() {
			if (at !== bytes.length) throw new FlipListError("flip list has a tail");
		},
	};
}
