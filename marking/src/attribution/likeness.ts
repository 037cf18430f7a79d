import type { CornerIndex } from "./corner-index.ts";
import { farthestCorner, lookUp, type Sighting } from "./look-up-corners.ts";
import { hammingDistance, pdqMatchDistance } from "./pdq.ts";
import type { LeakQuery } from "./scan.ts";
import { readFingerprint } from "./stored-fingerprint.ts";

/** How similar a leak is to a catalogue picture. */
export interface Likeness {
	/** PDQ distance, 0…256: the smaller of those to the leak and to its mirror image. */
	readonly hashDistance: number;
	/**
	 * Evidence from corners of the picture that the leak shows in one consistent position; this is how crops are found. Each corner contributes some
	 * 0.3 to 3, more the better it matches.
	 */
	readonly cornerEvidence: number;
	/** Whether either is more than coincidence, which makes it worth registering the leak with the picture. */
	readonly alike: boolean;
}

/** A leak prepared for lookup. Plain data, for threads. */
export interface LeakDescription extends LeakQuery {
	/** The leak and its mirror image. */
	readonly views: readonly CornerIndex[];
	/** Length in pixels of the diagonal of the picture in which features were searched. */
	readonly diagonal: number;
	/** Number of corners of the leak or its mirror image. */
	readonly cornerCount: number;
}

/**
 * Evidence by coincidence stays below this: the more pairs of corners there are, the more of them agree. Measured on rendered packages and on
 * drawings that have much in common.
 */
function leastEvidence(leakCorners: number, storedCorners: number): number {
	return Math.log2(Math.max(16, leakCorners)) + (leakCorners * storedCorners) / 70_000;
}

/** Compares a leak with one stored fingerprint. @throws FingerprintError for a damaged one. */
export function likeness(leak: LeakDescription, stored: Uint8Array): Likeness {
	const { hashes, corners } = readFingerprint(stored);
	const sought = leak.hashes.map(
		({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
	);
	const hashDistance = Math.min(...hashes.flatMap((hash) => sought.map((one) => hammingDistance(hash, one))));
	const cornerEvidence = Math.max(
		...leak.views.map((view) => agreement(lookUp(view, corners), leak.diagonal)),
	);
	const alike =
		hashDistance <= pdqMatchDistance || cornerEvidence >= leastEvidence(leak.cornerCount, corners.count);
	return { hashDistance, cornerEvidence, alike };
}

/** How many of the likeliest similar pictures are worth comparing with a leak pixel by pixel. */
export const likelyPictures = 3;

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
function agreement(sightings: readonly Sighting[], diagonal: number): number {
	let agreeing = bestFollowers(sightings, 0.04 * diagonal);
	for (let round = 0; round < 3 && agreeing.length >= 3; round++) {
		const similarity = fitSimilarity(agreeing);
		agreeing = sightings.filter((other) => liesClose(other, similarity, 0.012 * diagonal));
	}
	const worths = new Map<string, number>();
	for (const one of agreeing) {
		const place = `${one.u} ${one.v}`;
		worths.set(place, Math.max(worths.get(place) ?? 0, worthOf(one)));
	}
	return [...worths.values()].reduce((sum, worth) => sum + worth, 0);
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
