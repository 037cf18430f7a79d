/** Names of the powers of a thousand, starting at a million. */
const LARGE = ["million", "billion", "trillion", "quadrillion", "quintillion"];

/**
 * How likely an innocent client is to score this high, in words: `at most 1 in 20,000`, `at most 1 in 3 million`.
 * The probability is an upper bound, so odds beyond the largest name are reported as "less than" that.
 * @param probability 0…1
 */
export function probabilityInWords(probability: number): string {
	if (probability >= 0.5) return "what any client could score by chance";
	const odds = 1 / Math.max(probability, Number.MIN_VALUE);
	if (odds < 1e6) return `at most 1 in ${rounded(odds).toLocaleString("en-US")}`;
	const power = Math.floor(Math.log10(odds) / 3 + 1e-9) - 2;
	const name = LARGE[power];
	if (name === undefined) return "less than 1 in a quintillion";
	return `at most 1 in ${rounded(odds / 1000 ** (power + 2))} ${name}`;
}

/** Odds are rounded down to one digit, or to two below 10: nobody is accused more strongly than the figures allow. */
function rounded(value: number): number {
	if (value < 10) return Math.floor(value * 10 + 1e-6) / 10;
	const step = 10 ** Math.floor(Math.log10(value) + 1e-9);
	return Math.floor(value / step + 1e-9) * step;
}
