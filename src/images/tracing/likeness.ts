import { buildIndex, lookUp, type Sighting } from "./corner-index.ts";
import { findFeatures } from "./features.ts";
import { readFingerprint } from "./fingerprint.ts";
import { hammingDistance, pdqHashes, pdqMatchDistance } from "./pdq.ts";
import { mirrored, type Plane } from "./picture.ts";
import { shrinkToFit } from "./resample.ts";

/** How much a leak looks like a catalogue picture. */
export interface Likeness {
	/** PDQ distance, 0…256, of the nearer of the leak and its mirror image. */
	readonly hashDistance: number;
	/** Corners of the picture that the leak shows in one consistent place: what finds crops. */
	readonly agreeingCorners: number;
	/** Whether either is more than chance: worth registering the leak with the picture. */
	readonly alike: boolean;
}

/** Fewer agreeing corners happen by chance among some thousand pictures. */
const leastAgreeing = 6;

const leakSide = 768;

/**
 * Prepares a leak for being looked up, and returns the function that compares it with one stored fingerprint in some 0.05 ms.
 * That function throws `FingerprintError` for a damaged fingerprint.
 */
export function likenessTo(leak: Plane): (stored: Uint8Array) => Likeness {
	const small = shrinkToFit(leak, leakSide);
	const hashes = pdqHashes(shrinkToFit(small, 512));
	const views = [small, mirrored(small)].map((view) => buildIndex(findFeatures(view, leakFeatures)));
	const diagonal = Math.hypot(small.width, small.height);
	return (stored) => {
		const { hashes: known, corners } = readFingerprint(stored);
		const distances = known.flatMap((hash) => [
			hammingDistance(hash, hashes.upright),
			hammingDistance(hash, hashes.mirrored),
		]);
		const hashDistance = Math.min(...distances);
		const agreeingCorners = Math.max(...views.map((view) => countAgreeing(lookUp(view, corners), diagonal)));
		const alike = hashDistance <= pdqMatchDistance || agreeingCorners >= leastAgreeing;
		return { hashDistance, agreeingCorners, alike };
	};
}

/** Sorts the likeliest first: equal hashes before agreeing corners before the rest. */
export function byLikeness(a: Likeness, b: Likeness): number {
	const rank = ({ hashDistance, agreeingCorners }: Likeness) =>
		Math.max(0, pdqMatchDistance + 1 - hashDistance) + agreeingCorners - hashDistance / 1000;
	return rank(b) - rank(a);
}

const leakFeatures = { step: 2 ** 0.25, spacing: () => 16 };

/**
 * How many sightings one shift, scale and slight turn explains. Every sighting proposes a shift and scale; the best proposal's followers
 * fit a similarity, and only who then lies close counts.
 */
function countAgreeing(sightings: readonly Sighting[], diagonal: number): number {
	let agreeing: Sighting[] = [];
	for (const proposal of sightings) {
		const followers = sightings.filter((other) => follows(other, proposal, 0.04 * diagonal));
		if (followers.length > agreeing.length) agreeing = followers;
	}
	for (let round = 0; round < 3 && agreeing.length >= 3; round++) {
		const similarity = fitSimilarity(agreeing);
		agreeing = sightings.filter((other) => liesClose(other, similarity, 0.012 * diagonal));
	}
	return new Set(agreeing.map(({ u, v }) => `${u} ${v}`)).size;
}

function follows(other: Sighting, proposal: Sighting, tolerance: number): boolean {
	if (Math.abs(Math.log(other.ratio / proposal.ratio)) > 0.4) return false;
	const [dx, dy] = [other.x - proposal.x, other.y - proposal.y];
	const du = other.u - proposal.u - proposal.ratio * dx;
	const dv = other.v - proposal.v - proposal.ratio * dy;
	const reach = proposal.ratio * Math.hypot(dx, dy);
	return Math.hypot(du, dv) < Math.min(tolerance, 0.02 * tolerance + 0.2 * reach);
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
