import { descriptorWords, type Features } from "./features.ts";
import { bitCount } from "./pdq.ts";
import { cornerWords, type FingerprintCorners } from "./stored-fingerprint.ts";

/** The leak's corners, findable by any chunk of their descriptor. */
export interface CornerIndex {
	readonly features: Features;
	/** For every chunk and its value the first corner that has it, plus 1; 0 for none. */
	readonly first: Uint16Array;
	/** For every corner and chunk the next corner with the same value, plus 1. */
	readonly next: Uint16Array;
}

/** Descriptors of a corner and its copy differ in a tenth of their bits, so that of ten chunks of twelve bits one nearly always agrees. */
const chunkBits = 12;
const chunks = Math.floor((32 * cornerWords) / chunkBits);

export function buildIndex(features: Features): CornerIndex {
	const first = new Uint16Array(chunks << chunkBits);
	const next = new Uint16Array(features.count * chunks);
	for (let i = 0; i < Math.min(features.count, 0xfffe); i++) {
		for (let chunk = 0; chunk < chunks; chunk++) {
			const slot = (chunk << chunkBits) | chunkOf(features.descriptors, i * descriptorWords, chunk);
			next[i * chunks + chunk] = first[slot] as number;
			first[slot] = i + 1;
		}
	}
	const { count, x, y, scale, descriptors } = features;
	return { features: { count, x, y, scale, descriptors }, first, next };
}

function chunkOf(descriptors: Int32Array, start: number, chunk: number): number {
	const bit = chunk * chunkBits;
	const low = (descriptors[start + (bit >> 5)] as number) >>> (bit & 31);
	const overlap = (bit & 31) + chunkBits - 32;
	const high = overlap > 0 ? (descriptors[start + (bit >> 5) + 1] as number) << (chunkBits - overlap) : 0;
	return (low | high) & ((1 << chunkBits) - 1);
}

/** More differing bits of 128 than this is no likeness. */
export const farthestCorner = 24;

/** Where a corner of the picture seems to lie in the leak. */
export interface Sighting {
	readonly x: number;
	readonly y: number;
	/** Position in the leak and how many times larger the corner is there. */
	readonly u: number;
	readonly v: number;
	readonly ratio: number;
	/** In how many bits of 128 the two differ, at most `farthestCorner`. */
	readonly distance: number;
}

/** For each corner the most alike one of the leak among those that share a chunk with it. */
export function lookUp({ features, first, next }: CornerIndex, corners: FingerprintCorners): Sighting[] {
	const sightings: Sighting[] = [];
	for (let corner = 0; corner < corners.count; corner++) {
		let best = farthestCorner + 1;
		let bestAt = -1;
		for (let chunk = 0; chunk < chunks; chunk++) {
			const value = chunkOf(corners.descriptors, corner * cornerWords, chunk);
			for (let seen = first[(chunk << chunkBits) | value] as number; seen > 0; ) {
				const distance = distanceOf(corners.descriptors, corner, features.descriptors, seen - 1);
				if (distance < best) [best, bestAt] = [distance, seen - 1];
				seen = next[(seen - 1) * chunks + chunk] as number;
			}
		}
		if (bestAt >= 0) sightings.push(sighting(corners, corner, features, bestAt, best));
	}
	return sightings;
}

function distanceOf(stored: Int32Array, corner: number, seen: Int32Array, feature: number): number {
	let distance = 0;
	for (let word = 0; word < cornerWords; word++) {
		const one = stored[corner * cornerWords + word] as number;
		distance += bitCount(one ^ (seen[feature * descriptorWords + word] as number));
	}
	return distance;
}

function sighting(
	corners: FingerprintCorners,
	corner: number,
	features: Features,
	feature: number,
	distance: number,
): Sighting {
	return {
		x: corners.x[corner] as number,
		y: corners.y[corner] as number,
		u: features.x[feature] as number,
		v: features.y[feature] as number,
		ratio: (features.scale[feature] as number) / (corners.scale[corner] as number),
		distance,
	};
}
