import { buildIndex } from "./corner-index.ts";
import { addLikelyWords, emptyWordSet, wordOf } from "./corner-words.ts";
import {
	descriptorWords,
	type FeatureSettings,
	type FeaturesWithDifferences,
	findTurnedFeatures,
} from "./features.ts";
import type { LeakDescription } from "./likeness.ts";
import { pdqHashes } from "./pdq.ts";
import { decodePicture, flatten } from "./picture.ts";
import type { Plane } from "./plane.ts";
import { hashWords } from "./prints.ts";
import { shrinkToFit } from "./resample.ts";
import { isSquare, unusualViews, usualViews, type View } from "./views.ts";

/** Leaks with transparency are composited over white. */
const white = 255;

/** How a leak is looked for: in which views, how many pixels large, by which corners, and with how many unreliable bits of each word. */
interface Manner {
	readonly views: readonly View[];
	readonly side: number;
	readonly features: FeatureSettings;
	readonly unreliableBits: number;
}

/** There are thirty times as many unusual views, so each takes fewer corners and words, which suffice for more than a small crop. */
const manners = {
	usual: {
		views: usualViews,
		side: 768,
		features: { step: 2 ** 0.25, spacing: () => 16 },
		unreliableBits: 6,
	},
	unusual: {
		views: unusualViews,
		side: 512,
		features: { step: Math.SQRT2, spacing: () => 20 },
		unreliableBits: 4,
	},
} satisfies Record<string, Manner>;

/** `usual`: as delivered or mirrored; `unusual`: turned further, or a negative. */
export type Manners = keyof typeof manners;

/**
 * Decodes a leak in any format that sharp can read, and describes it for the search; takes about a second.
 * @throws sharp's error for a leak that is not a picture.
 */
export async function readLeak(leak: Uint8Array, manner: Manners = "usual"): Promise<LeakDescription> {
	return describeLeak(flatten(await decodePicture(leak), white), manner);
}

/** Describes a leak, given as its luma plane, for the search. */
export function describeLeak(leak: Plane, manner: Manners = "usual"): LeakDescription {
	const { views, side, features: settings, unreliableBits } = manners[manner];
	const small = shrinkToFit(leak, side);
	const hashes = pdqHashes(shrinkToFit(small, 512), views.filter(isSquare));
	const positives = views.filter(
		({ isNegative }, i) => !isNegative || !views.some(({ turn }, j) => j < i && isSame(turn, views[i]?.turn)),
	);
	const found = findTurnedFeatures(
		small,
		settings,
		positives.map(({ turn }) => turn),
	);
	const words = emptyWordSet();
	const seen = views.map((view) => {
		const features = found[
			positives.findIndex(({ turn }) => isSame(turn, view.turn))
		] as FeaturesWithDifferences;
		const own = view.isNegative
			? { ...features, descriptors: features.descriptors.map((bits) => ~bits) }
			: features;
		addWords(words, own, unreliableBits);
		return { ...view, index: buildIndex(own) };
	});
	return {
		hashes: hashes.map((hash) => new Uint32Array(hash.buffer, hash.byteOffset, hashWords)),
		words,
		views: seen,
		diagonal: Math.hypot(small.width, small.height),
		scale: { x: leak.width / small.width, y: leak.height / small.height },
		cornerCount: Math.max(...found.map(({ count }) => count)),
	};
}

function addWords(
	words: ReturnType<typeof emptyWordSet>,
	features: FeaturesWithDifferences,
	unreliableBits: number,
): void {
	const { count, descriptors, differences } = features;
	for (let i = 0; i < count; i++)
		addLikelyWords(
			words,
			wordOf(descriptors, i * descriptorWords),
			differences[i] as Float32Array,
			unreliableBits,
		);
}

function isSame(one: readonly number[], other: readonly number[] | undefined): boolean {
	return one.every((value, i) => value === other?.[i]);
}
