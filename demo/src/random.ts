/** A source of numbers in [0, 1), reproducible by seed. */
export type Random = () => number;

/** mulberry32: small, fast and uniform enough for pictures and generated records. */
export function seeded(seed: number): Random {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

/** FNV-1a: a seed from a name. */
export function seedOf(text: string): number {
	let hash = 0x811c9dc5;
	for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
	return hash >>> 0;
}

export function pick<T>(random: Random, choices: readonly T[]): T {
	const chosen = choices[Math.floor(random() * choices.length)];
	if (chosen === undefined) throw new RangeError("nothing to choose from");
	return chosen;
}

export function between(random: Random, low: number, high: number): number {
	return low + (high - low) * random();
}

export function wholeBetween(random: Random, low: number, high: number): number {
	return Math.floor(between(random, low, high + 1));
}
