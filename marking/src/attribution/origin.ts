import { agreementOf, codewordByChance, reservedCellsOf } from "./reserved-cells.ts";
import { type CellEvidence, identificationThreshold, perPicture } from "./score.ts";
import { unmarkedByChance } from "./unmarked.ts";

/** Whether leaks are copies that this service delivered. */
export interface Origin {
	/** `elsewhere`: the same photograph, but not a copy from this service; `unclear`: the leaks are inconclusive. */
	readonly verdict: "delivered" | "elsewhere" | "unclear";
	/**
	 * For `delivered` and `unclear`: an upper bound of the probability that a photograph from elsewhere shows the global codeword as well. For
	 * `elsewhere`: an upper bound of the probability that a delivered copy looks as unmarked, provided that damage does not make flipped cells look
	 * unflipped more often than flipped.
	 */
	readonly falsePositiveProbability: number;
	/** Number of reserved cells in the leaks' pictures. */
	readonly reservedCells: number;
	/** Whether these would be enough if all of them were read with certainty. */
	readonly sufficient: boolean;
}

/**
 * Distinguishes copies from this service from the same photograph from elsewhere, by the cells that are reserved for the global codeword. For
 * material from elsewhere, that codeword is a sequence of fair coins, whatever the leak shows, so the bound of `tail.ts` applies as it does to an
 * innocent client.
 *
 * @param guesses how many combinations of pictures were tried before these were chosen
 */
export function originOf(evidence: readonly CellEvidence[], guesses = 1): Origin {
	const reserved = perPicture(evidence.filter(({ global }) => global)).flatMap(reservedCellsOf);
	const counts = {
		reservedCells: reserved.length,
		sufficient: guesses * 0.5 ** reserved.length < identificationThreshold,
	};
	const byChance = atMostOne(guesses * codewordByChance(reserved));
	if (byChance < identificationThreshold)
		return { verdict: "delivered", falsePositiveProbability: byChance, ...counts };
	const unmarked = atMostOne(guesses * unmarkedByChance(evidence));
	if (unmarked < identificationThreshold)
		return { verdict: "elsewhere", falsePositiveProbability: unmarked, ...counts };
	return { verdict: "unclear", falsePositiveProbability: byChance, ...counts };
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
