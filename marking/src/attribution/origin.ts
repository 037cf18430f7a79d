import { agreementOf, codewordByChance, reservedCellsOf } from "./reserved-cells.ts";
import { type CellEvidence, identificationThreshold, perPicture } from "./score.ts";
import { unmarkedByChance } from "./unmarked.ts";

/** Whether leaks are copies that this service delivered. */
export interface Origin {
	/** `elsewhere`: the same photograph, but not a copy from this service; `unclear`: the leaks are inconclusive. */
	readonly verdict: "delivered" | "elsewhere" | "unclear";
	/**
	 * For `delivered` and `unclear`: an upper bound of the probability that a photograph from elsewhere shows a global codeword as well. For
	 * `elsewhere`: an upper bound of the probability that a delivered copy looks as unmarked, whichever of the images it is a copy of, provided that
	 * damage does not make flipped cells look unflipped more often than flipped.
	 */
	readonly falsePositiveProbability: number;
	/** Number of reserved cells in the leaks' pictures. */
	readonly reservedCells: number;
	/** Whether these would be enough if all of them were read with certainty. */
	readonly sufficient: boolean;
	/** Whether a leak shows its picture so small that it may be a preview, which carries no mark: then it is never `elsewhere`. */
	readonly maybePreview: boolean;
}

/** A leak in which an image was found: what it reveals about that image's cells, and how large the whole image is in it. */
export interface SizedEvidence extends CellEvidence {
	/** The longer side in pixels. */
	readonly sidePx: number;
}

/** Unmarked previews have at most this many pixels along their longer side. */
export const previewSide = 320;

/** The side is measured in the leak, to some hundredths. */
const margin = 1.05;

/**
 * Distinguishes copies from this service from the same photograph from elsewhere. For material from elsewhere, a global codeword is a sequence of
 * fair coins, whatever the leak shows, so the bound of `tail.ts` applies as it does to an innocent client.
 *
 * Which image a leak was copied from is unknown, so that it comes from elsewhere is said only if that is true of every image that it could show,
 * and with the highest of their probabilities: it holds for the right one, whichever that is.
 *
 * @param leaks for each leak, the evidence of all images that it could show
 * @param chosen the evidence of those that the leaks most probably show
 * @param guesses how many combinations of images the leaks could show
 */
export function originOf(
	leaks: readonly (readonly SizedEvidence[])[],
	chosen: readonly CellEvidence[],
	guesses = 1,
): Origin {
	const reserved = perPicture(chosen.filter(({ global }) => global)).flatMap(reservedCellsOf);
	const shared = {
		reservedCells: reserved.length,
		sufficient: guesses * 0.5 ** reserved.length < identificationThreshold,
		maybePreview: leaks.flat().some(({ sidePx }) => sidePx <= margin * previewSide),
	};
	const alone = leaks.flat().map((one) => codewordByChance(reservedCellsOf(one)));
	const byChance = atMostOne(guesses * Math.min(codewordByChance(reserved), ...alone));
	if (byChance < identificationThreshold)
		return { verdict: "delivered", falsePositiveProbability: byChance, ...shared };
	const unmarked = atMostOne(Math.max(...leaks.flat().map((one) => unmarkedByChance([one]))));
	if (unmarked < identificationThreshold && !shared.maybePreview)
		return { verdict: "elsewhere", falsePositiveProbability: unmarked, ...shared };
	return { verdict: "unclear", falsePositiveProbability: byChance, ...shared };
}

/** Probabilities are never reported as 0. */
const leastProbability = 1e-300;

function atMostOne(probability: number): number {
	return Math.min(1, Math.max(leastProbability, probability));
}

/** How well a leak agrees with the global codeword of its picture, in standard deviations of material from elsewhere. */
export function globalScore(match: CellEvidence): number {
	const { agreement, weights } = agreementOf(reservedCellsOf(match));
	return agreement / (Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0)) || 1);
}
