import { agreementOf, codewordByChance, reservedCellsOf } from "./reserved-cells.ts";
import { type CellEvidence, identificationThreshold, perPicture } from "./score.ts";
import { unmarkedByChance } from "./unmarked.ts";

/** Whether leaks are copies that this service delivered. */
export interface Origin {
	/** `elsewhere`: the same photograph, but not from a copy of this service; `unclear`: the leaks do not tell. */
	readonly verdict: "delivered" | "elsewhere" | "unclear";
	/**
	 * Of `delivered` and `unclear`: at most this likely is it that a photograph from elsewhere shows the global codeword as well. Of
	 * `elsewhere`: at most this likely is it that a delivered copy looks as unmarked, as long as damage makes no flipped cell look unflipped more
	 * often than flipped.
	 */
	readonly falsePositiveProbability: number;
	/** How many reserved cells the leaks' pictures have. */
	readonly reservedCells: number;
	/** Whether these would be enough if all of them were read without doubt. */
	readonly sufficient: boolean;
}

/**
 * Tells copies of this service from the same photograph from elsewhere, by the cells that are reserved for the global codeword. For what
 * comes from elsewhere that codeword is a row of fair coins, whatever the leak shows, so the bound of `tail.ts` holds for it as for an
 * innocent client's.
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

/** No probability is reported as 0. */
const leastProbability = 1e-300;

function atMostOne(probability: number): number {
	return Math.min(1, Math.max(leastProbability, probability));
}

/** How far a leak agrees with the global codeword of its picture, in deviations of what comes from elsewhere. */
export function globalScore(match: CellEvidence): number {
	const { agreement, weights } = agreementOf(reservedCellsOf(match));
	return agreement / (Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0)) || 1);
}
