/**
 * An upper bound of the probability that an innocent client scores at least `score`, given what the leak reveals about the cells. An innocent's bits
 * are independent coins of known bias, whatever the leak shows, so its score is a sum of independent terms `weight·(bit − bias)/√(bias·(1 − bias))`.
 * Chernoff's bound for exactly this sum, the minimum of `E[exp(t·sum)]·exp(−t·score)` over t > 0, is multiplied by the share of it that can be true
 * (`shareReached`). Returned as its natural logarithm, at most 0.
 */
export function logTailBound(score: number, weights: ArrayLike<number>, biases: ArrayLike<number>): number {
	if (!(score > 0)) return 0;
	let high = 1;
	while (high < 1e6 && slopeAt(high, weights, biases) < score) high *= 2;
	let low = 0;
	for (let step = 0; step < 40; step++) {
		const middle = (low + high) / 2;
		if (slopeAt(middle, weights, biases) < score) low = middle;
		else high = middle;
	}
	const chernoff = logMoment(low, weights, biases) - low * score;
	return Math.min(0, chernoff + Math.log(shareReached(low, weights, biases)));
}

/**
 * Upper bound of the ratio of the actual probability to Chernoff's bound. Under the distribution tilted by `exp(t·sum)`, whose mean is the score,
 * this ratio is the expectation of `exp(−t·excess)` over the sums that reach the score (Bahadur and Rao 1960). That distribution differs from the
 * normal one by at most the bound of the Berry–Esseen theorem, counted twice.
 */
function shareReached(t: number, weights: ArrayLike<number>, biases: ArrayLike<number>): number {
	let [variance, third] = [0, 0];
	for (let i = 0; i < weights.length; i++) {
		const bias = biases[i] as number;
		const weight = (weights[i] as number) / deviationOf(bias);
		const chance = tilted(bias, t * weight);
		const spread = chance * (1 - chance);
		variance += weight ** 2 * spread;
		third += Math.abs(weight) ** 3 * spread * (chance ** 2 + (1 - chance) ** 2);
	}
	const deviation = Math.sqrt(variance);
	// If every bit is practically certain, there is no spread to speak of, and its cube would underflow.
	if (!(deviation > 1e-50)) return 1;
	return Math.min(1, normalShare(t * deviation) + (2 * berryEsseen * third) / deviation ** 3);
}

/** Constant of the Berry–Esseen theorem for independent terms with different distributions (Shevtsova 2010). */
const berryEsseen = 0.56;

/** The expectation of `exp(−rate·x)` over the positive half of the standard normal distribution, from above (Sampford 1953). */
function normalShare(rate: number): number {
	return 4 / Math.sqrt(2 * Math.PI) / (3 * rate + Math.sqrt(rate ** 2 + 8));
}

/** The probability of a coin whose odds are multiplied by `exp(step)`. */
function tilted(bias: number, step: number): number {
	const odds = bias * Math.exp(Math.min(700, step));
	return odds / (1 - bias + odds);
}

/** Logarithm of `E[exp(t·sum)]`. */
function logMoment(t: number, weights: ArrayLike<number>, biases: ArrayLike<number>): number {
	let sum = 0;
	for (let i = 0; i < weights.length; i++) {
		const bias = biases[i] as number;
		const step = (t * (weights[i] as number)) / deviationOf(bias);
		sum += -step * bias + logOfMix(step, bias);
	}
	return sum;
}

/** `log(1 − bias + bias·exp(step))` without overflow. */
function logOfMix(step: number, bias: number): number {
	return step > 0
		? step + Math.log(bias + (1 - bias) * Math.exp(-step))
		: Math.log1p(bias * Math.expm1(step));
}

/** Derivative of `logMoment`; increases with t. */
function slopeAt(t: number, weights: ArrayLike<number>, biases: ArrayLike<number>): number {
	let sum = 0;
	for (let i = 0; i < weights.length; i++) {
		const bias = biases[i] as number;
		const weight = (weights[i] as number) / deviationOf(bias);
		sum += weight * (tilted(bias, t * weight) - bias);
	}
	return sum;
}

/** Standard deviation of a bit that is 1 with this probability. */
export function deviationOf(bias: number): number {
	return Math.sqrt(bias * (1 - bias));
}
