import { createHmac } from "node:crypto";
import { keystream } from "./keystream.ts";

/**
 * The cells of a picture that are reserved for the global codeword: they are the same in all clients' copies, so they distinguish a copy from this
 * service from the same photograph from elsewhere, however many clients combined their copies.
 */
export interface GlobalMark {
	/** The reserved cells, ascending. */
	readonly cells: Uint32Array;
	/** The bit of each of them: 1 flips the cell. */
	readonly bits: Uint8Array;
}

/** About one cell in ten: 26 of 256 values of a byte. */
const reservedOf256 = 26;

/**
 * The reserved cells of a picture and their bits, which are fair coins: all copies agree in them, so colluders have nothing to compare. Without the
 * seed, neither cells nor bits can be distinguished from random ones.
 *
 * @param seed the installation's 32 random bytes, secret and kept forever; throws `RangeError` for any other length
 * @param imageId identifies the prepared version of the picture, as for `codeword`
 */
export function globalMark(seed: Uint8Array, imageId: string, cellCount: number): GlobalMark {
	return globalMarkOfKey(globalMarkKey(seed, imageId), cellCount);
}

/** The 32 bytes from which one picture's reserved cells and their bits, and nothing else, are derived; may be disclosed to whoever checks them. */
export function globalMarkKey(seed: Uint8Array, imageId: string): Buffer {
	if (seed.length !== 32) throw new RangeError("the seed of a global codeword has 32 bytes");
	return createHmac("sha256", seed).update(`packshot global codeword 1\0${imageId}`).digest();
}

/** Like `globalMark`, from the result of `globalMarkKey`. */
export function globalMarkOfKey(key: Uint8Array, cellCount: number): GlobalMark {
	const stream = keystream(key, 2 * cellCount);
	const cells = new Uint32Array(cellCount);
	const bits = new Uint8Array(cellCount);
	let count = 0;
	for (let i = 0; i < cellCount; i++) {
		if ((stream[2 * i] ?? 0) >= reservedOf256) continue;
		cells[count] = i;
		bits[count++] = (stream[2 * i + 1] ?? 0) & 1;
	}
	return { cells: cells.slice(0, count), bits: bits.slice(0, count) };
}

/**
 * Writes into the limits of a picture's cells (`limitsOf`) which of them are reserved, and their bits: what a delivery needs, without listing the
 * cells.
 * @param key the result of `globalMarkKey` for the picture
 */
export function limitReserved(limits: Uint16Array, key: Uint8Array): void {
	const stream = keystream(key, 2 * limits.length);
	for (let i = 0; i < limits.length; i++) {
		// No byte of a client's keystream is below 0, and every one is below 256.
		if ((stream[2 * i] ?? 0) < reservedOf256) limits[i] = 256 * ((stream[2 * i + 1] ?? 0) & 1);
	}
}

/** The same reserved cells, left as they are in the base, i.e. without the global codeword. */
export function withoutGlobalCodeword({ cells }: GlobalMark): GlobalMark {
	return { cells, bits: new Uint8Array(cells.length) };
}
