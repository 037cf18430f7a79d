import type { CornerIndex } from "./corner-index.ts";
import { compose, type Homography, scaling } from "./homography.ts";
import { farthestCorner, lookUp, type Sighting } from "./look-up-corners.ts";
import { hammingDistance, pdqMatchDistance } from "./pdq.ts";
import type { LeakQuery } from "./scan.ts";
import { readFingerprint } from "./stored-fingerprint.ts";
import type { View } from "./views.ts";

/** How similar a leak is to a catalogue picture. */
export interface Likeness {
	/** PDQ distance, 0…256: the smallest of those to the views of the leak. */
	readonly hashDistance: number;
	/**
	 * Evidence from corners of the picture that the leak shows in one consistent position; this is how crops are found. Each corner contributes some
	 * 0.3 to 3, more the better it matches.
	 */
	readonly cornerEvidence: number;
	/** Whether either is more than coincidence, which makes it worth registering the leak with the picture. */
	readonly alike: boolean;
	/** Where these corners are; absent if none agree. */
	readonly place?: Place;
}

/** Where a leak appears to show a picture, to within some hundredths of its size. */
export interface Place {
	/** From the unit square, which the whole picture fills, to the leak's continuous coordinates. */
	readonly mapping: Homography;
	readonly isNegative: boolean;
}

/** The corners of a leak as the picture has them that it shows in a view. */
export interface SeenCorners extends View {
	readonly index: CornerIndex;
}

/** A leak prepared for lookup. Plain data, for threads. */
export interface LeakDescription extends LeakQuery {
	readonly views: readonly SeenCorners[];
	/** Length in pixels of the diagonal of the picture in which features were searched. */
	readonly diagonal: number;
	/** The leak's pixels per pixel of that picture. */
	readonly scale: { readonly x: number; readonly y: number };
	/** Number of corners of the leak. */
	readonly cornerCount: number;
}

/**
 * Evidence by coincidence stays below this: the more pairs of corners there are, the more of them agree, and the more views are tried. Measured on
 * rendered packages and on drawings that have much in common.
 */
function leastEvidence({ cornerCount, views }: LeakDescription, storedCorners: number): number {
	return Math.log2((Math.max(16, cornerCount) * views.length) / 2) + (cornerCount * storedCorners) / 70_000;
}

