import { boxMean } from "./box-mean.ts";
import { type Corner, findCorners } from "./corners.ts";
import type { Plane } from "./plane.ts";
import { createRandomNumbers, normalNumber } from "./random.ts";
import { resize } from "./resample.ts";
import { type Turn, upright } from "./views.ts";

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

/** Features along with how reliable each of their bits is. */
export interface FeaturesWithDifferences extends Features {
	/** For each feature, the differences of the pixels that its bits compare: a bit based on a small difference may flip in a copy. */
	readonly differences: readonly Float32Array[];
}

export interface FeatureSettings {
	/** Ratio of one size to the next, above 1. */
	readonly step: number;
	/** Side in pixels of the squares from each of which one feature is taken, at the scale with `share` of the given picture's area. */
	spacing(share: number): number;
}

/** How far from its corner an upright descriptor reads along each axis, in pixels. */
const reach = 15;

/** Features of a picture at its own scale and successively smaller ones. */
export function findFeatures(plane: Plane, settings: FeatureSettings): FeaturesWithDifferences {
	return findTurnedFeatures(plane, settings, [upright])[0] as FeaturesWithDifferences;
}

/**
 * Features as a picture turned so that it shows this one would have them, for each of these turns; their coordinates are turned back too. Descriptors
 * are BRIEF (Calonder et al. 2010): each bit compares two smoothed pixels near the corner. They are not rotation-invariant, since leaks are rotated
 * by a few degrees at most or else tried in every direction, and upright ones are more distinctive.
 */
export function findTurnedFeatures(
	plane: Plane,
	settings: FeatureSettings,
	turns: readonly Turn[],
): FeaturesWithDifferences[] {
	const patterns = turns.map(comparisonsIn);
	const farthest = Math.max(
		...patterns.map((pattern) => pattern.reduce((most, value) => Math.max(most, Math.abs(value)), reach)),
	);
	const found: Found[] = [];
	let level = plane;
	for (
		let ratio = settings.step;
		Math.min(level.width, level.height) >= 2 * farthest + 8;
		ratio *= settings.step
	) {
		const [scaleX, scaleY] = [plane.width / level.width, plane.height / level.height];
		const share = level.values.length / plane.values.length;
		const corners = findCorners(level, settings.spacing(share), farthest + 1);
		const surroundingsOf = smoother(level, corners.length, farthest);
		for (const corner of corners) {
			const around = surroundingsOf(corner);
			const [x, y] = [(corner.x + 0.5) * scaleX, (corner.y + 0.5) * scaleY];
			const descriptions = patterns.map((pattern) => describe(around, pattern));
			found.push({ x, y, scale: Math.sqrt(scaleX * scaleY), descriptions });
		}
		level = resize(level, Math.round(plane.width / ratio), Math.round(plane.height / ratio));
	}
	return turns.map((turn, i) => featuresIn(turn, i, found));
}

interface Found {
	readonly x: number;
	readonly y: number;
	readonly scale: number;
	readonly descriptions: readonly Description[];
}

function featuresIn([a, b, c, d]: Turn, place: number, found: readonly Found[]): FeaturesWithDifferences {
	const descriptors = new Int32Array(found.length * descriptorWords);
	found.forEach(({ descriptions }, i) => {
		descriptors.set((descriptions[place] as Description).descriptor, i * descriptorWords);
	});
	return {
		count: found.length,
		x: Float32Array.from(found, ({ x, y }) => a * x + c * y),
		y: Float32Array.from(found, ({ x, y }) => b * x + d * y),
		scale: Float32Array.from(found, ({ scale }) => scale),
		descriptors,
		differences: found.map(({ descriptions }) => (descriptions[place] as Description).differences),
	};
}

/** The pairs of pixels that a descriptor compares, as four offsets each; drawn once from a normal distribution with a standard deviation of 6 pixels. */
const comparisons = drawComparisons();

function drawComparisons(): Int8Array {
	const random = createRandomNumbers(0x9d0);
	const offset = () => Math.max(-reach, Math.min(reach, Math.round(6 * normalNumber(random))));
	return Int8Array.from({ length: 4 * 32 * descriptorWords }, offset);
}

/** The same pairs, turned. */
function comparisonsIn([a, b, c, d]: Turn): Int8Array {
	return comparisons.map((value, i) => {
		const isX = i % 2 === 0;
		const other = comparisons[isX ? i + 1 : i - 1] as number;
		return Math.round(isX ? a * value + b * other : c * other + d * value);
	});
}

interface Description {
	readonly descriptor: Int32Array;
	readonly differences: Float32Array;
}

/** Descriptors compare means of squares of five pixels. */
const smoothing = 2;

/** A smoothed plane and a corner's pixel in it. */
interface Around extends Pick<Corner, "x" | "y"> {
	readonly smooth: Plane;
}

/** Smooths the surroundings of corners: of all at once, unless they are few. */
function smoother(plane: Plane, corners: number, farthest: number): (corner: Corner) => Around {
	const around = farthest + smoothing;
	const side = 2 * around + 1;
	if (corners * side ** 2 > plane.values.length) {
		const smooth = boxMean(plane, smoothing);
		return ({ x, y }) => ({ smooth, x, y });
	}
	return ({ x, y }) => {
		const [left, top] = [Math.max(0, x - around), Math.max(0, y - around)];
		return { smooth: boxMean(cutOut(plane, left, top, side), smoothing), x: x - left, y: y - top };
	};
}

/** The square of `side` pixels at this position, cropped to the plane. */
function cutOut({ width, height, values }: Plane, left: number, top: number, side: number): Plane {
	const size = { width: Math.min(side, width - left), height: Math.min(side, height - top) };
	const part = new Float32Array(size.width * size.height);
	for (let y = 0, from = top * width + left; y < size.height; y++, from += width)
		part.set(values.subarray(from, from + size.width), y * size.width);
	return { ...size, values: part };
}

function describe({ smooth: { width, values }, x, y }: Around, pattern: Int8Array): Description {
	const descriptor = new Int32Array(descriptorWords);
	const differences = new Float32Array(32 * descriptorWords);
	const centre = y * width + x;
	for (let bit = 0, at = 0; bit < 32 * descriptorWords; bit++, at += 4) {
		const one = centre + (pattern[at] as number) + (pattern[at + 1] as number) * width;
		const other = centre + (pattern[at + 2] as number) + (pattern[at + 3] as number) * width;
		const difference = (values[other] as number) - (values[one] as number);
		differences[bit] = difference;
		if (difference > 0) descriptor[bit >> 5] = (descriptor[bit >> 5] as number) | (1 << (bit & 31));
	}
	return { descriptor, differences };
}
