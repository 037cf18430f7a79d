import { findConsensus } from "./consensus.ts";
import { type FeatureSettings, findFeatures } from "./features.ts";
import { compose, type Homography, inverse, scaling } from "./homography.ts";
import { matchFeatures } from "./matching.ts";
import { mirrored } from "./picture.ts";
import type { Plane } from "./plane.ts";
import { type Alignment, refineMapping } from "./refine.ts";
import { shrinkToFit } from "./resample.ts";

/** Below this correlation the leak does not show the base. */
const leastCorrelation = 0.35;

/** Guesses with a lower correlation at the rough size are not examined further. */
const promising = 0.35;

/**
 * Correlation above which a mapping needs no alternative, either at the rough size, where blur and noise do not matter, or at the fine one. False
 * mappings, which fit a part of the picture or its outline, are below.
 */
export const convincing = 0.9;

/** Longest side at which features are searched and rough mappings are compared. */
const roughSide = 640;

/** Longest side for the last steps: they converge to a few hundredths of a pixel, so larger sizes are not needed. */
const fineSide = 800;

/** Sides for a guess that may be off by a tenth of the picture. */
const fromAfar: readonly number[] = [96, 192, 384];

/** For a guess that is off by a pixel or two. If backgrounds differ, coarser scales would be dominated by them rather than by the picture. */
const fromNearby: readonly number[] = [384];

const registrationFeatures: FeatureSettings = {
	step: Math.cbrt(2),
	spacing: () => 18,
};

/**
 * How the leak shows the base: at which place, scale (0.1–2), rotation (some degrees), perspective, and whether mirrored. Both are luma planes;
 * composite a transparent base over the leak's background first. Undefined when the leak shows something else.
 *
 * Guesses are refined one after the other until one convinces; otherwise the best is taken. The verdict need not account for this choice, since it
 * does not involve any client's bits.
 *
 * @param guess where another version of the picture was found, which saves most of the work
 */
export function register(base: Plane, leak: Plane, guess?: Homography): Alignment | undefined {
	const [smallBase, smallLeak] = [shrinkToFit(base, roughSide), shrinkToFit(leak, roughSide)];
	const toBase = scaling(smallBase.width / base.width, smallBase.height / base.height);
	const toLeak = scaling(smallLeak.width / leak.width, smallLeak.height / leak.height);
	const smallGuess = guess && compose(toLeak, compose(guess, inverse(toBase)));
	let best: Alignment | undefined;
	for (const { start, sides } of startingPoints(smallBase, smallLeak, smallGuess)) {
		const rough = refineMapping(smallBase, smallLeak, start, sides);
		if (!rough || rough.correlation < promising) continue;
		const nearby = compose(inverse(toLeak), compose(rough.mapping, toBase));
		const fine = refineMapping(base, leak, nearby, [fineSide]);
		if (!fine || fine.correlation < (best?.correlation ?? leastCorrelation)) continue;
		best = fine;
		if (Math.max(fine.correlation, rough.correlation) > convincing) break;
	}
	return best;
}

interface StartingPoint {
	readonly start: Homography;
	readonly sides: readonly number[];
}

/** Guesses, cheapest and likeliest first: the whole picture, the same mirrored, the one from features, the same mirrored. */
function* startingPoints(base: Plane, leak: Plane, guess?: Homography): Generator<StartingPoint> {
	if (guess) yield* [fromNearby, fromAfar].map((sides) => ({ start: guess, sides }));
	const whole = scaling(leak.width / base.width, leak.height / base.height);
	const mirror: Homography = [-1, 0, leak.width, 0, 1, 0, 0, 0, 1];
	yield { start: whole, sides: fromAfar };
	yield { start: compose(mirror, whole), sides: fromAfar };
	const features = findFeatures(base, registrationFeatures);
	for (const view of [
		{ plane: leak, back: scaling(1, 1) },
		{ plane: mirrored(leak), back: mirror },
	]) {
		const seen = findFeatures(view.plane, registrationFeatures);
		const consensus = findConsensus(matchFeatures(seen, features), seen, features, 3);
		if (!consensus) continue;
		const start = compose(view.back, inverse(consensus.mapping));
		yield* [fromNearby, fromAfar].map((sides) => ({ start, sides }));
	}
}
