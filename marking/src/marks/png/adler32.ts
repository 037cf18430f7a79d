import { adlerModulus } from "../cells.ts";
import { filterOfRow } from "./filter.ts";

/** The two sums of an Adler-32 (RFC 1950, section 8.2): `a` sums up the bytes, `b` sums up every value of `a`. */
export interface AdlerSums {
	a: number;
	b: number;
}

/** Number of bytes that can be added before the sums have to be reduced to stay below 2^31; a multiple of four. */
const reduceEvery = 3800;

/** Adler-32 of filtered rows (see `filterPixels`), each preceded by its filter byte. */
export function adlerOfRows(residuals: Int32Array, width: number, bandHeight: number): number {
	const bytes = new Uint8Array(residuals.buffer);
	let a = 1;
	let b = 0;
	for (let y = 0, at = 0; at < bytes.length; y++) {
		a += filterOfRow(y, bandHeight);
		b += a;
		for (const rowEnd = at + 4 * width; at < rowEnd; ) {
			for (const end = Math.min(at + reduceEvery, rowEnd); at < end; at += 4) {
				const one = bytes[at] ?? 0;
				const two = one + (bytes[at + 1] ?? 0);
				const three = two + (bytes[at + 2] ?? 0);
				const four = three + (bytes[at + 3] ?? 0);
				b += 4 * a + one + two + three + four;
				a += four;
			}
			a %= adlerModulus;
			b %= adlerModulus;
		}
	}
	return b * 0x10000 + a;
}

/** A changed byte: new value minus old, and the number of bytes from it to the end, itself included. */
export interface ByteChange {
	difference: number;
	bytesLeft: number;
}

/** What changing bytes of a message adds to the two sums of its Adler-32, modulo 65521, whatever the message. */
export function adlerChange(changes: ByteChange[]): AdlerSums {
	let a = 0;
	let b = 0;
	for (const { difference, bytesLeft } of changes) {
		a += difference;
		b += difference * bytesLeft;
	}
	return { a: reduced(a), b: reduced(b) };
}

function reduced(value: number): number {
	return ((value % adlerModulus) + adlerModulus) % adlerModulus;
}
