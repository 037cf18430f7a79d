/** Counts times by size: below 256 µs to the microsecond, above with an error of less than 1 % (as HdrHistogram by Gil Tene lays out its buckets). */
export interface Histogram {
	/** @param microseconds below 2^31; what is longer counts as that. */
	record(microseconds: number): void;
	/** The time that so large a share of all took at most, in milliseconds; NaN of none. */
	millisecondsAt(share: number): number;
}

/** Buckets between two powers of two. */
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

/** Below 2 × STEPS each number has a bucket; each doubling after that has STEPS of twice the width. */
function placeOf(microseconds: number): number {
	const shift = Math.max(0, 24 - Math.clz32(microseconds));
	return shift * STEPS + (microseconds >>> shift);
}

function longestAt(place: number): number {
	const shift = Math.max(0, Math.floor(place / STEPS) - 1);
	return (place - shift * STEPS + 1) * 2 ** shift - 1;
}
