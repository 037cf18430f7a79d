import { findConsensus } from "./consensus.ts";
import { type FeatureSettings, findFeatures, findTurnedFeatures } from "./features.ts";
import { compose, type Homography, inverse, scaling } from "./homography.ts";
import { matchFeatures } from "./matching.ts";
import type { Plane } from "./plane.ts";
import { type Alignment, refineMapping } from "./refine.ts";
import { shrinkToFit } from "./resample.ts";
import { upright, usualViews, type View, wholeIn } from "./views.ts";

/** Below this correlation the leak does not show the base. */
const leastCorrelation = 0.35;

/** Guesses with a lower correlation at the rough size are not examined further. */
const promising = 0.35;

/**
 * Correlation above which a mapping needs no alternative, either at the rough size, where blur and noise do not matter, or at the fine one. False
 * mappings, which fit a part of the picture or its outline, are below.
 */
export const convincingCorrelation = 0.9;

/** A guess that comes out above this correlation is right: it was made from a picture that was found in the leak. */
const holds = 0.5;

/** Longest side at which features are searched and rough mappings are compared. */
const roughSide = 640;

/** Longest side for the last steps: they converge to a few hundredths of a pixel, so larger sizes are not needed. */
const fineSide = 800;

/** Sides for a guess that may be off by a tenth of the picture. */
export const fromAfar: readonly number[] = [96, 192, 384];

/** For a guess that is off by a pixel or two. If backgrounds differ, coarser scales would be dominated by them rather than by the picture. */
const fromNearby: readonly number[] = [384];

const registrationFeatures: FeatureSettings = {
	step: Math.cbrt(2),
	spacing: () => 18,
};

/** A leak whose longer side is shorter may be a small crop of a large base: more of its corners are compared, with a base in more detail. */
const smallSide = 420;
const denseFeatures: FeatureSettings = { ...registrationFeatures, spacing: () => 9 };
const detailedSide = 1600;

/** Where to look for a base in a leak. */
export interface Guesses {
	/** Where it, or the same photograph, was found: saves most of the work. */
	readonly likely?: readonly Homography[];
	/** Where something like it was seen. It may be there, or its mirror image, which many packs resemble. */
	readonly possible?: readonly Homography[];
	/** In which views the whole base may fill the leak; by default, upright and mirrored. */
	readonly views?: readonly View[];
	/** Whether features are compared too, which takes longest: they find crops and pictures on pages. By default, they are. */
	readonly byFeatures?: boolean;
}

/**
 * How the leak shows the base: at which place, scale (0.1–2), rotation, perspective, and whether mirrored. Both are luma planes; composite a
 * transparent base over the leak's background first. Undefined when the leak shows something else, or not where `guesses` say.
 *
 * Guesses are refined one after the other until one convinces; otherwise the best is taken. The verdict need not account for this choice, since it
 * does not involve any client's bits.
 */
export function register(base: Plane, leak: Plane, guesses: Guesses = {}): Alignment | undefined {
	const smallLeak = shrinkToFit(leak, roughSide);
	const isSmall = Math.max(leak.width, leak.height) < smallSide;
	const smallBase = shrinkToFit(base, isSmall ? detailedSide : roughSide);
	const toBase = scaling(smallBase.width / base.width, smallBase.height / base.height);
	const toLeak = scaling(smallLeak.width / leak.width, smallLeak.height / leak.height);
	const small = (mapping: Homography) => compose(toLeak, compose(mapping, inverse(toBase)));
	const { likely = [], possible = [] } = guesses;
	const scaled = { ...guesses, likely: likely.map(small), possible: possible.map(small) };
	let best: Alignment | undefined;
	for (const { start, sides, isLikely, isByFeatures } of startingPoints(smallBase, smallLeak, scaled)) {
		if (isByFeatures && possible.length > 0 && best && best.correlation > holds) break;
		const rough = refineMapping(smallBase, smallLeak, start, sides);
		if (!rough || rough.correlation < promising) continue;
		const nearby = compose(inverse(toLeak), compose(rough.mapping, toBase));
		const fine = refineMapping(base, leak, nearby, [fineSide]);
		if (!fine || fine.correlation < (best?.correlation ?? leastCorrelation)) continue;
		best = fine;
		if (Math.max(fine.correlation, rough.correlation) > (isLikely ? holds : convincingCorrelation)) break;
	}
	return best;
}

interface StartingPoint {
	readonly start: Homography;
	readonly sides: readonly number[];
	readonly isLikely?: boolean;
	readonly isByFeatures?: boolean;
}

/** Cheapest and likeliest first: where it was found, where something like it was seen, the whole picture in each view, and where features agree, upright and mirrored. */
function* startingPoints(base: Plane, leak: Plane, guesses: Guesses): Generator<StartingPoint> {
	const { likely = [], possible = [], views = usualViews, byFeatures = true } = guesses;
	for (const start of likely)
		yield* [fromNearby, fromAfar].map((sides) => ({ start, sides, isLikely: true }));
	const mirrored: Homography = [-1, 0, base.width, 0, 1, 0, 0, 0, 1];
	for (const place of possible)
		for (const start of [place, compose(place, mirrored)])
			yield* [fromNearby, fromAfar].map((sides) => ({ start, sides }));
	const unit = scaling(1 / base.width, 1 / base.height);
	for (const view of views) yield { start: compose(wholeIn(view, leak), unit), sides: fromAfar };
	if (!byFeatures) return;
	const isSmall = Math.max(leak.width, leak.height) < smallSide;
	const features = findFeatures(base, registrationFeatures);
	const turns = usualViews.map(({ turn }) => turn);
	const seen = findTurnedFeatures(leak, isSmall ? denseFeatures : registrationFeatures, turns);
	for (const [i, corners] of seen.entries()) {
		const [a, b, c, d] = turns[i] ?? upright;
		const tolerance = 3 * Math.max(1, Math.max(base.width, base.height) / roughSide);
		const matches = matchFeatures(corners, features);
		const consensus = findConsensus(matches, corners, features, tolerance, isSmall ? 4 : 6);
		if (!consensus) continue;
		const start = compose([a, b, 0, c, d, 0, 0, 0, 1], inverse(consensus.mapping));
		yield* [fromNearby, fromAfar].map((sides) => ({ start, sides, isByFeatures: true }));
	}
}
