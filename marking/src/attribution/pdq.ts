import type { Plane } from "./plane.ts";

/** Bits in a hash. */
export const pdqBits = 256;

/** Two hashes at most this far apart are taken for the same picture (the PDQ authors' recommendation). */
export const pdqMatchDistance = 31;

const side = 64;
const frequencies = 16;

/**
 * The PDQ perceptual hash of a picture, 32 bytes: box-filtered to 64×64, the 16×16 lowest frequencies of its cosine transform without the
 * constant ones, each compared with their median. Source: Facebook, "The TMK+PDQF Video-Hashing Algorithm and the PDQ
 * Image-Hashing Algorithm" (2019). Bit `16·row + column` is bit `n % 8` of byte `n / 8`.
 */
export function pdqHash(luma: Plane): Uint8Array {
	return threshold(transform(shrink(luma)));
}

/**
 * The hashes of a transparent picture laid on several backgrounds. All steps before the comparison are linear, so two passes over the pixels do
 * for any number of them; and since constants drop out, an evenly bright background takes away what the picture covers of it.
 * @param onBlack the picture laid on black; `opacity` how opaque each pixel is, 0…1.
 */
export function pdqHashesOn(onBlack: Plane, opacity: Plane, backgrounds: readonly number[]): Uint8Array[] {
	const picture = transform(shrink(onBlack));
	const covered = transform(shrink(opacity));
	return backgrounds.map((brightness) =>
		threshold(picture.map((value, i) => value - brightness * (covered[i] as number))),
	);
}

/** The hash of the same picture seen in a mirror, without going back to its pixels: odd horizontal frequencies change sign. */
export function pdqHashes(luma: Plane): { upright: Uint8Array; mirrored: Uint8Array } {
	const upright = transform(shrink(luma));
	const mirrored = upright.map((value, i) => ((i % frequencies) % 2 === 0 ? -value : value));
	return { upright: threshold(upright), mirrored: threshold(mirrored) };
}

/** In how many bits two hashes or descriptors of the same length differ. */
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
 * Two box filters make a tent as wide as two target pixels; then every 64th of the picture is sampled at its middle.
 * Only what is sampled is worked out.
 */
function shrink({ width, height, values }: Plane): Float64Array {
	const rows = tents(height).map((tent) => {
		const row = new Float64Array(width);
		tent.weights.forEach((weight, i) => {
			for (let x = 0, at = (tent.first + i) * width; x < width; x++, at++)
				row[x] = (row[x] as number) + weight * (values[at] as number);
		});
		return row;
	});
	const columns = tents(width);
	return Float64Array.from({ length: side * side }, (_, i) => {
		const row = rows[Math.floor(i / side)] as Float64Array;
		const { first, weights } = columns[i % side] as Tent;
		return weights.reduce((sum, weight, k) => sum + weight * (row[first + k] as number), 0);
	});
}

/** Weights of consecutive rows or columns, from `first` on. */
interface Tent {
	readonly first: number;
	readonly weights: Float64Array;
}

/** For each of the 64 samples along a side of `length` pixels the box filter of a box filter, both cut off at the edges. */
function tents(length: number): Tent[] {
	const radius = Math.floor(Math.ceil(length / (2 * side)) / 2);
	const from = (centre: number) => Math.max(0, centre - radius);
	const to = (centre: number) => Math.min(length - 1, centre + radius);
	return Array.from({ length: side }, (_, i) => {
		const middle = Math.floor(((i + 0.5) * length) / side);
		const first = from(from(middle));
		const weights = new Float64Array(to(to(middle)) - first + 1);
		for (let box = from(middle); box <= to(middle); box++) {
			const weight = 1 / ((to(middle) - from(middle) + 1) * (to(box) - from(box) + 1));
			for (let at = from(box); at <= to(box); at++)
				weights[at - first] = (weights[at - first] as number) + weight;
		}
		return { first, weights };
	});
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
	coefficients.forEach((value, i) => {
		if (value > median) hash[i >> 3] = (hash[i >> 3] as number) | (1 << (i & 7));
	});
	return hash;
}
