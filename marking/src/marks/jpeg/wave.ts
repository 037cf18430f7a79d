import { canChange, change, type PlannedBits } from "./bits.ts";
import { coefficientAt } from "./luma.ts";
import { type Limits, structuralShare } from "./perception.ts";

/**
 * Zigzag positions to change, in order of preference: half a wave horizontally, half a wave vertically, both. Higher ones cost more SSIM and are the
 * first to get lost in downscaling and recompression.
 */
const positions = [1, 2, 4] as const;

/** Change of a coefficient, dequantised: smaller changes drown in recompression, and changes above `most` show in any texture. */
const least = 6;
const aim = 11;
const most = 16;

/** Maximum change in a block of given texture: a flat one hides little. */
const allowed = (texture: number) => Math.min(most, 6 + 1.5 * texture);

/** Plans the changes of a block's low frequencies for a cell, and deducts them from the block's limits. */
export function planWaves(bits: PlannedBits, limits: Limits, cell: number, block: number): void {
	const { quantTable } = bits.luma;
	const texture = limits.texture[block] ?? 0;
	if (texture === 0) return;
	for (const k of positions) {
		const value = coefficientAt(bits.luma, block, k);
		const quantiser = quantTable[k] ?? 1;
		const share = structuralShare[k];
		const room = Math.min(limits.error[block] ?? 0, (limits.structure[block] ?? 0) / share);
		const other = chooseOther(
			bits,
			cell,
			block,
			k,
			value,
			quantiser,
			Math.min(allowed(texture), Math.sqrt(room)),
		);
		if (other === value) continue;
		change(bits, cell, block, k, value, other);
		const error = ((other - value) * quantiser) ** 2;
		limits.error[block] = (limits.error[block] ?? 0) - error;
		limits.structure[block] = (limits.structure[block] ?? 0) - share * error;
	}
}

/** The value at a distance between `least` and `limit` that is nearest to `aim`; the value itself if there is none. */
function chooseOther(
	bits: PlannedBits,
	cell: number,
	block: number,
	k: number,
	value: number,
	quantiser: number,
	limit: number,
): number {
	if (value === 0) return value;
	const smallest = Math.ceil(least / quantiser);
	const largest = Math.floor(limit / quantiser);
	const middle = Math.min(largest, Math.max(smallest, Math.round(aim / quantiser)));
	for (let away = 0; away <= largest - smallest; away++) {
		for (let steps = middle - away; steps <= middle + away; steps += Math.max(1, 2 * away)) {
			if (steps < smallest || steps > largest) continue;
			if (canChange(bits, cell, block, k, value, value + steps)) return value + steps;
			if (canChange(bits, cell, block, k, value, value - steps)) return value - steps;
		}
	}
	return value;
}
