import type { Features } from "./features.ts";
import { compose, type Homography, inverse, type Point, project } from "./homography.ts";
import type { Match } from "./matching.ts";
import { createRandomNumbers } from "./random.ts";
import { normalEquations, solveSymmetric } from "./solve.ts";

/** A mapping that many matches agree on. */
export interface Consensus {
	readonly mapping: Homography;
	readonly agreeing: number;
}

interface Pair {
	readonly from: Point;
	readonly to: Point;
	/** How many times larger the feature is in the second picture. */
	readonly ratio: number;
}

const trials = 3000;

/** Leaks are rotated by a few degrees at most; more is coincidence. */
const largestTurn = 0.3;

/**
 * The mapping from one picture's coordinates to the other's that most matches agree with (RANSAC, Fischler and Bolles 1981): pairs of matches propose
 * a similarity, and those that agree with the best proposal refine it to a homography with ever narrower tolerances. `tolerance` is in pixels of the
 * second picture. Undefined when fewer than `least` agree.
 */
export function findConsensus(
	matches: readonly Match[],
	from: Features,
	to: Features,
	tolerance: number,
	least: number,
): Consensus | undefined {
	const pairs = matches.map((match) => pairOf(match, from, to));
	const rough = bestSimilarity(pairs, 3 * tolerance);
	if (!rough) return undefined;
	let mapping = rough;
	for (const [unknowns, width] of [[6, 3], [8, 2], [8, 1], [8, 1]] as const) // biome-ignore format: a table
		mapping = fitMapping(agreeingWith(mapping, pairs, width * tolerance), unknowns) ?? mapping;
	const agreeing = agreeingWith(mapping, pairs, tolerance).length;
	return agreeing >= least ? { mapping, agreeing } : undefined;
}

function pairOf({ from: i, to: j }: Match, from: Features, to: Features): Pair {
	return {
		from: { x: from.x[i] as number, y: from.y[i] as number },
		to: { x: to.x[j] as number, y: to.y[j] as number },
		ratio: (to.scale[j] as number) / (from.scale[i] as number),
	};
}

function bestSimilarity(pairs: readonly Pair[], tolerance: number): Homography | undefined {
	const random = createRandomNumbers(1);
	let best: Homography | undefined;
	let mostAgreeing = 2;
	for (let trial = 0; trial < trials; trial++) {
		const one = pairs[Math.floor(random() * pairs.length)];
		const other = pairs[Math.floor(random() * pairs.length)];
		const proposal = one && other && similarity(one, other);
		if (!proposal) continue;
		const agreeing = countAgreeing(proposal, pairs, tolerance);
		if (agreeing > mostAgreeing) [best, mostAgreeing] = [proposal, agreeing];
	}
	return best;
}

/** The rotation, scale and shift that two matches propose; undefined when they are too close together or contradict their own sizes. */
function similarity(one: Pair, other: Pair): Homography | undefined {
	const [dx, dy] = [other.from.x - one.from.x, other.from.y - one.from.y];
	const [ex, ey] = [other.to.x - one.to.x, other.to.y - one.to.y];
	const square = dx * dx + dy * dy;
	if (square < 100) return undefined;
	const cosine = (dx * ex + dy * ey) / square;
	const sine = (dx * ey - dy * ex) / square;
	const scale = Math.hypot(cosine, sine);
	if (Math.abs(sine) > largestTurn * scale || cosine <= 0) return undefined;
	if (Math.abs(Math.log(scale / one.ratio)) > 0.5 || Math.abs(Math.log(scale / other.ratio)) > 0.5)
		return undefined;
	const x = one.to.x - cosine * one.from.x + sine * one.from.y;
	const y = one.to.y - sine * one.from.x - cosine * one.from.y;
	return [cosine, -sine, x, sine, cosine, y, 0, 0, 1];
}

function agreeingWith(mapping: Homography, pairs: readonly Pair[], tolerance: number): Pair[] {
	return pairs.filter(({ from, to }) => {
		const { x, y } = project(mapping, from);
		return Math.hypot(x - to.x, y - to.y) < tolerance;
	});
}

/** Counts what `agreeingWith` would return for a similarity, without allocating: it runs thousands of times. */
function countAgreeing(mapping: Homography, pairs: readonly Pair[], tolerance: number): number {
	const [a, b, c, d, e, f] = mapping;
	const scale = Math.hypot(a, b);
	let count = 0;
	for (const { from, to, ratio } of pairs) {
		const dx = a * from.x + b * from.y + c - to.x;
		const dy = d * from.x + e * from.y + f - to.y;
		if (dx * dx + dy * dy < tolerance * tolerance && ratio < 1.65 * scale && scale < 1.65 * ratio) count++;
	}
	return count;
}

/** Least-squares affine (6 unknowns) or projective (8) mapping; undefined when the pairs do not determine it. */
function fitMapping(pairs: readonly Pair[], unknowns: 6 | 8): Homography | undefined {
	if (pairs.length < unknowns) return undefined;
	const centre = centring(pairs.map(({ from }) => from));
	const target = centring(pairs.map(({ to }) => to));
	const equations = normalEquations(unknowns);
	for (const pair of pairs) {
		const { x, y } = project(centre, pair.from);
		const { x: u, y: v } = project(target, pair.to);
		equations.add([x, y, 1, 0, 0, 0, -u * x, -u * y].slice(0, unknowns), u, 1);
		equations.add([0, 0, 0, x, y, 1, -v * x, -v * y].slice(0, unknowns), v, 1);
	}
	const solution = solveSymmetric(equations.matrix, equations.right);
	if (!solution) return undefined;
	const [a, b, c, d, e, f, g = 0, h = 0] = solution as unknown as number[];
	const fitted = [a, b, c, d, e, f, g, h, 1] as unknown as Homography;
	return compose(inverse(target), compose(fitted, centre));
}

/**
 * Translates and scales points to have the origin as their centre and a mean distance of about 1, which keeps the equations well conditioned (Hartley
 * 1997).
 */
function centring(points: readonly Point[]): Homography {
	const mean = (read: (point: Point) => number) =>
		points.reduce((sum, point) => sum + read(point), 0) / points.length;
	const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
	const spread = mean((point) => Math.hypot(point.x - x, point.y - y)) || 1;
	return [1 / spread, 0, -x / spread, 0, 1 / spread, -y / spread, 0, 0, 1];
}
