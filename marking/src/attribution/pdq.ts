import type { Plane } from "./plane.ts";
import type { View } from "./views.ts";

/** Bits in a hash. */
export const pdqBits = 256;

/** Two hashes at most this far apart are considered the same picture (the PDQ authors' recommendation). */
export const pdqMatchDistance = 31;

const side = 64;
const frequencies = 16;

/**
 * The PDQ perceptual hash of a picture, 32 bytes: box-filtered to 64×64, the 16×16 lowest frequencies of its cosine transform without the constant
 * ones, each compared with their median. Source: Facebook, "The TMK+PDQF Video-Hashing Algorithm and the PDQ Image-Hashing Algorithm" (2019). Bit
 * `16·row + column` is bit `n % 8` of byte `n / 8`.
 */
export function pdqHash(luma: Plane): Uint8Array {
	return threshold(transform(shrink(luma)));
}

/**
 * The hashes of a transparent picture composited over several backgrounds. All steps before the comparison are linear, so two passes over the pixels
 * suffice for any number of them; and since constants drop out, an evenly bright background subtracts the area that the picture covers.
 * @param onBlack the picture composited over black. @param opacity how opaque each pixel is, 0…1.
 */
export function pdqHashesOn(onBlack: Plane, opacity: Plane, backgrounds: readonly number[]): Uint8Array[] {
	const picture = transform(shrink(onBlack));
	const covered = transform(shrink(opacity));
	return backgrounds.map((brightness) =>
		threshold(picture.map((value, i) => value - brightness * (covered[i] as number))),
	);
}

/**
 * The hashes of the pictures that this one shows in these views, all of which turn by quarters, without another pass over its pixels: mirroring changes
 * the sign of odd frequencies, turning exchanges rows and columns, and a negative changes all signs.
 */
export function pdqHashes(luma: Plane, views: readonly View[]): Uint8Array[] {
	const seen = transform(shrink(luma));
	return views.map(({ turn: [a, b, c, d], isNegative }) => {
		const isTurned = a === 0;
		const [signX, signY] = isTurned ? [c, b] : [a, d];
		const sign = (value: number, place: number) => (place % 2 === 0 ? value : 1);
		return threshold(
			seen.map((_, i) => {
				const [row, column] = [Math.floor(i / frequencies), i % frequencies];
				const value = seen[isTurned ? column * frequencies + row : i] as number;
				return (isNegative ? -1 : 1) * sign(signX, column) * sign(signY, row) * value;
			}),
		);
	});
}

/** Number of bits in which two hashes or descriptors of the same length differ. */
export function hammingDistance(a: Uint8Array, b: Uint8Array): number {
	let distance = 0;
	for (let i = 0; i < a.length; i++) distance += bitCount((a[i] as number) ^ (b[i] as number));
	return distance;
}

/** Number of set bits of a 32-bit number. */
export function bitCount(word: number): number {
	let n = word - ((word >>> 1) & 0x55555555);
	n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
	return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Two box filters form a tent as wide as two target pixels; the result is sampled at the centre of every 64th of the picture. Only the samples are
 * computed.
 */
function shrink({ width, height, values }: Plane): Float64Array {
	const columns = tents(width);
	const small = new Float64Array(side * side);
	const row = new Float64Array(width);
	// Plain loops: closures created for each picture would have to be compiled again for each.
	for (const [y, tent] of tents(height).entries()) {
		row.fill(0);
		for (let i = 0; i < tent.weights.length; i++) {
			const weight = tent.weights[i] as number;
			for (let x = 0, at = (tent.first + i) * width; x < width; x++, at++)
				row[x] = (row[x] as number) + weight * (values[at] as number);
		}
		for (let x = 0; x < side; x++) small[y * side + x] = weighted(row, columns[x] as Tent);
	}
	return small;
}

function weighted(row: Float64Array, { first, weights }: Tent): number {
	let sum = 0;
	for (let i = 0; i < weights.length; i++) sum += (weights[i] as number) * (row[first + i] as number);
	return sum;
}

/** Weights of consecutive rows or columns, from `first` on. */
interface Tent {
	readonly first: number;
	readonly weights: Float64Array;
}

/** For each of the 64 samples along a side of `length` pixels, the weights of two successive box filters, cropped at the edges. */
function tents(length: number): Tent[] {
	const found: Tent[] = [];
	for (let i = 0; i < side; i++) found.push(tent(Math.floor(((i + 0.5) * length) / side), length));
	return found;
}

function tent(middle: number, length: number): Tent {
	const radius = Math.floor(Math.ceil(length / (2 * side)) / 2);
	const [from, to] = [Math.max(0, middle - radius), Math.min(length - 1, middle + radius)];
	const first = Math.max(0, from - radius);
	const weights = new Float64Array(Math.min(length - 1, to + radius) - first + 1);
	for (let box = from; box <= to; box++) {
		const [boxFrom, boxTo] = [Math.max(0, box - radius), Math.min(length - 1, box + radius)];
		const weight = 1 / ((to - from + 1) * (boxTo - boxFrom + 1));
		for (let at = boxFrom; at <= boxTo; at++) weights[at - first] = (weights[at - first] as number) + weight;
	}
	return { first, weights };
}

const cosines = Float64Array.from({ length: frequencies * side }, (_, i) => {
	const frequency = Math.floor(i / side) + 1;
	return Math.sqrt(2 / side) * Math.cos((Math.PI / 2 / side) * frequency * (2 * (i % side) + 1));
});

function transform(small: Float64Array): Float64Array {
	const rows = new Float64Array(frequencies * side);
	for (let v = 0; v < frequencies; v++) {
		for (let y = 0; y < side; y++) {
			const weight = cosines[v * side + y] as number;
			for (let x = 0; x < side; x++)
				rows[v * side + x] = (rows[v * side + x] as number) + weight * (small[y * side + x] as number);
		}
	}
	const out = new Float64Array(frequencies * frequencies);
	for (let v = 0; v < frequencies; v++) {
		for (let u = 0; u < frequencies; u++) {
			let sum = 0;
			for (let x = 0; x < side; x++)
				sum += (rows[v * side + x] as number) * (cosines[u * side + x] as number);
			out[v * frequencies + u] = sum;
		}
	}
	return out;
}

function threshold(coefficients: Float64Array): Uint8Array {
	const median = coefficients.toSorted()[pdqBits / 2 - 1] as number;
	const hash = new Uint8Array(pdqBits / 8);
	for (let i = 0; i < pdqBits; i++)
		if ((coefficients[i] as number) > median) hash[i >> 3] = (hash[i >> 3] as number) | (1 << (i & 7));
	return hash;
}
