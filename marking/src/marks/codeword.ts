import { createCipheriv, createHash, createHmac } from "node:crypto";
import type { GlobalMark } from "./global-mark.ts";

/**
 * Probability that a cell is flipped is 54/256 ≈ 0.211 or 202/256 ≈ 0.789: the two biases of Nuida's discrete Tardos code for three
 * and four colluders (Nuida et al., "An improvement of discrete Tardos fingerprinting codes", 2009, table 1), rounded to what one byte
 * of keystream decides.
 */
const rareThreshold = 54;
const commonThreshold = 256 - rareThreshold;

/**
 * A client's bits for one picture: 1 flips the cell. The same arguments always give the same bits; without the seed they cannot be
 * told from chance.
 *
 * @param markSeed the client's random 32 bytes; throws `RangeError` for another length
 * @param imageId names the prepared version of the picture, so that a picture that is prepared again has other bits
 * @param global the cells that are reserved, whose bits are not the client's; absent: none
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
 * As `codeword`, for one picture and many clients: what the picture alone decides is computed once.
 * @param thresholds what `thresholdsOf` gives for the picture
 * @returns the bits of a client, written into `bits` where a delivery has room to use again
 */
export function codewordsOf(
	imageId: string,
	cellCount: number,
	global?: GlobalMark,
	thresholds: Uint8Array = thresholdsOf(imageId, cellCount),
): (markSeed: Uint8Array, bits?: Uint8Array) => Uint8Array {
	const zeros = new Uint8Array(cellCount);
	const limits = Uint16Array.from(thresholds);
	// No byte of keystream is below 0, and every one is below 256.
	global?.cells.forEach((cell, place) => {
		limits[cell] = global.bits[place] === 1 ? 256 : 0;
	});
	return (markSeed, bits = new Uint8Array(cellCount)) => {
		const stream = codewordStream(markSeed, imageId, zeros);
		for (let i = 0; i < cellCount; i++) bits[i] = ((stream[i] ?? 0) - (limits[i] ?? 0)) >>> 31;
		return bits;
	};
}

/** The bytes that a client's bits are decided by: a bit is 1 where the byte is below the cell's threshold. `zeros`: as many as the picture has cells. */
function codewordStream(markSeed: Uint8Array, imageId: string, zeros: Uint8Array): Uint8Array {
	return keystream(codewordKey(markSeed, imageId), zeros);
}

/**
 * The 32 bytes that a client's bits of one picture follow from, and nothing else does: whoever is shown them can check that picture's
 * codeword, and learns neither the client's seed nor its bits of other pictures.
 *
 * @param markSeed throws `RangeError` unless it has 32 bytes
 */
export function codewordKey(markSeed: Uint8Array, imageId: string): Buffer {
	if (markSeed.length !== 32) throw new RangeError("a mark seed has 32 bytes");
	return createHmac("sha256", markSeed).update(`packshot codeword 1\0${imageId}`).digest();
}

/** Probability of a 1 for each cell of a picture, the same for every client: what the symmetric Tardos score weighs bits by. */
export function cellBiases(imageId: string, cellCount: number): Float64Array {
	return Float64Array.from(thresholdsOf(imageId, cellCount), (threshold) => threshold / 256);
}

/**
 * The likelier bit of every cell of a picture: nearly four fifths of any client's bits are these.
 * @param global the cells that are reserved; their bits are the same for all.
 * @param thresholds what `thresholdsOf` gives for the picture
 */
export function likeliestBits(
	imageId: string,
	cellCount: number,
	global?: GlobalMark,
	thresholds: Uint8Array = thresholdsOf(imageId, cellCount),
): Uint8Array {
	const bits = new Uint8Array(cellCount);
	for (let i = 0; i < cellCount; i++) bits[i] = (thresholds[i] ?? 0) === commonThreshold ? 1 : 0;
	global?.cells.forEach((cell, place) => {
		bits[cell] = global.bits[place] ?? 0;
	});
	return bits;
}

/** For each cell the byte below which a client's bit is 1. */
export function thresholdsOf(imageId: string, cellCount: number): Uint8Array {
	const key = createHash("sha256").update(`packshot cell biases 1\0${imageId}`).digest();
	const thresholds = keystream(key, new Uint8Array(cellCount));
	for (let i = 0; i < cellCount; i++)
		thresholds[i] = (thresholds[i] ?? 0) < 128 ? rareThreshold : commonThreshold;
	return thresholds;
}

/** AES-256 in counter mode over zeros: a gigabyte a second. Hashing every block would take most of the time of attribution. */
export function keystream(key: Uint8Array, zeros: Uint8Array): Uint8Array {
	return createCipheriv("aes-256-ctr", key, firstBlock).update(zeros);
}

const firstBlock = Buffer.alloc(16);
