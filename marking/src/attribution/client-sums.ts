import { codewordStream, thresholdsOf } from "../marks/codeword.ts";

/** Bytes of a client's mark seed. */
export const seedBytes = 32;

/** What each cell of a picture counts for a client whose bit, less its bias and over its deviation, multiplies it. Plain data, for threads. */
export interface WeighedPicture {
	readonly imageId: string;
	readonly weights: Float64Array;
	readonly biases: Float64Array;
}

/**
 * The scores of many clients, not yet divided by their deviation: for each picture one number a client.
 * @param seeds the clients' mark seeds, one after the other
 */
export function sumScores(pictures: readonly WeighedPicture[], seeds: Uint8Array): Float64Array[] {
	return pictures.map((picture) => sumsOf(picture, seeds));
}

/** The bits of a client are never written down: a million clients times some thousand cells take seconds. */
function sumsOf({ imageId, weights, biases }: WeighedPicture, seeds: Uint8Array): Float64Array {
	const factors = weights.map((value, i) => value / deviationOf(biases[i] as number));
	const mean = factors.reduce((sum, factor, i) => sum + factor * (biases[i] as number), 0);
	const thresholds = thresholdsOf(imageId, weights.length);
	const zeros = new Uint8Array(weights.length);
	const sums = new Float64Array(seeds.length / seedBytes);
	for (let client = 0, at = 0; client < sums.length; client++, at += seedBytes) {
		const stream = codewordStream(seeds.subarray(at, at + seedBytes), imageId, zeros);
		sums[client] = sumBelow(stream, thresholds, factors) - mean;
	}
	return sums;
}

/** The sum of the factors whose bytes are below their thresholds, in two halves, so that one addition need not wait for the other. */
function sumBelow(bytes: Uint8Array, thresholds: Uint8Array, factors: Float64Array): number {
	let [even, odd] = [0, 0];
	const length = factors.length & ~1;
	for (let i = 0; i < length; i += 2) {
		even += (((bytes[i] as number) - (thresholds[i] as number)) >>> 31) * (factors[i] as number);
		odd += (((bytes[i + 1] as number) - (thresholds[i + 1] as number)) >>> 31) * (factors[i + 1] as number);
	}
	if (length < factors.length && (bytes[length] as number) < (thresholds[length] as number))
		even += factors[length] as number;
	return even + odd;
}

function deviationOf(bias: number): number {
	return Math.sqrt(bias * (1 - bias));
}
