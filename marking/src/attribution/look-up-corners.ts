import { type CornerIndex, chunkBits, chunkOf, chunks } from "./corner-index.ts";
import { descriptorWords, type Features } from "./features.ts";
import { bitCount } from "./pdq.ts";
import { cornerWords, type FingerprintCorners } from "./stored-fingerprint.ts";

/** Descriptors that differ in more than this many of 128 bits do not match. */
export const farthestCorner = 24;

/** The apparent position of one of the picture's corners in the leak. */
export interface Sighting {
	readonly x: number;
	readonly y: number;
	/** Position in the leak, and how many times larger the corner is there. */
	readonly u: number;
	readonly v: number;
	readonly ratio: number;
	/** Number of differing bits of 128, at most `farthestCorner`. */
	readonly distance: number;
}

/** For each corner, the most similar one of the leak among those that share a chunk with it. */
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