/** Compares a leak with one stored fingerprint. @throws FingerprintError for a damaged one. */
export function likeness(leak: LeakDescription, stored: Uint8Array): Likeness {
	const { hashes, corners, width, height } = readFingerprint(stored);
	const sought = leak.hashes.map(
		({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
	);
	const hashDistance = Math.min(...hashes.flatMap((hash) => sought.map((one) => hammingDistance(hash, one))));
	let best: (Agreement & SeenCorners) | undefined;
	for (const view of leak.views) {
		const found = agreement(lookUp(view.index, corners), leak.diagonal);
		if (found.worth > (best?.worth ?? 0)) best = { ...found, ...view };
	}
	const cornerEvidence = best?.worth ?? 0;
	const alike = hashDistance <= pdqMatchDistance || cornerEvidence >= leastEvidence(leak, corners.count);
	const place = best?.similarity && placeOf(best, best.similarity, leak, { width, height });
	return { hashDistance, cornerEvidence, alike, ...(place ? { place } : {}) };
}

function placeOf(
	{ turn: [a, b, c, d], isNegative }: View,
	{ cosine, sine, from, to }: Similarity,
	{ scale }: LeakDescription,
	size: { readonly width: number; readonly height: number },
): Place {
	const inView: Homography = [
		cosine, -sine, to.u - cosine * from.x + sine * from.y,
		sine, cosine, to.v - sine * from.x - cosine * from.y,
		0, 0, 1,
	]; // biome-ignore format: a matrix
	const turned = compose([a, b, 0, c, d, 0, 0, 0, 1], compose(inView, scaling(size.width, size.height)));
	return { mapping: compose(scaling(scale.x, scale.y), turned), isNegative };
}

/** How many of the likeliest similar pictures are worth comparing with a leak pixel by pixel. */
export const likelyPictures = 3;

/** How many pictures are worth comparing if none is alike and the leak is small. */
export const hopefulPictures = 6;

/** Whether a leak may be a crop so small that its few corners are no evidence, though comparing more of them with a picture's pixels can find it. */
export function isSmallLeak({ diagonal, scale }: LeakDescription): boolean {
	return diagonal * Math.max(scale.x, scale.y) < 600;
}

/** Sorts the likeliest first: equal hashes before agreeing corners before the rest. */
export function byLikeness(a: Likeness, b: Likeness): number {
	const rank = ({ hashDistance, cornerEvidence }: Likeness) =>
		Math.max(0, pdqMatchDistance + 1 - hashDistance) + cornerEvidence - hashDistance / 1000;
	return rank(b) - rank(a);
}

/**
 * The total worth of the sightings that a single shift, scale and slight rotation explains. Every sighting proposes a shift and scale; those that
 * agree with the best proposal fit a similarity, and then only those close to it count.
 */
function agreement(sightings: readonly Sighting[], diagonal: number): Agreement {
	let agreeing = bestFollowers(sightings, 0.04 * diagonal);
	let similarity: Similarity | undefined;
	for (let round = 0; round < 3 && agreeing.length >= 3; round++) {
		const fitted = fitSimilarity(agreeing);
		similarity = fitted;
		agreeing = sightings.filter((other) => liesClose(other, fitted, 0.012 * diagonal));
	}
	const worths = new Map<string, number>();
	for (const one of agreeing) {
		const place = `${one.u} ${one.v}`;
		worths.set(place, Math.max(worths.get(place) ?? 0, worthOf(one)));
	}
	return { worth: [...worths.values()].reduce((sum, worth) => sum + worth, 0), similarity };
}

interface Agreement {
	readonly worth: number;
	/** Undefined when fewer than three agree. */
	readonly similarity: Similarity | undefined;
}

/**
 * The worth of one agreeing sighting. Among the hundreds of corners of an unrelated leak, the nearest is rarely close: every few bits reduce the
 * probability by the same factor, so the evidence, its logarithm, decreases linearly with the distance.
 */
function worthOf({ distance }: Sighting): number {
	return (farthestCorner + 2 - distance) / 8;
}

function bestFollowers(sightings: readonly Sighting[], tolerance: number): Sighting[] {
	let best: Sighting | undefined;
	let most = 0;
	for (const proposal of sightings) {
		let worth = 0;
		for (const other of sightings) if (follows(other, proposal, tolerance)) worth += worthOf(other);
		if (worth > most) [best, most] = [proposal, worth];
	}
	return best ? sightings.filter((other) => follows(other, best, tolerance)) : [];
}

/** Runs for every pair of sightings, so ratios are compared without logarithms, and lengths by their squares. */
function follows(other: Sighting, proposal: Sighting, tolerance: number): boolean {
	if (other.ratio > 1.5 * proposal.ratio || proposal.ratio > 1.5 * other.ratio) return false;
	const [dx, dy] = [proposal.ratio * (other.x - proposal.x), proposal.ratio * (other.y - proposal.y)];
	const [du, dv] = [other.u - proposal.u - dx, other.v - proposal.v - dy];
	const error = du * du + dv * dv;
	if (error >= tolerance * tolerance) return false;
	const bound = 0.02 * tolerance + 0.2 * Math.sqrt(dx * dx + dy * dy);
	return error < bound * bound;
}

/** `u = cosine·(x − x0) − sine·(y − y0) + u0`, `v = sine·(x − x0) + cosine·(y − y0) + v0`; both factors include the scale. */
interface Similarity {
	readonly cosine: number;
	readonly sine: number;
	readonly from: { readonly x: number; readonly y: number };
	readonly to: { readonly u: number; readonly v: number };
}

function fitSimilarity(sightings: readonly Sighting[]): Similarity {
	const mean = (read: (one: Sighting) => number) =>
		sightings.reduce((sum, one) => sum + read(one), 0) / sightings.length;
	const from = { x: mean(({ x }) => x), y: mean(({ y }) => y) };
	const to = { u: mean(({ u }) => u), v: mean(({ v }) => v) };
	let [along, across, spread] = [0, 0, 1e-9];
	for (const { x, y, u, v } of sightings) {
		along += (x - from.x) * (u - to.u) + (y - from.y) * (v - to.v);
		across += (x - from.x) * (v - to.v) - (y - from.y) * (u - to.u);
		spread += (x - from.x) ** 2 + (y - from.y) ** 2;
	}
	return { cosine: along / spread, sine: across / spread, from, to };
}

function liesClose(other: Sighting, { cosine, sine, from, to }: Similarity, tolerance: number): boolean {
	const scale = Math.hypot(cosine, sine);
	if (Math.abs(sine) > 0.3 * scale || Math.abs(Math.log(other.ratio / scale)) > 0.4) return false;
	const [dx, dy] = [other.x - from.x, other.y - from.y];
	const du = other.u - to.u - cosine * dx + sine * dy;
	const dv = other.v - to.v - sine * dx - cosine * dy;
	return Math.hypot(du, dv) < tolerance;
}
