import { findConsensus } from "./consensus.ts";
import { type FeatureSettings, findFeatures } from "./features.ts";
import { compose, type Homography, inverse, scaling } from "./homography.ts";
import { matchFeatures } from "./matching.ts";
import { mirrored, type Plane } from "./picture.ts";
import { type Alignment, refineMapping } from "./refine.ts";
import { shrinkToFit } from "./resample.ts";

/** Below this correlation the leak does not show the base. */
const leastCorrelation = 0.35;

/** Correlation at which the plain guess, the whole picture resized, needs no rival. */
const convincing = 0.8;

/** Longest side at which features are sought and rough mappings are compared. */
const roughSide = 640;

/** Longest side for the last steps: they settle to a few hundredths of a pixel, so larger pictures need no closer look. */
const fineSide = 800;

const registrationFeatures: FeatureSettings = {
	step: Math.cbrt(2),
	spacing: () => 18,
};

/**
 * How the leak shows the base: at which place, scale (0.1–2), turn (some degrees), perspective, and whether mirrored. Both are brightness;
 * lay a transparent base over the leak's background first. Undefined when the leak shows something else.
 *
 * @param guess where another version of the picture was found, which saves most of the work
 */
export function register(base: Plane, leak: Plane, guess?: Homography): Alignment | undefined {
	const [smallBase, smallLeak] = [shrinkToFit(base, roughSide), shrinkToFit(leak, roughSide)];
	const toBase = scaling(smallBase.width / base.width, smallBase.height / base.height);
	const toLeak = scaling(smallLeak.width / leak.width, smallLeak.height / leak.height);
	const smallGuess = guess && compose(toLeak, compose(guess, inverse(toBase)));
	const rough = roughAlignment(smallBase, smallLeak, smallGuess);
	if (!rough || rough.correlation < leastCorrelation) return undefined;
	const start = compose(inverse(toLeak), compose(rough.mapping, toBase));
	return refineMapping(base, leak, start, [fineSide]);
}

function roughAlignment(base: Plane, leak: Plane, guess?: Homography): Alignment | undefined {
	let best: Alignment | undefined;
	for (const start of startingPoints(base, leak, guess)) {
		const refined = refineMapping(base, leak, start, [96, 192, 384]);
		if (refined && refined.correlation > (best?.correlation ?? 0)) best = refined;
		if (best && best.correlation > convincing) break;
	}
	return best;
}

/** Guesses, the cheapest and likeliest first: the whole picture, the same mirrored, what features say, the same mirrored. */
function* startingPoints(base: Plane, leak: Plane, guess?: Homography): Generator<Homography> {
	if (guess) yield guess;
	const whole = scaling(leak.width / base.width, leak.height / base.height);
	const mirror: Homography = [-1, 0, leak.width, 0, 1, 0, 0, 0, 1];
	yield whole;
	yield compose(mirror, whole);
	const features = findFeatures(base, registrationFeatures);
	for (const view of [
		{ plane: leak, back: scaling(1, 1) },
		{ plane: mirrored(leak), back: mirror },
	]) {
		const seen = findFeatures(view.plane, registrationFeatures);
		const consensus = findConsensus(matchFeatures(seen, features), seen, features, 3);
		if (consensus) yield compose(view.back, inverse(consensus.mapping));
	}
}
