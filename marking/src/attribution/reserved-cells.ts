import type { CellEvidence } from "./score.ts";
import { logTailBound } from "./tail.ts";

/** What a leak reveals about a cell that is reserved for the global codeword, and whether that codeword flips it. */
export interface ReservedCell {
	readonly softness: number;
	readonly certainty: number;
	readonly isFlipped: boolean;
}

/** The reserved cells among the evidence of a leak. */
export function reservedCellsOf({ softness, certainty, global }: CellEvidence): ReservedCell[] {
	return [...(global?.cells ?? [])].map((cell, i) => ({
		softness: softness[cell] ?? 0,
		certainty: certainty[cell] ?? 0,
		isFlipped: global?.bits[i] === 1,
	}));
}

/** Upper bound of the probability that fair coins agree with the cells as well as the global codeword does. */
export function codewordByChance(cells: readonly ReservedCell[]): number {
	const { agreement, weights } = agreementOf(cells);
	return Math.exp(logTailBound(agreement, weights, new Float64Array(weights.length).fill(0.5)));
}

/** How well the cells agree with the global codeword, and how much each could contribute to that. */
export function agreementOf(cells: readonly ReservedCell[]): { agreement: number; weights: Float64Array } {
	const weights = centred(cells);
	const agreement = cells.reduce((sum, { isFlipped }, i) => {
		const weight = weights[i] as number;
		return sum + (isFlipped ? weight : -weight);
	}, 0);
	return { agreement, weights };
}

/** Subtracts what the cells have in common, which is no evidence for any codeword. */
function centred(cells: readonly ReservedCell[]): Float64Array {
	const sum = (value: (cell: ReservedCell) => number) =>
		cells.reduce((total, cell) => total + value(cell), 0);
	const common = sum((cell) => cell.certainty * cell.softness) / (sum((cell) => cell.certainty ** 2) || 1);
	return Float64Array.from(cells, (cell) => cell.softness - common * cell.certainty);
}
