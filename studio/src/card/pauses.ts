/** Fewer pauses show no habit. */
const LEAST_PAUSES = 20;
/** How much longer the shortest pause before another product has to be than the longest within one. */
const CLEARLY_LONGER = 1.6;
/** Cameras note whole seconds: a difference of one says nothing. */
const CLEARLY_LONGER_MS = 2000;
const TWICE = 2;
/** Shares of all pauses between which those within a product are: cards with one picture a product, or with many, have no two kinds. */
const LEAST_SHARE = 0.15;
const MOST_SHARE = 0.85;
const SECOND_MS = 1000;

/** Pauses between pictures, of two kinds. */
export interface Pauses {
	/** The places before which the next product was put up. */
	readonly cuts: readonly number[];
	/** Whether the pause before a place is short whichever limit separates the kinds, and usual for its kind. */
	isSurelyShort(place: number): boolean;
}

/**
 * Finds the pauses in which the next product was put up, if they are clearly longer than the others.
 * @param times in the order in which the pictures were taken. @returns undefined if times are missing or no length separates two kinds of pauses.
 */
export function clearPauses(times: readonly (number | null)[]): Pauses | undefined {
	const pauses = times.slice(1).map((time, at) => pauseOf(times[at] ?? null, time));
	if (pauses.length < LEAST_PAUSES || pauses.some((pause) => Number.isNaN(pause))) return undefined;
	const limits = limitsOf(pauses.toSorted((a, b) => a - b));
	const [first] = limits;
	const clear = limits.filter(({ isClear }) => isClear);
	if (!first || clear.length === 0) return undefined;
	const { limit } = clear.reduce((widest, each) => (each.ratio > widest.ratio ? each : widest));
	const short = pauses.filter((pause) => pause < limit).toSorted((a, b) => a - b);
	const usual = short[short.length >> 1] ?? 0;
	return {
		cuts: pauses.flatMap((pause, at) => (pause > limit ? [at + 1] : [])),
		isSurelyShort: (place) => (pauses[place - 1] ?? 0) < Math.min(first.limit, TWICE * usual + 1),
	};
}

function pauseOf(before: number | null, after: number | null): number {
	return before === null || after === null ? Number.NaN : Math.max(SECOND_MS, after - before);
}

interface Limit {
	readonly ratio: number;
	readonly limit: number;
	/** Whether the pauses beyond it are surely of another kind; otherwise they may be. */
	readonly isClear: boolean;
}

/** The middles of the gaps between neighbouring lengths that are wide, shortest first. */
function limitsOf(sorted: readonly number[]): Limit[] {
	const [from, to] = [LEAST_SHARE * sorted.length, MOST_SHARE * sorted.length];
	return sorted.slice(1).flatMap((longer, at) => {
		const shorter = sorted[at] ?? longer;
		const ratio = longer / shorter;
		const isLong = longer - shorter >= CLEARLY_LONGER_MS;
		if (ratio < CLEARLY_LONGER || !(isLong || ratio >= TWICE)) return [];
		return [{ ratio, limit: Math.sqrt(longer * shorter), isClear: isLong && at + 1 >= from && at + 1 <= to }];
	});
}
