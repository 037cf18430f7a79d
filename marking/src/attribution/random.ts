/**
 * A small deterministic source of numbers in [0, 1) (Steele and Vigna's "SplitMix" step in 32 bits, known as mulberry32), so that attributing the
 * same leak again gives the same result. Nothing secret depends on it.
 */
export function createRandomNumbers(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** A number from the standard normal distribution (Box and Muller's transform). */
export function normalNumber(random: () => number): number {
	return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
