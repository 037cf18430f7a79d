import { bitCount, pdqMatchDistance } from "./pdq.ts";
import { hashWords, type Prints } from "./prints.ts";

/** For each picture the distance of its nearest hash, or more than a match has. */
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

/** Gives up as soon as the distance is no less than `limit`: for a strange picture after two numbers of eight. */
function distanceWithin(hashes: Uint32Array, at: number, hash: Uint32Array, limit: number): number {
	let distance = 0;
	for (let i = 0; i < hashWords && distance < limit; i++)
		distance += bitCount((hashes[at + i] as number) ^ (hash[i] as number));
	return distance;
}
