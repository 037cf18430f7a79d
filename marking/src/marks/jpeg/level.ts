import { canChange, change, type PlannedBits } from "./bits.ts";
import { type Limits, structuralShare } from "./perception.ts";

/** Change of a DC coefficient, dequantised; an eighth of it is the shift of the block's mean in levels. */
const least = 4;
const most = 20;

/** Maximum change in a block of given texture: a flat one hides little. */
const allowed = (texture: number) => Math.min(most, 8 + 1.5 * texture);

/** Adds `steps` quantiser steps to the DC of the blocks from `first` up to, but not including, `end`: both are indices in the cell's blocks. */
interface Shift {
	first: number;
	end: number;
	steps: number;
}

/**
 * Plans a shift of the mean of consecutive blocks in the scan, for a cell. DC is coded as the difference from the previous block: raising one
 * difference and lowering a later one by the same amount shifts all blocks in between, and nothing after. A shift of a whole area survives blurring
 * and downscaling, which destroy waves of the length of a block.
 *
 * @param blocks the blocks of the cell. Those at `from` up to, but not including, `to` are consecutive in the scan, without a restart after the
 * first.
 */
export function planLevel(
	bits: PlannedBits,
	limits: Limits,
	cell: number,
	blocks: readonly number[],
	from: number,
	to: number,
): void {
	const shift = chooseShift(bits, limits, cell, blocks, from, to);
	if (!shift) return;
	const first = blocks[shift.first] ?? 0;
	const end = blocks[shift.end] ?? 0;
	const before = bits.luma.dcDifferences[first] ?? 0;
	const after = bits.luma.dcDifferences[end] ?? 0;
	change(bits, cell, first, 0, before, before + shift.steps);
	// Both may be in the same byte, and together turn it into 0xFF.
	if (!canChange(bits, cell, end, 0, after, after - shift.steps)) {
		change(bits, cell, first, 0, before, before + shift.steps);
		return;
	}
	change(bits, cell, end, 0, after, after - shift.steps);
	const error = (shift.steps * (bits.luma.quantTable[0] ?? 1)) ** 2;
	for (let i = shift.first; i < shift.end; i++) {
		const block = blocks[i] ?? 0;
		limits.error[block] = (limits.error[block] ?? 0) - error;
		limits.structure[block] = (limits.structure[block] ?? 0) - structuralShare[0] * error;
	}
}

/** The shift with the most energy (blocks times square of steps) that limits and bytes allow. */
function chooseShift(
	bits: PlannedBits,
	limits: Limits,
	cell: number,
	blocks: readonly number[],
	from: number,
	to: number,
): Shift | undefined {
	const { dcDifferences, quantTable } = bits.luma;
	const quantiser = quantTable[0] ?? 1;
	let best: Shift | undefined;
	let bestEnergy = 0;
	for (let first = from; first + 1 < to; first++) {
		const before = dcDifferences[blocks[first] ?? 0] ?? 0;
		let limit = most;
		for (let end = first + 1; end < to && before !== 0; end++) {
			limit = Math.min(limit, largestShift(limits, blocks[end - 1] ?? 0));
			const after = dcDifferences[blocks[end] ?? 0] ?? 0;
			for (let size = Math.floor(limit / quantiser); size * quantiser >= least; size--) {
				if ((end - first) * size * size <= bestEnergy) break;
				for (let sign = 1; sign >= -1; sign -= 2) {
					const steps = sign * size;
					if (!canChange(bits, cell, blocks[first] ?? 0, 0, before, before + steps)) continue;
					if (!canChange(bits, cell, blocks[end] ?? 0, 0, after, after - steps)) continue;
					best = { first, end, steps };
					bestEnergy = (end - first) * size * size;
				}
			}
		}
	}
	return best;
}

function largestShift(limits: Limits, block: number): number {
	const texture = limits.texture[block] ?? 0;
	if (texture === 0) return 0;
	const room = Math.min(limits.error[block] ?? 0, (limits.structure[block] ?? 0) / structuralShare[0]);
	return Math.min(allowed(texture), Math.sqrt(room));
}
