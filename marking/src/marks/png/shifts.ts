import type { Columns } from "./columns.ts";
import { canFlip, type Flip, flipOf } from "./flip.ts";
import type { HeadRow } from "./head-row.ts";
import type { HiddenShifts } from "./texture.ts";

/** Columns `start` to `end - 1` of a band in which one channel is shifted by `by`: one flip at `start`, the opposite one at `end`. */
export interface Shift {
	channel: number;
	start: number;
	end: number;
	by: number;
}

/** Columns `x` to `x + width - 1` of a band, which can hold one cell. */
export interface Site {
	x: number;
	width: number;
	/** Largest shifts that its texture hides. */
	hidden: HiddenShifts;
	columns: Columns;
	head: HeadRow;
}

/** Constraints of a site from its neighbours and from the whole picture. */
export interface Allowance {
	/** No shift may be larger. */
	shift: number;
	/** The viewing condition in which the texture has to hide a shift. */
	view: keyof HiddenShifts;
	/** No byte of the deflate blocks before this one may change. */
	firstByte: number;
}

/** Weights of red, green and blue in brightness (ITU-R BT.601), which JPEG preserves best. */
const lumaWeights = [0.299, 0.587, 0.114];

/**
 * Finds the shifts, at most one per channel and all in one direction, that change a site's brightness most. Returns none if the change would be too
 * small to be useful.
 */
export function findShifts(site: Site, allowance: Allowance): Shift[] {
	let best: Shift[] = [];
	let bestEffect = leastEffect(site);
	for (const direction of [1, -1]) {
		const shifts: Shift[] = [];
		let effect = 0;
		for (let channel = 0; channel < lumaWeights.length; channel++) {
			const shift = findShift(site, allowance, channel, direction);
			if (!shift) continue;
			shifts.push(shift);
			effect += (lumaWeights[channel] ?? 0) * strength(shift);
		}
		if (effect <= bestEffect) continue;
		best = shifts;
		bestEffect = effect;
	}
	return best;
}

/** The flips for shifts: one to start and one to end each. */
export function flipsOf(head: HeadRow, shifts: Shift[]): Flip[] {
	const flips: Flip[] = [];
	for (const { channel, start, end, by } of shifts) {
		flips.push(flipOf(head, start, channel, by), flipOf(head, end, channel, -by));
	}
	return flips;
}

/** Columns times shift. */
function strength({ start, end, by }: Shift): number {
	return (end - start) * Math.abs(by);
}

/** A narrower shift would not survive downscaling. */
function leastColumns({ width }: Site): number {
	return width / 4 + 2;
}

/** Excludes sites where only a faint colour would change. */
function leastEffect(site: Site): number {
	return 0.5 * leastColumns(site);
}

/** The strongest shift of a channel: from the first column that can be flipped to the last that can be flipped back. */
function findShift(site: Site, allowance: Allowance, channel: number, direction: number): Shift | undefined {
	const { head, hidden } = site;
	const { firstByte, view } = allowance;
	let best: Shift | undefined;
	for (let size = Math.min(hidden[view], allowance.shift); size > 0; size--) {
		// Not even the whole site would give a stronger shift.
		if (best && (site.width - 1) * size <= strength(best)) break;
		const by = direction * size;
		const run = longestRun(site, channel, by);
		const lastEnd = Math.min(run.end, site.x + site.width - 1);
		if (best && (lastEnd - run.start) * size <= strength(best)) continue;
		let { start } = run;
		while (start < lastEnd && !canFlip(head, start, channel, by, firstByte)) start++;
		let end = lastEnd;
		while (end > start && !canFlip(head, end, channel, -by, firstByte)) end--;
		if (end - start < leastColumns(site)) continue;
		const shift = { channel, start, end, by };
		if (!best || strength(shift) > strength(best)) best = shift;
	}
	return best;
}

/** The longest run of a site's columns in all of which a channel can be shifted without leaving 0…255. */
function longestRun(
	{ x: left, width, columns }: Site,
	channel: number,
	by: number,
): { start: number; end: number } {
	const { opaque, highest, lowest } = columns;
	const run = { start: left, end: left };
	for (let x = left, start = left; x < left + width; x++) {
		const i = 4 * x + channel;
		if (opaque[x] === 0 || (highest[i] ?? 0) + by > 255 || (lowest[i] ?? 0) + by < 0) start = x + 1;
		else if (x + 1 - start > run.end - run.start) {
			run.start = start;
			run.end = x + 1;
		}
	}
	return run;
}
