import { between, pick, seeded } from "../random.ts";
import { type Placement, type Point, placed, type Solid, type Surface } from "../studio/surface.ts";

/** Heights of the camera: before the object, at a table, over it. */
export const LEVEL = 14;
export const TABLE = 30;
export const ABOVE = 52;

/** A mound of objects picked at random: spread evenly by the golden angle, higher towards the middle, tilted up to so many degrees. */
export function heap(
	seed: number,
	[count, radius, height]: Point,
	objects: readonly Solid[],
	tilt = 180,
): Surface[] {
	const random = seeded(seed);
	return Array.from({ length: count }, (_, i) => {
		const share = Math.sqrt((i + 0.5) / count);
		const [x, z] = spiral(i, radius * share * between(random, 0.9, 1.1));
		const y = height * (1 - share ** 2) * between(random, 0.85, 1.05);
		const turn: Point = [between(random, -tilt, tilt), between(random, 0, 360), between(random, -tilt, tilt)];
		return placed(pick(random, objects), [x, y, z], turn);
	}).flat();
}

/** The direction of the i-th of many objects around a middle. */
export function spiral(i: number, reach: number): [x: number, z: number] {
	return [Math.cos(i * 2.4) * reach, Math.sin(i * 2.4) * reach];
}

/** Several copies of one object. */
export function copies(object: Solid, ...placements: readonly Placement[]): Surface[] {
	return placements.flatMap((placement) => placed(object, ...placement));
}

/** So many copies side by side on the rays of a star. */
export function rosette(count: number, object: Solid, at: Point): Surface[] {
	return copies(object, ...Array.from({ length: count }, (_, i) => [at, [0, (i * 360) / count, 0]] as const));
}

/** Stems with what grows on them, spread like a bunch. */
export function bunch(stem: Solid): Surface[] {
	const turns = [-28, -12, 3, 18, 32];
	const spread = turns.map(
		(turn, i) =>
			[
				[i * 3 - 6, 0, (i % 2) * 8 - 4],
				[0, i * 45, -turn],
			] as const,
	);
	return copies(stem, ...spread);
}

/** Copies lying at random in a rectangle on the ground. */
export function scattered(
	seed: number,
	count: number,
	[left, y, far, right, near]: Five,
	object: Solid,
): Surface[] {
	const random = seeded(seed);
	return copies(
		object,
		...Array.from(
			{ length: count },
			() =>
				[
					[between(random, left, right), y, between(random, far, near)],
					[0, random() * 360, 0],
				] as const,
		),
	);
}

type Five = readonly [left: number, y: number, far: number, right: number, near: number];

/** A line through the given points (Catmull–Rom), 0 to 1 from end to end. */
export function through(points: readonly Point[]): (s: number) => Point {
	const pieces = points.length - 1;
	const at = (i: number) => points[Math.max(0, Math.min(pieces, i))] as Point;
	return (s) => {
		const place = Math.max(0, Math.min(0.99999, s)) * pieces;
		const i = Math.floor(place);
		const t = place - i;
		const part = (axis: 0 | 1 | 2) => {
			const [a, b, c, d] = [at(i - 1)[axis], at(i)[axis], at(i + 1)[axis], at(i + 2)[axis]];
			return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
		};
		return [part(0), part(1), part(2)];
	};
}
