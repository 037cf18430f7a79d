/**
 * Counts durations by size: below 256 µs to the microsecond, above that with an error of less than 1 % (with the bucket layout of HdrHistogram
 * by Gil Tene).
 */
export interface Histogram {
	/** @param microseconds below 2^31; longer times count as that. */
	record(microseconds: number): void;
	/** The percentile for this share, in milliseconds; NaN if there are no values. */
	millisecondsAt(share: number): number;
}

/** Buckets per power of two. */
const STEPS = 128;
const LONGEST_US = 2 ** 31 - 1;

export function histogram(): Histogram {
	const counts = new Uint32Array(STEPS * 26);
	let total = 0;
	return {
		record(microseconds) {
			const place = placeOf(Math.min(LONGEST_US, Math.max(0, Math.round(microseconds))));
			counts[place] = (counts[place] ?? 0) + 1;
			total++;
		},
		millisecondsAt(share) {
			let left = Math.max(1, Math.ceil(total * share));
			for (const [place, count] of counts.entries()) {
				left -= count;
				if (left <= 0) return longestAt(place) / 1000;
			}
			return Number.NaN;
		},
	};
}

/** Below 2 × STEPS each number has its own bucket; each doubling after that has STEPS buckets of twice the width. */
function placeOf(microseconds: number): number {
	const shift = Math.max(0, 24 - Math.clz32(microseconds));
	return shift * STEPS + (microseconds >>> shift);
}

function longestAt(place: number): number {
	const shift = Math.max(0, Math.floor(place / STEPS) - 1);
	return (place - shift * STEPS + 1) * 2 ** shift - 1;
}
