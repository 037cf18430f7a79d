import type { Plane } from "./plane.ts";
import { normalEquations, solveSymmetric } from "./solve.ts";

/** The curve is linear between this many brightnesses, evenly spaced over 0…255. */
const knots = 9;
const step = 255 / (knots - 1);

const rounds = 5;

/** In squared luma: ties neighbouring knots together where the picture has few pixels of a brightness. */
const stiffness = 50;

/** Pixels that deviate from the curve by this multiple of the usual deviation count half: stickers, prices, fingers. */
const strange = 2;

/** The standard deviation of a normal distribution by the median of absolute deviations. */
const perMedian = 1.48;

/**
 * Brings a picture, and its marks with it, to the brightnesses in which a leak shows them: printing, scanning and editing bend tones, more steeply than
 * a local fit of contrast can follow where light and dark meet. Least squares, in rounds, in which pixels that do not fit lose weight.
 *
 * @param picture changed in place; NaN where the leak does not show it
 * @param marks changed in place
 */
export function fitTone(
	leak: Plane,
	{ picture, marks }: { readonly picture: Plane; readonly marks: Plane },
): void {
	const known = picture.values;
	let curve = Float64Array.from({ length: knots }, (_, knot) => knot * step);
	let usual = Number.POSITIVE_INFINITY;
	for (let round = 0; round < rounds; round++) {
		const next = solveCurve(leak.values, known, curve, strange * usual);
		if (!next) return;
		curve = next;
		usual = usualDeviation(leak.values, known, curve);
	}
	for (let i = 0; i < known.length; i++) {
		if (Number.isNaN(known[i])) continue;
		const knot = knotBelow(known[i] as number);
		marks.values[i] =
			((marks.values[i] as number) * ((curve[knot + 1] as number) - (curve[knot] as number))) / step;
		known[i] = toned(curve, known[i] as number);
	}
}

function knotBelow(value: number): number {
	return Math.max(0, Math.min(knots - 2, Math.floor(value / step)));
}

function toned(curve: Float64Array, value: number): number {
	const knot = knotBelow(value);
	const share = Math.max(0, Math.min(1, value / step - knot));
	return (1 - share) * (curve[knot] as number) + share * (curve[knot + 1] as number);
}

function solveCurve(
	leak: Float32Array,
	known: Float32Array,
	before: Float64Array,
	tolerance: number,
): Float64Array<ArrayBuffer> | undefined {
	const { matrix, right, add } = normalEquations(knots);
	const row = new Float64Array(knots);
	for (let i = 0; i < known.length; i++) {
		const [value, shown] = [known[i] as number, leak[i] as number];
		// At the ends of its range, the true brightness may be beyond.
		if (Number.isNaN(value) || shown > 254.5 || shown < 0.5) continue;
		const knot = knotBelow(value);
		row.fill(0);
		row[knot + 1] = Math.max(0, Math.min(1, value / step - knot));
		row[knot] = 1 - (row[knot + 1] as number);
		add(row, shown, 1 / (1 + ((shown - toned(before, value)) / tolerance) ** 2));
	}
	// Neighbours are expected to differ as they do without a change of tone.
	for (let knot = 0; knot < knots; knot++) {
		for (const other of [knot - 1, knot + 1]) {
			if (other < 0 || other >= knots) continue;
			matrix[knot * knots + knot] = (matrix[knot * knots + knot] as number) + stiffness;
			matrix[knot * knots + other] = (matrix[knot * knots + other] as number) - stiffness;
			right[knot] = (right[knot] as number) + stiffness * (knot - other) * step;
		}
	}
	return solveSymmetric(matrix, right) as Float64Array<ArrayBuffer> | undefined;
}

/** A sample of pixels suffices. */
const everyNth = 7;

function usualDeviation(leak: Float32Array, known: Float32Array, curve: Float64Array): number {
	const deviations: number[] = [];
	for (let i = 0; i < known.length; i += everyNth) {
		const value = known[i] as number;
		if (!Number.isNaN(value)) deviations.push(Math.abs((leak[i] as number) - toned(curve, value)));
	}
	const sorted = Float64Array.from(deviations).sort();
	return Math.max(0.5, perMedian * (sorted[sorted.length >> 1] ?? 0));
}
