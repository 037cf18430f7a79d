import { descriptorWords, type Features } from "./features.ts";
import { bitCount } from "./pdq.ts";

/** Feature `from` of one picture looks like feature `to` of another. */
export interface Match {
	readonly from: number;
	readonly to: number;
	readonly distance: number;
}

/** Descriptors that differ in more than this many of 256 bits do not match. */
const farthest = 72;

/** The nearest feature must be closer than the second nearest by this factor (Lowe's ratio test), unless that is at the same place. */
const ratio = 0.88;

/** For every feature of `from`, the most similar one of `to`, if it stands out. Compares all pairs. */
export function matchFeatures(from: Features, to: Features): Match[] {
	const matches: Match[] = [];
	for (let i = 0; i < from.count; i++) {
		const match = nearest(from, i, to);
		if (match) matches.push(match);
	}
	return matches;
}

function nearest(from: Features, i: number, to: Features): Match | undefined {
	const a = from.descriptors.subarray(i * descriptorWords, (i + 1) * descriptorWords);
	const b = to.descriptors;
	let best = farthest + 1;
	let bestAt = -1;
	let second = 256;
	for (let j = 0, at = 0; j < to.count; j++, at += descriptorWords) {
		let distance = 0;
		for (let word = 0; word < descriptorWords && distance < second; word++)
			distance += bitCount((a[word] as number) ^ (b[at + word] as number));
		if (distance >= second) continue;
		if (distance < best) {
			if (bestAt >= 0 && !samePlace(to, j, bestAt)) second = best;
			best = distance;
			bestAt = j;
		} else if (!samePlace(to, j, bestAt)) {
			second = distance;
		}
	}
	return bestAt >= 0 && best < ratio * second ? { from: i, to: bestAt, distance: best } : undefined;
}

/** The same corner found at two neighbouring scales does not make a match ambiguous. */
function samePlace({ x, y, scale }: Features, i: number, j: number): boolean {
	if (j < 0) return false;
	const apart = Math.hypot((x[i] as number) - (x[j] as number), (y[i] as number) - (y[j] as number));
	return apart < 3 * Math.max(scale[i] as number, scale[j] as number);
}
