import { endianness } from "node:os";
import { codewordKey, thresholdsOf } from "../marks/codeword.ts";
import { keystream } from "../marks/keystream.ts";
import { deviationOf } from "./tail.ts";

/** Size of a client's mark seed in bytes. */
export const seedBytes = 32;

/**
 * The weight of each cell of a picture, by which a client's standardised bit (less its bias, divided by its deviation) is multiplied. Plain data, for
 * threads.
 */
export interface WeighedPicture {
	readonly imageId: string;
	readonly weights: Float64Array;
	readonly biases: Float64Array;
}

/**
 * The scores of many clients, not yet divided by their deviation: for each picture, one number per client.
 * @param seeds the clients' mark seeds, concatenated
 */
export function sumScores(pictures: readonly WeighedPicture[], seeds: Uint8Array): Float64Array[] {
	return pictures.map((picture) => {
		const { imageId } = picture;
		return sumsOf(picture, seeds.length / seedBytes, (client) =>
			codewordKey(seeds.subarray(seedBytes * client, seedBytes * (client + 1)), imageId),
		);
	});
}

/**
 * Like `sumScores`, but from the keys that the clients' bits of each picture are derived from.
 * @param keysOf the result of `codewordKey` for each client, by picture
 */
export function sumScoresOfKeys(
	pictures: readonly WeighedPicture[],
	keysOf: (imageId: string) => readonly Uint8Array[],
): Float64Array[] {
	return pictures.map((picture) => {
		const keys = keysOf(picture.imageId);
		return sumsOf(picture, keys.length, (client) => keys[client] as Uint8Array);
	});
}

/** The bits of a client are never materialised: writing out a million clients times several thousand cells would take seconds. */
function sumsOf(
	{ imageId, weights, biases }: WeighedPicture,
	clients: number,
	keyOf: (client: number) => Uint8Array,
): Float64Array {
	const factors = weights.map((value, i) => value / deviationOf(biases[i] as number));
	const mean = factors.reduce((sum, factor, i) => sum + factor * (biases[i] as number), 0);
	const groups = Math.ceil(weights.length / groupCells);
	const thresholds = new Uint8Array(groupCells * groups);
	thresholds.set(thresholdsOf(imageId, weights.length));
	const thresholdWords = wordsOf(thresholds);
	const table = sumsOfGroups(factors, groups);
	const sums = new Float64Array(clients);
	for (let client = 0; client < clients; client++) {
		const stream = keystream(keyOf(client), thresholds.length);
		sums[client] = sumBelow(wordsOf(stream), thresholdWords, table) - mean;
	}
	return sums;
}

/** Four cells correspond to one word of keystream, whose bytes are compared with their thresholds in one operation. */
const groupCells = 4;
const groupSums = 2 ** groupCells;
const highBits = 0x80808080 | 0;

/** For each group of cells, the sums of the factors for every combination of bits, with the first cell's bit as the lowest. */
function sumsOfGroups(factors: Float64Array, groups: number): Float64Array {
	const isLittleEndian = endianness() === "LE";
	const table = new Float64Array(groupSums * groups);
	for (let at = 0; at < table.length; at++) {
		const cell = groupCells * Math.floor(at / groupSums);
		for (let i = 0; i < groupCells; i++) {
			const place = isLittleEndian ? i : groupCells - 1 - i;
			if ((at >> place) & 1) table[at] = (table[at] as number) + (factors[cell + i] ?? 0);
		}
	}
	return table;
}

function wordsOf(bytes: Uint8Array): Int32Array {
	const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
	return new Int32Array(buffer, byteOffset, length / 4);
}

/**
 * The sum of the factors whose bytes are below their thresholds. Compares four bytes within one word as in Warren, Hacker's Delight (comparing words
 * by parts); the multiplication gathers the four results.
 */
function sumBelow(words: Int32Array, thresholds: Int32Array, table: Float64Array): number {
	let sum = 0;
	for (let group = 0, at = 0; group < words.length; group++, at += groupSums) {
		const x = words[group] as number;
		const y = thresholds[group] as number;
		const notLess = (x | highBits) - (y & ~highBits);
		const less = ((~x & y) | (~(x ^ y) & ~notLess)) & highBits;
		sum += table[at + (Math.imul(less >>> 7, 0x01020408) >>> 24)] as number;
	}
	return sum;
}
