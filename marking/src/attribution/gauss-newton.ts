import { compose, type Homography, inverse } from "./homography.ts";
import type { Plane } from "./plane.ts";
import { sampleCubic } from "./sample-cubic.ts";
import { normalEquations, solveSymmetric } from "./solve.ts";

/** Pixels of the template to compare with the image, and their derivatives with respect to the unknowns of the mapping. */
export interface Samples {
	readonly count: number;
	/** Centres, in the template's continuous coordinates. */
	readonly x: Float32Array;
	readonly y: Float32Array;
	readonly value: Float32Array;
	/** `unknowns` entries per sample. */
	readonly slopes: Float32Array;
	/** Transforms the template's coordinates to those in which the unknowns are small numbers. */
	readonly centring: Homography;
}

export interface Step {
	/** The update of the template's coordinates. */
	readonly change: Homography;
	/** Approximate movement of the outermost pixels. */
	readonly movedByPx: number;
	/** Normalised correlation of template and image before the step. */
	readonly correlation: number;
}

const unknowns = 8;
const leastSamples = 64;

/**
 * Prepares the samples at the given indices of the template; none may be on its edge. The slopes are those of the inverse compositional method (Baker
 * and Matthews 2004): they stay the same through all steps.
 */
export function prepareSamples({ width, height, values }: Plane, at: Int32Array): Samples {
	const unit = Math.max(width, height) / 2;
	const slopes = new Float32Array(at.length * unknowns);
	const [xs, ys, own] = [0, 1, 2].map(() => new Float32Array(at.length)) as [
		Float32Array,
		Float32Array,
		Float32Array,
	];
	for (let i = 0, k = 0; i < at.length; i++) {
		const place = at[i] as number;
		const [column, row] = [place % width, Math.floor(place / width)];
		xs[i] = column + 0.5;
		ys[i] = row + 0.5;
		own[i] = values[place] as number;
		const dx = (((values[place + 1] as number) - (values[place - 1] as number)) / 2) * unit;
		const dy = (((values[place + width] as number) - (values[place - width] as number)) / 2) * unit;
		const x = (column + 0.5 - width / 2) / unit;
		const y = (row + 0.5 - height / 2) / unit;
		const outwards = dx * x + dy * y;
		slopes[k++] = dx * x;
		slopes[k++] = dx * y;
		slopes[k++] = dx;
		slopes[k++] = dy * x;
		slopes[k++] = dy * y;
		slopes[k++] = dy;
		slopes[k++] = -outwards * x;
		slopes[k++] = -outwards * y;
	}
	return {
		count: at.length,
		x: xs,
		y: ys,
		value: own,
		slopes,
		centring: [1 / unit, 0, -width / 2 / unit, 0, 1 / unit, -height / 2 / unit, 0, 0, 1],
	};
}

/**
 * One Gauss–Newton step towards the mapping under which the image matches the samples. Larger errors get less weight (Cauchy weights), so that
 * stickers and overlays have little influence. Undefined when too few samples are inside the image, or they do not determine a solution.
 */
export function gaussNewtonStep(samples: Samples, image: Plane, mapping: Homography): Step | undefined {
	const [a, b, c, d, e, f, g, h, i] = mapping;
	const equations = normalEquations(unknowns);
	let [used, ownPower, seenPower, product] = [0, 0, 0, 0];
	for (let n = 0; n < samples.count; n++) {
		const x = samples.x[n] as number;
		const y = samples.y[n] as number;
		const w = g * x + h * y + i;
		const seen = sampleCubic(image, (a * x + b * y + c) / w, (d * x + e * y + f) / w);
		if (Number.isNaN(seen)) continue;
		const own = samples.value[n] as number;
		const error = seen - own;
		equations.add(samples.slopes, error, 1 / (1 + 4 * error * error), n * unknowns);
		used++;
		ownPower += own * own;
		seenPower += seen * seen;
		product += own * seen;
	}
	if (used < leastSamples) return undefined;
	const correlation = product / Math.sqrt(ownPower * seenPower + 1e-9);
	return solveStep(equations.matrix, equations.right, samples.centring, correlation);
}

function solveStep(
	matrix: Float64Array,
	right: Float64Array,
	centring: Homography,
	correlation: number,
): Step | undefined {
	// A trace of damping keeps directions that the picture does not determine from diverging.
	for (let k = 0; k < matrix.length; k += unknowns + 1) matrix[k] = (matrix[k] as number) * 1.0001 + 1e-6;
	const solution = solveSymmetric(matrix, right);
	if (!solution) return undefined;
	const [p0 = 0, p1 = 0, p2 = 0, p3 = 0, p4 = 0, p5 = 0, p6 = 0, p7 = 0] = solution;
	const largest = Math.max(...solution.map(Math.abs));
	if (!(largest < 1)) return undefined;
	const change: Homography = [1 + p0, p1, p2, p3, 1 + p4, p5, p6, p7, 1];
	return {
		change: compose(inverse(centring), compose(change, centring)),
		movedByPx: largest / centring[0],
		correlation,
	};
}
