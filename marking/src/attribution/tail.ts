/**
 * How likely an innocent client is to score at least `score`, given what the leak says about the cells: an upper bound, never less
 * than the truth. An innocent's bits are independent coins of known bias, whatever the leak shows, so its score is a sum
 * of independent terms `weight·(bit − bias)/√(bias·(1 − bias))`, and Chernoff's bound holds for that very sum: the least of
 * `E[exp(t·sum)]·exp(−t·score)` over t > 0. Returned as its natural logarithm, at most 0.
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
	return Math.min(0, logMoment(low, weights, biases) - low * score);
}

/** Logarithm of `E[exp(t·sum)]`. */
function logMoment(t: number, weights: ArrayLike<number>, biases: ArrayLike<number>): number {
	let sum = 0;
	for (let i = 0; i < weights.length; i++) {
		const bias = biases[i] as number;
		const step = (t * (weights[i] as number)) / Math.sqrt(bias * (1 - bias));
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

/** Derivative of `logMoment`; grows with t. */
function slopeAt(t: number, weights: ArrayLike<number>, biases: ArrayLike<number>): number {
	let sum = 0;
	for (let i = 0; i < weights.length; i++) {
		const bias = biases[i] as number;
		const weight = (weights[i] as number) / Math.sqrt(bias * (1 - bias));
		const odds = bias * Math.exp(Math.min(700, t * weight));
		sum += weight * (odds / (1 - bias + odds) - bias);
	}
	return sum;
}
