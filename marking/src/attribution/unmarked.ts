import { cellBiases } from "../marks/codeword.ts";
import { type CellEvidence, perPicture, silenceReserved } from "./score.ts";
import { deviationOf, logTailBound } from "./tail.ts";

/** Correlation with what all clients' copies have in common, in standard deviations, above which a leak shows that it was marked. */
const markShows = 3;

/**
 * An upper bound of the probability that any client's delivered copy looks as unmarked as these leaks, provided that damage does not make flipped
 * cells look unflipped more often than flipped. It is based on the cells that are flipped in most copies, each with a probability of 0.789. 1 if a
 * mark shows through: then it was damaged, not absent. Reserved cells are ignored, since in copies for clients whose watermark is waived none are
 * flipped.
 */
export function unmarkedByChance(evidence: readonly CellEvidence[]): number {
	const cells = perPicture(evidence.map(silenceReserved)).flatMap(clientCellsOf);
	if (commonMark(cells) > markShows) return 1;
	const mostlyFlipped = cells.filter(({ bias }) => bias > 0.5);
	const chances = mostlyFlipped.map(({ bias }) => 1 - bias + bias / 2);
	const weights = mostlyFlipped.map(
		({ softness }, i) => 2 * Math.abs(softness) * deviationOf(chances[i] as number),
	);
	const excess = mostlyFlipped.reduce(
		(sum, { softness }, i) => sum - softness - Math.abs(softness) * (2 * (chances[i] as number) - 1),
		0,
	);
	return Math.exp(logTailBound(excess, weights, chances));
}

interface ClientCell {
	readonly softness: number;
	readonly certainty: number;
	readonly bias: number;
}

function clientCellsOf({ imageId, softness, certainty }: CellEvidence): ClientCell[] {
	const biases = cellBiases(imageId, softness.length);
	return [...biases].map((bias, i) => ({ bias, softness: softness[i] ?? 0, certainty: certainty[i] ?? 0 }));
}

/** How far the cells that are flipped in most copies stand out from those that are flipped in few, in standard deviations of an unmarked leak. */
function commonMark(cells: readonly ClientCell[]): number {
	const power = cells.reduce((sum, { certainty }) => sum + certainty ** 2, 0) || 1;
	const common = cells.reduce((sum, { certainty, softness }) => sum + certainty * softness, 0) / power;
	let [shown, variance] = [0, 0];
	for (const { softness, certainty, bias } of cells) {
		const deviation = softness - common * certainty;
		shown += bias > 0.5 ? deviation : -deviation;
		variance += deviation ** 2;
	}
	return shown / (Math.sqrt(variance) || 1);
}
