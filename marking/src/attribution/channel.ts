import { type Blocks, blockSize } from "./blocks.ts";
import { boxMean } from "./box-mean.ts";

/**
 * How the picture's coefficients were transformed on their way into the leak. Entry `i` of every array belongs to coefficient `i` of the leak: its
 * expected value is `expected[i]`, it reflects a change of the picture by a factor of `gain[i]`, and it deviates from that with variance `power[i]`.
 */
export interface Channel {
	readonly expected: Float32Array;
	readonly gain: Float32Array;
	readonly power: Float32Array;
}

/** Minimum variance, in squared luma: rounding to integers, and a margin for what the model does not cover. */
const leastPower = 0.15;

/** Coefficients are grouped into classes by frequency and by size, in factors of 2: compression treats the members of a class alike. */
const sizeClasses = 8;
const classCount = blockSize * sizeClasses;

/** Leaks with fewer blocks cannot populate that many classes: for these, all sizes form one class. */
const fewBlocks = 2000;

/** Blocks whose deviation exceeds this multiple of the usual variance get less weight: stickers, overlays, fingers. */
export const strange = 2;

/**
 * Learns from the leak itself how each class of the known picture's coefficients came through: detail that compression dropped has gain 0, and the
 * noise of the rest is measured. Needs no knowledge of the leak's format, and covers blurring and sharpening too.
 *
 * @param least the least deviation of a block, as a multiple of the usual variance, that its weight follows
 */
export function learnChannel(leak: Blocks, known: Blocks, least = strange): Channel {
	const classes = classesOf(known.coefficients);
	const statistics = gather(leak.coefficients, known.coefficients, classes);
	const ratio = Float64Array.from({ length: classCount }, (_, c) => ratioOf(statistics, c));
	const gain = Float64Array.from({ length: classCount }, (_, c) =>
		slopeOf(statistics, c, ratio[c] as number),
	);
	const expected = perCoefficient(classes, ratio);
	for (let i = 0; i < expected.length; i++)
		expected[i] = (expected[i] as number) * (known.coefficients[i] as number);
	const power = perCoefficient(classes, classPower(leak.coefficients, expected, classes));
	discountStrangeBlocks(leak, expected, power, least);
	return { expected, gain: perCoefficient(classes, gain), power };
}

function perCoefficient(classes: Uint16Array, values: Float64Array): Float32Array {
	const out = new Float32Array(classes.length);
	for (let i = 0; i < out.length; i++) out[i] = values[classes[i] as number] as number;
	return out;
}

function classesOf(coefficients: Float32Array): Uint16Array {
	const classes = new Uint16Array(coefficients.length);
	const bySize = coefficients.length >= fewBlocks * blockSize;
	for (let i = 0; i < classes.length; i++) {
		const size = Math.abs(coefficients[i] as number);
		const octave = size < 1 ? 0 : 32 - Math.clz32(size);
		classes[i] = (i % blockSize) * sizeClasses + (bySize ? Math.min(octave, sizeClasses - 1) : 0);
	}
	return classes;
}

/** Per class: number of coefficients, and sums of their known magnitudes, of what the leak shows of these, of squares and of products. */
interface ClassStatistics {
	readonly count: Float64Array;
	readonly known: Float64Array;
	readonly leak: Float64Array;
	readonly knownKnown: Float64Array;
	readonly knownLeak: Float64Array;
}

function gather(leak: Float32Array, known: Float32Array, classes: Uint16Array): ClassStatistics {
	const zeros = () => new Float64Array(classCount);
	const sums = { count: zeros(), known: zeros(), leak: zeros(), knownKnown: zeros(), knownLeak: zeros() };
	for (let i = 0; i < known.length; i++) {
		const c = classes[i] as number;
		const size = Math.abs(known[i] as number);
		const shown = (known[i] as number) < 0 ? -(leak[i] as number) : (leak[i] as number);
		sums.count[c] = (sums.count[c] as number) + 1;
		sums.known[c] = (sums.known[c] as number) + size;
		sums.leak[c] = (sums.leak[c] as number) + shown;
		sums.knownKnown[c] = (sums.knownKnown[c] as number) + size * size;
		sums.knownLeak[c] = (sums.knownLeak[c] as number) + size * shown;
	}
	return sums;
}

/** The factor by which a class's coefficients appear in the leak. Brightness (frequency 0) has already been fitted. */
function ratioOf({ knownKnown, knownLeak }: ClassStatistics, c: number): number {
	if (c < sizeClasses) return 1;
	return clampGain(((knownLeak[c] as number) + 1e-6) / ((knownKnown[c] as number) + 1e-6));
}

/**
 * How much the leak changes when a coefficient does. If rounding swallows small coefficients, this is steeper than the ratio; with too few
 * coefficients to tell, the ratio is used.
 */
function slopeOf(statistics: ClassStatistics, c: number, ratio: number): number {
	if (c < sizeClasses) return ratio;
	const count = (statistics.count[c] as number) + 1e-9;
	const known = statistics.known[c] as number;
	const variance = (statistics.knownKnown[c] as number) - (known * known) / count;
	const covariance = (statistics.knownLeak[c] as number) - (known * (statistics.leak[c] as number)) / count;
	const prior = (500 * variance) / count;
	return clampGain((covariance + ratio * prior) / (variance + prior + 1e-6));
}

function clampGain(gain: number): number {
	return Math.max(0, Math.min(1.5, gain));
}

function classPower(leak: Float32Array, expected: Float32Array, classes: Uint16Array): Float64Array {
	const sums = new Float64Array(classCount);
	const counts = new Float64Array(classCount);
	for (let i = 0; i < leak.length; i++) {
		if (leak[i] === 0 && expected[i] === 0) continue;
		const c = classes[i] as number;
		sums[c] = (sums[c] as number) + ((leak[i] as number) - (expected[i] as number)) ** 2;
		counts[c] = (counts[c] as number) + 1;
	}
	return sums.map((sum, c) => (sum + 1) / ((counts[c] as number) + 1) + leastPower);
}

function discountStrangeBlocks(
	leak: Blocks,
	expected: Float32Array,
	power: Float32Array,
	least: number,
): void {
	const strangeness = new Float32Array(leak.across * leak.down);
	for (let i = 0; i < expected.length; i++) {
		const block = Math.floor(i / blockSize);
		const error = (leak.coefficients[i] as number) - (expected[i] as number);
		strangeness[block] = (strangeness[block] as number) + (error * error) / (power[i] as number) / blockSize;
	}
	const around = boxMean({ width: leak.across, height: leak.down, values: strangeness }, 1).values;
	for (let i = 0; i < power.length; i++)
		power[i] = (power[i] as number) * Math.max(least, around[Math.floor(i / blockSize)] as number);
}
