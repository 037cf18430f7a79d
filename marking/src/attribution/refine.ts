import { boxMean } from "./box-mean.ts";
import { gaussNewtonStep, prepareSamples } from "./gauss-newton.ts";
import { compose, type Homography, inverse, scaling, stretchAt } from "./homography.ts";
import type { Plane } from "./plane.ts";
import { resize } from "./resample.ts";

/** The position of one picture in another. */
export interface Alignment {
	/** From the base's continuous coordinates to the leak's. */
	readonly mapping: Homography;
	/** Normalised correlation of the two where they overlap, without local brightness and contrast; 1 for copies, about 0 for unrelated pictures. */
	readonly correlation: number;
}

/** Steps of coarse scales only have to be good enough for the next one. */
const coarse = { maxIterations: 12, settledPx: 0.1 };
const fine = { maxIterations: 30, settledPx: 0.01 };
const maxSamples = 20_000;

/** A guess with a lower correlation after its first steps is abandoned: a finer scale would not save it. */
const hopeless = 0.2;

/**
 * With a lower correlation, steps wander around instead of settling: they end once so many in a row have not raised it by so much. Of 730 guesses that
 * came out right, none would have been lost.
 */
const wandering = { below: 0.3, patience: 3, leastGain: 0.01 };

/**
 * Refines a rough mapping until brightness agrees pixel by pixel: Gauss–Newton steps on both pictures without local brightness and contrast, at one
 * scale after another. `sides` are the longest sides in pixels at which the visible part of the base is compared, coarse to fine. Undefined when the
 * two do not overlap, have nothing in common, or the steps diverge.
 */
export function refineMapping(
	base: Plane,
	leak: Plane,
	start: Homography,
	sides: readonly number[],
): Alignment | undefined {
	let mapping = start;
	let correlation = 0;
	for (const [i, side] of sides.entries()) {
		const level = buildLevel(base, leak, mapping, side);
		if (!level) return undefined;
		const refined = refineAt(level, mapping, i < sides.length - 1 ? coarse : fine);
		if (!refined) return undefined;
		({ mapping, correlation } = refined);
		if (correlation < hopeless) return undefined;
	}
	return { mapping, correlation };
}

interface Level {
	readonly template: Plane;
	readonly image: Plane;
	readonly toTemplate: Homography;
	readonly toImage: Homography;
}

/** A leak that shows the base small on a large page is not processed larger than this multiple of the wanted side. */
const largestPage = 3;

/** Both pictures at about the same scale, locally normalised; the longest side of their overlap is `side`. */
function buildLevel(base: Plane, leak: Plane, mapping: Homography, side: number): Level | undefined {
	const stretch = stretchAt(mapping, { x: base.width / 2, y: base.height / 2 });
	const shared = Math.max(
		Math.min(leak.width, base.width * stretch.alongX),
		Math.min(leak.height, base.height * stretch.alongY),
	);
	const shrink = Math.min(1, side / Math.max(shared, Math.max(leak.width, leak.height) / largestPage));
	const size = (length: number, factor: number) => Math.round(length * Math.min(1, factor * shrink));
	const [width, height] = [size(base.width, stretch.alongX), size(base.height, stretch.alongY)];
	if (!(width >= 8 && height >= 8)) return undefined;
	const template = normalisedAt(base, width, height);
	const image = normalisedAt(
		leak,
		Math.max(1, Math.round(leak.width * shrink)),
		Math.max(1, Math.round(leak.height * shrink)),
	);
	return {
		template,
		image,
		toTemplate: scaling(width / base.width, height / base.height),
		toImage: scaling(image.width / leak.width, image.height / leak.height),
	};
}

/** By size, what was made of a plane: most guesses about a leak compare the same two pictures at the same scales. */
const normalisedPlanes = new WeakMap<Plane, Map<string, Plane>>();

function normalisedAt(plane: Plane, width: number, height: number): Plane {
	const sizes = normalisedPlanes.get(plane) ?? new Map<string, Plane>();
	normalisedPlanes.set(plane, sizes);
	const size = `${width}×${height}`;
	const normalised = sizes.get(size) ?? normalise(resize(plane, width, height));
	sizes.set(size, normalised);
	return normalised;
}

/** Removes local mean and contrast; areas flatter than a few luma steps stay small instead of turning into noise. */
function normalise(plane: Plane): Plane {
	const mean = boxMean(plane, 7).values;
	const centred = new Float32Array(mean.length);
	const squares = new Float32Array(mean.length);
	for (let i = 0; i < mean.length; i++) {
		const value = (plane.values[i] as number) - (mean[i] as number);
		centred[i] = value;
		squares[i] = value * value;
	}
	const power = boxMean({ ...plane, values: squares }, 7).values;
	for (let i = 0; i < mean.length; i++)
		centred[i] = (centred[i] as number) / Math.sqrt((power[i] as number) + 36);
	return { ...plane, values: centred };
}

function refineAt(
	level: Level,
	start: Homography,
	{ maxIterations, settledPx }: typeof fine,
): Alignment | undefined {
	let mapping = compose(level.toImage, compose(start, inverse(level.toTemplate)));
	const samples = prepareSamples(level.template, pickSamples(level, mapping));
	let correlation = 0;
	let raised = { to: Number.NEGATIVE_INFINITY, at: 0 };
	for (let iteration = 0; iteration < maxIterations; iteration++) {
		const step = gaussNewtonStep(samples, level.image, mapping);
		if (!step) return undefined;
		mapping = compose(mapping, inverse(step.change));
		correlation = step.correlation;
		if (step.movedByPx < settledPx) break;
		if (correlation > raised.to + wandering.leastGain) raised = { to: correlation, at: iteration };
		else if (correlation < wandering.below && iteration >= raised.at + wandering.patience) break;
	}
	return { mapping: compose(inverse(level.toImage), compose(mapping, level.toTemplate)), correlation };
}

/** Indices of template pixels that are inside the leak: about the `maxSamples` steepest. */
function pickSamples({ template, image }: Level, mapping: Homography): Int32Array {
	const [a, b, c, d, e, f, g, h, i] = mapping;
	const margin = 0.05 * Math.max(image.width, image.height);
	const inside = new Int32Array(template.values.length);
	let count = 0;
	for (let y = 1; y < template.height - 1; y++) {
		for (let x = 1; x < template.width - 1; x++) {
			const w = g * (x + 0.5) + h * (y + 0.5) + i;
			const u = (a * (x + 0.5) + b * (y + 0.5) + c) / w;
			const v = (d * (x + 0.5) + e * (y + 0.5) + f) / w;
			if (u > -margin && v > -margin && u < image.width + margin && v < image.height + margin)
				inside[count++] = y * template.width + x;
		}
	}
	return thin(template, inside.subarray(0, count));
}

function thin({ width, values }: Plane, inside: Int32Array): Int32Array {
	if (inside.length <= maxSamples) return inside;
	const slope = (at: number) =>
		Math.abs((values[at + 1] as number) - (values[at - 1] as number)) +
		Math.abs((values[at + width] as number) - (values[at - width] as number));
	const some = new Float32Array(4096);
	for (let i = 0; i < some.length; i++)
		some[i] = slope(inside[Math.floor((i * inside.length) / some.length)] as number);
	const limit = some.sort()[Math.floor(some.length * (1 - maxSamples / inside.length))] as number;
	return inside.filter((at) => slope(at) > limit);
}
