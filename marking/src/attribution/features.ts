import { boxMean } from "./box-mean.ts";
import { type Corner, findCorners } from "./corners.ts";
import type { Plane } from "./plane.ts";
import { createRandomNumbers, normalNumber } from "./random.ts";
import { resize } from "./resample.ts";

/** 32-bit words of a descriptor. */
export const descriptorWords = 8;

/** Corners of a picture at several scales, each with a binary description of its surroundings. Entry `i` of every array is feature `i`. */
export interface Features {
	readonly count: number;
	/** Continuous coordinates in the picture that was given. */
	readonly x: Float32Array;
	readonly y: Float32Array;
	/** Pixels of the given picture per pixel of the scale at which the feature was found. */
	readonly scale: Float32Array;
	/** `descriptorWords` words per feature. */
	readonly descriptors: Int32Array;
}

/** Features along with how doubtful each of their bits is. */
export interface DoubtfulFeatures extends Features {
	/** For each feature, the differences of the pixels that its bits compare: a bit based on a small difference may flip in a copy. */
	readonly differences: readonly Float32Array[];
}

export interface FeatureSettings {
	/** Ratio of one size to the next, above 1. */
	readonly step: number;
	/** Side in pixels of the squares from each of which one feature is taken, at the scale with `share` of the given picture's area. */
	spacing(share: number): number;
}

/** How far from its corner a descriptor reads, in pixels. */
const reach = 15;
const smallestSide = 2 * reach + 8;

/**
 * Features of a picture at its own scale and successively smaller ones. Descriptors are BRIEF (Calonder et al. 2010): each bit compares two smoothed
 * pixels near the corner. They are not rotation-invariant, since leaks are rotated by a few degrees at most, and upright ones are more distinctive.
 */
export function findFeatures(plane: Plane, settings: FeatureSettings): DoubtfulFeatures {
	const found: (Description & { corner: Corner; scaleX: number; scaleY: number })[] = [];
	let level = plane;
	for (
		let ratio = settings.step;
		Math.min(level.width, level.height) >= smallestSide;
		ratio *= settings.step
	) {
		const [scaleX, scaleY] = [plane.width / level.width, plane.height / level.height];
		const share = level.values.length / plane.values.length;
		const corners = findCorners(level, settings.spacing(share), reach + 1);
		const describe = describer(level, corners.length);
		for (const corner of corners) found.push({ corner, scaleX, scaleY, ...describe(corner) });
		level = resize(level, Math.round(plane.width / ratio), Math.round(plane.height / ratio));
	}
	const descriptors = new Int32Array(found.length * descriptorWords);
	found.forEach(({ descriptor }, i) => {
		descriptors.set(descriptor, i * descriptorWords);
	});
	return {
		count: found.length,
		x: Float32Array.from(found, ({ corner, scaleX }) => (corner.x + 0.5) * scaleX),
		y: Float32Array.from(found, ({ corner, scaleY }) => (corner.y + 0.5) * scaleY),
		scale: Float32Array.from(found, ({ scaleX, scaleY }) => Math.sqrt(scaleX * scaleY)),
		descriptors,
		differences: found.map(({ differences }) => differences),
	};
}

/** The pairs of pixels that a descriptor compares, as four offsets each; drawn once from a normal distribution with a standard deviation of 6 pixels. */
const comparisons = drawComparisons();

function drawComparisons(): Int8Array {
	const random = createRandomNumbers(0x9d0);
	const offset = () => Math.max(-reach, Math.min(reach, Math.round(6 * normalNumber(random))));
	return Int8Array.from({ length: 4 * 32 * descriptorWords }, offset);
}

interface Description {
	readonly descriptor: Int32Array;
	readonly differences: Float32Array;
}

/** Descriptors compare means of squares of five pixels. */
const smoothing = 2;
/** Side of the square around a corner that its descriptor depends on. */
const surroundings = 2 * (reach + smoothing) + 1;

/** Describes the given corners of a plane. If they are few, only their surroundings are smoothed. */
function describer(plane: Plane, corners: number): (corner: Corner) => Description {
	if (corners * surroundings ** 2 > plane.values.length) {
		const smooth = boxMean(plane, smoothing);
		return (corner) => describe(smooth, corner.x, corner.y);
	}
	return ({ x, y }) => {
		const [left, top] = [Math.max(0, x - reach - smoothing), Math.max(0, y - reach - smoothing)];
		return describe(boxMean(cutOut(plane, left, top), smoothing), x - left, y - top);
	};
}

/** The square of `surroundings` pixels at this position, cropped to the plane. */
function cutOut({ width, height, values }: Plane, left: number, top: number): Plane {
	const size = { width: Math.min(surroundings, width - left), height: Math.min(surroundings, height - top) };
	const part = new Float32Array(size.width * size.height);
	for (let y = 0, from = top * width + left; y < size.height; y++, from += width)
		part.set(values.subarray(from, from + size.width), y * size.width);
	return { ...size, values: part };
}

function describe({ width, values }: Plane, x: number, y: number): Description {
	const descriptor = new Int32Array(descriptorWords);
	const differences = new Float32Array(32 * descriptorWords);
	const centre = y * width + x;
	for (let bit = 0, at = 0; bit < 32 * descriptorWords; bit++, at += 4) {
		const one = centre + (comparisons[at] as number) + (comparisons[at + 1] as number) * width;
		const other = centre + (comparisons[at + 2] as number) + (comparisons[at + 3] as number) * width;
		const difference = (values[other] as number) - (values[one] as number);
		differences[bit] = difference;
		if (difference > 0) descriptor[bit >> 5] = (descriptor[bit >> 5] as number) | (1 << (bit & 31));
	}
	return { descriptor, differences };
}
