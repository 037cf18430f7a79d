import { between, type Random } from "../random.ts";
import type { Camera } from "../studio/camera.ts";
import type { Surface } from "../studio/surface.ts";
import { type Placement, placed } from "../studio/transform.ts";
import type { Point } from "../studio/vector.ts";

export const TABLE_VIEW: Camera = { yawDegrees: 0, pitchDegrees: 30, distance: 6 };
export const FROM_ABOVE: Camera = { yawDegrees: 0, pitchDegrees: 52, distance: 6 };
export const LEVEL: Camera = { yawDegrees: 0, pitchDegrees: 12, distance: 6 };

/** A mound of similar objects: spread evenly by the golden angle, higher towards the middle, each rotated differently. */
export function heap(
	random: Random,
	options: { count: number; radius: number; height: number; wild?: boolean; tilt?: number },
	make: (i: number) => readonly Surface[],
): Surface[] {
	return Array.from({ length: options.count }, (_, i) => {
		const share = Math.sqrt((i + 0.5) / options.count);
		const direction = i * 2.39996;
		const spread = options.radius * share * between(random, 0.9, 1.1);
		const at: Point = [
			Math.cos(direction) * spread,
			options.height * (1 - share ** 2) * between(random, 0.85, 1.05),
			Math.sin(direction) * spread,
		];
		const tilt = options.tilt ?? 35;
		const turn: Point = options.wild
			? [between(random, -180, 180), between(random, -180, 180), between(random, -180, 180)]
			: [between(random, -tilt, tilt), between(random, 0, 360), between(random, -tilt, tilt)];
		return placed(make(i), { at, turn });
	}).flat();
}

/** Several copies of one object, each at its own placement. */
export function group(object: readonly Surface[], placements: readonly Placement[]): Surface[] {
	return placements.flatMap((placement) => placed(object, placement));
}

/** A line through the given points (Catmull–Rom), 0 to 1 from end to end. */
export function through(points: readonly Point[]): (s: number) => Point {
	const pieces = points.length - 1;
	const at = (i: number): Point => points[Math.max(0, Math.min(pieces, i))] as Point;
	return (s) => {
		const place = Math.max(0, Math.min(0.99999, s)) * pieces;
		const i = Math.floor(place);
		const t = place - i;
		const blend = (k: 0 | 1 | 2) => {
			const [a, b, c, d] = [at(i - 1)[k], at(i)[k], at(i + 1)[k], at(i + 2)[k]];
			return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
		};
		return [blend(0), blend(1), blend(2)];
	};
}
