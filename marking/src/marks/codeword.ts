import { createHash, createHmac } from "node:crypto";
import type { GlobalMark } from "./global-mark.ts";
import { keystream } from "./keystream.ts";

/**
 * A cell is flipped with a probability of 54/256 ≈ 0.211 or 202/256 ≈ 0.789: the two biases of Nuida's discrete Tardos code for three and four
 * colluders (Nuida et al., "An improvement of discrete Tardos fingerprinting codes", 2009, table 1), rounded to the resolution of one byte of
 * keystream.
 */
const rareThreshold = 54;
const commonThreshold = 256 - rareThreshold;

/**
 * A client's bits for one picture: 1 flips the cell. The same arguments always yield the same bits; without the seed they are indistinguishable from
 * random ones.
 *
 * @param markSeed the client's 32 random bytes; throws `RangeError` for any other length
 * @param imageId identifies the prepared version of the picture, so that a picture that is prepared again gets different bits
 * @param global the reserved cells, whose bits are not the client's; absent if there are none
 */
export function codeword(
	markSeed: Uint8Array,
	imageId: string,
	cellCount: number,
	global?: GlobalMark,
): Uint8Array {
	return codewordsOf(imageId, cellCount, global)(markSeed);
}

/**
 * Like `codeword`, for one picture and many clients: what depends only on the picture is computed once.
 * @returns a function for the bits of a client, which it writes into `bits` if given, so that deliveries can reuse memory
 */
export function codewordsOf(
	imageId: string,
	cellCount: number,
	global?: GlobalMark,
): (markSeed: Uint8Array, bits?: Uint8Array) => Uint8Array {
	const limits = limitsOf(imageId, cellCount);
	// No byte of keystream is below 0, and every one is below 256.
	global?.cells.forEach((cell, place) => {
		limits[cell] = global.bits[place] === 1 ? 256 : 0;
	});
	return codewordsWithin(imageId, limits);
}

/** Like `codewordsOf`, from the limits of the picture's cells, including reserved ones. */
export function codewordsWithin(
	imageId: string,
	limits: Uint16Array,
): (markSeed: Uint8Array, bits?: Uint8Array) => Uint8Array {
	return (markSeed, bits = new Uint8Array(limits.length)) =>
		writeBits(codewordKey(markSeed, imageId), limits, bits);
}

/** A client's bits for one picture from the key that they are derived from (`codewordKey`), as if no cells were reserved. */
export function bitsOfKey(key: Uint8Array, imageId: string, cellCount: number): Uint8Array {
	return writeBits(key, limitsOf(imageId, cellCount), new Uint8Array(cellCount));
}

function writeBits(key: Uint8Array, limits: Uint16Array, bits: Uint8Array): Uint8Array {
	const stream = keystream(key, limits.length);
	for (let i = 0; i < limits.length; i++) bits[i] = ((stream[i] ?? 0) - (limits[i] ?? 0)) >>> 31;
	return bits;
}

/**
 * The 32 bytes from which a client's bits for one picture, and nothing else, are derived: they allow checking that picture's codeword, without
 * revealing the client's seed or its bits for other pictures.
 *
 * @param markSeed throws `RangeError` unless it has 32 bytes
 */
export function codewordKey(markSeed: Uint8Array, imageId: string): Buffer {
	if (markSeed.length !== 32) throw new RangeError("a mark seed has 32 bytes");
	return createHmac("sha256", markSeed).update(`packshot codeword 1\0${imageId}`).digest();
}

/** The probability of a 1 for each cell of a picture, the same for every client: used by the symmetric Tardos score to weight bits. */
export function cellBiases(imageId: string, cellCount: number): Float64Array {
	return Float64Array.from(thresholdsOf(imageId, cellCount), (threshold) => threshold / 256);
}

/**
 * The likelier bit of every cell of a picture: nearly four fifths of any client's bits match these.
 * @param limits those of its cells, including reserved ones, whose bits are the same for all clients
 */
export function likeliestBits(limits: Uint16Array): Uint8Array {
	const bits = new Uint8Array(limits.length);
	for (let i = 0; i < limits.length; i++) bits[i] = (limits[i] ?? 0) >= commonThreshold ? 1 : 0;
	return bits;
}

/** For each cell, the value of its keystream byte below which a client's bit is 1. */
export function thresholdsOf(imageId: string, cellCount: number): Uint8Array {
	return decideThresholds(biasStream(imageId, cellCount), new Uint8Array(cellCount));
}

/** The same with room for the values of reserved cells: 256 where every client's bit is 1. */
export function limitsOf(imageId: string, cellCount: number): Uint16Array {
	return decideThresholds(biasStream(imageId, cellCount), new Uint16Array(cellCount));
}

function biasStream(imageId: string, cellCount: number): Uint8Array {
	return keystream(createHash("sha256").update(`packshot cell biases 1\0${imageId}`).digest(), cellCount);
}

/** Bytes below 128 make a cell rare. Without a branch: the bytes are random, so a processor would keep mispredicting it. */
function decideThresholds<T extends Uint8Array | Uint16Array>(stream: Uint8Array, thresholds: T): T {
	for (let i = 0; i < thresholds.length; i++)
		thresholds[i] = rareThreshold + (commonThreshold - rareThreshold) * ((stream[i] ?? 0) >>> 7);
	return thresholds;
}
