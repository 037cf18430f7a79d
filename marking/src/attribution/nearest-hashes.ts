import { bitCount, pdqMatchDistance } from "./pdq.ts";
import { hashWords, type Prints } from "./prints.ts";

/** For each picture, the distance of its nearest hash, or a value above that of a match. */
export function nearestHashes(
	{ count, hashCounts, hashes }: Prints,
	queried: readonly Uint32Array[],
): Uint16Array {
	const nearest = new Uint16Array(count).fill(pdqMatchDistance + 1);
	for (let place = 0, at = 0; place < count; place++) {
		for (const end = at + hashWords * (hashCounts[place] as number); at < end; at += hashWords) {
			for (const hash of queried) {
				const distance = distanceWithin(hashes, at, hash, nearest[place] as number);
				if (distance < (nearest[place] as number)) nearest[place] = distance;
			}
		}
	}
	return nearest;
}

/** Stops as soon as the distance reaches `limit`: for an unrelated picture, after two numbers of eight. */
function distanceWithin(hashes: Uint32Array, at: number, hash: Uint32Array, limit: number): number {
	let distance = 0;
	for (let i = 0; i < hashWords && distance < limit; i++)
		distance += bitCount((hashes[at + i] as number) ^ (hash[i] as number));
	return distance;
}
