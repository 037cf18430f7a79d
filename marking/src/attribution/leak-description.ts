import { buildIndex } from "./corner-index.ts";
import { addLikelyWords, emptyWordSet, type WordSet, wordOf } from "./corner-words.ts";
import { type DoubtfulFeatures, descriptorWords, findFeatures } from "./features.ts";
import type { LeakDescription } from "./likeness.ts";
import { pdqHashes } from "./pdq.ts";
import { decodePicture, flatten, mirrored } from "./picture.ts";
import type { Plane } from "./plane.ts";
import { hashWords } from "./prints.ts";
import { shrinkToFit } from "./resample.ts";

/** Leaks with transparency are composited over white. */
const white = 255;

const leakSide = 768;

const leakFeatures = { step: 2 ** 0.25, spacing: () => 16 };

/**
 * Decodes a leak in any format that sharp can read, and describes it for the search; takes about a second.
 * @throws sharp's error for a leak that is not a picture.
 */
export async function readLeak(leak: Uint8Array): Promise<LeakDescription> {
	return describeLeak(flatten(await decodePicture(leak), white));
}

/** Describes a leak, given as its luma plane, for the search. */
export function describeLeak(leak: Plane): LeakDescription {
	const small = shrinkToFit(leak, leakSide);
	const { upright, mirrored: turned } = pdqHashes(shrinkToFit(small, 512));
	const features = [small, mirrored(small)].map((view) => findFeatures(view, leakFeatures));
	return {
		hashes: [upright, turned].map((hash) => new Uint32Array(hash.buffer, hash.byteOffset, hashWords)),
		words: wordsOf(features),
		views: features.map(buildIndex),
		diagonal: Math.hypot(small.width, small.height),
		cornerCount: Math.max(...features.map(({ count }) => count)),
	};
}

function wordsOf(views: readonly DoubtfulFeatures[]): WordSet {
	const set = emptyWordSet();
	for (const { count, descriptors, differences } of views) {
		for (let i = 0; i < count; i++)
			addLikelyWords(set, wordOf(descriptors, i * descriptorWords), differences[i] as Float32Array);
	}
	return set;
}
