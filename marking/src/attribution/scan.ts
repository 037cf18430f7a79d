import type { WordSet } from "./corner-words.ts";
import { nearestHashes } from "./nearest-hashes.ts";
import { pdqMatchDistance } from "./pdq.ts";
import { type Prints, readPrints, wordBytes } from "./prints.ts";

/** A leak as it is searched for in packed prints. Plain data, for threads. */
export interface LeakQuery {
	/** The hash of the leak and that of its mirror image, `hashWords` numbers each. */
	readonly hashes: readonly Uint32Array[];
	/** The words that corners of the leak, or of its mirror image, may have in a stored picture. */
	readonly words: WordSet;
}

/** A picture that the leak may show. */
export interface Sighted {
	/** Index of the pack among those given, and of the picture in it. */
	readonly pack: number;
	readonly place: number;
	/** PDQ distance; undefined if it is not a match. */
	readonly hashDistance: number | undefined;
	/** How many of the picture's words the leak may have. */
	readonly words: number;
}

/**
 * Scans packed prints for a leak, a million within seconds: finds pictures with a matching hash, and those with at least `leastWords` words in
 * common.
 * @throws PrintError for a damaged pack
 */
export function scanPrints(
	{ hashes, words }: LeakQuery,
	packs: readonly Uint8Array[],
	leastWords: number,
): Sighted[] {
	const sighted: Sighted[] = [];
	packs.forEach((packed, pack) => {
		const prints = readPrints(packed);
		const distances = nearestHashes(prints, hashes);
		const common = commonWords(prints, words);
		for (let place = 0; place < prints.count; place++) {
			const [distance, count] = [distances[place] as number, common[place] as number];
			const isMatch = distance <= pdqMatchDistance;
			if (isMatch || count >= leastWords)
				sighted.push({ pack, place, hashDistance: isMatch ? distance : undefined, words: count });
		}
	});
	return sighted;
}

function commonWords({ count, wordCounts, words }: Prints, set: WordSet): Uint8Array {
	const common = new Uint8Array(count);
	for (let place = 0, at = 0; place < count; place++) {
		let found = 0;
		for (const end = at + wordBytes * (wordCounts[place] as number); at < end; at += wordBytes) {
			const low = (words[at] as number) | ((words[at + 1] as number) << 8);
			const word = low | ((words[at + 2] as number) << 16);
			found += ((set[word >>> 5] as number) >>> (word & 31)) & 1;
		}
		common[place] = found;
	}
	return common;
}
