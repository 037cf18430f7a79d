import { FlipListError } from "./flip-list.ts";

export interface ColumnReader {
	number(): number;
	numbers(count: number): Uint32Array;
	differences(count: number): Uint32Array;
	bytes(count: number): Uint8Array;
	/** Throws unless everything has been read. */
	end(): void;
}

/**
 * Reads columns written by the functions of varint.ts. Throws `FlipListError` instead of reading past the end or returning a number of more than 32
 * bits.
 */
export function createColumnReader(bytes: Uint8Array): ColumnReader {
	let at = 0;
	const varint = (): number => {
		let value = 0;
		// Four bytes hold 28 bits: these are decoded with integers, which takes a fraction of the time.
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
		if (value < 0 || value > 4294967295) throw new FlipListError("number out of range in flip list");
		return value;
	};
	/** Every value takes at least a byte, so a larger count means damage: detected before anything is allocated. */
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
