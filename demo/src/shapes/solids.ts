import type { Material } from "../studio/material.ts";
import type { Paint } from "../studio/paint.ts";
import { type Surface, sheet } from "../studio/surface.ts";
import { cross, minus, type Point, unit } from "../studio/vector.ts";

export type Look = { paint: Paint; material: Material };

/**
 * An ellipsoid, or with `squareness` below 1 a rounded block (superquadric; Barr, 1981).
 * `dent` displaces points, for anything that is not quite round.
 */
export function blob(
	radii: Point,
	look: Look,
	options: {
		squareness?: number;
		columns?: number;
		rows?: number;
		dent?: (p: Point, s: number, t: number) => Point;
	} = {},
): Surface {
	const { squareness = 1, columns = 28, rows = 18, dent } = options;
	return sheet({
		...look,
		columns,
		rows,
		at: (s, t) => {
			const turn = (s - 0.5) * 2 * Math.PI;
			const tilt = (0.5 - t) * Math.PI;
			const ring = power(Math.cos(tilt), squareness);
			const point: Point = [
				radii[0] * ring * power(Math.sin(turn), squareness),
				radii[1] * power(Math.sin(tilt), squareness),
				radii[2] * ring * power(Math.cos(turn), squareness),
			];
			return dent ? dent(point, s, t) : point;
		},
	});
}

/** Extent of a flat object in a direction (0 to 2π, 0 towards the viewer), relative to its radius. */
export type Outline = (turn: number) => number;

export const ROUND: Outline = () => 1;

/** A regular polygon with soft corners. */
export function polygon(corners: number): Outline {
	const sector = (2 * Math.PI) / corners;
	return (turn) => {
		const within = ((((turn + sector / 2) % sector) + sector) % sector) - sector / 2;
		return Math.min(
			Math.cos(sector / 2) / Math.cos(sector / 2 - Math.abs(within)) / Math.cos(sector / 2),
			0.94 / Math.cos(sector / 2),
		);
	};
}

/**
 * A flat, round-edged plate lying on the ground: biscuits, slices, patties. Its paint is a square seen from above.
 * `height` raises the top, as a function of the distance from the middle (0 to 1 at the edge) and the direction.
 */
export function plate(
	radius: number,
	thickness: number,
	look: Look,
	options: { outline?: Outline; columns?: number; height?: (share: number, turn: number) => number } = {},
): Surface {
	const { outline = ROUND, columns = 56, height } = options;
	const flat = 0.66;
	return sheet({
		...look,
		columns,
		rows: 18,
		at: (s, t) => {
			const turn = (s - 0.5) * 2 * Math.PI;
			const share = Math.min(1, t / flat);
			const bend = Math.max(0, (t - flat) / (1 - flat)) * Math.PI;
			const reach = radius * outline(turn) * share + thickness * 0.4 * Math.sin(bend);
			const lift = height ? height(share, turn) * Math.cos(bend / 2) : 0;
			return [reach * Math.sin(turn), thickness * 0.5 * (1 + Math.cos(bend)) + lift, reach * Math.cos(turn)];
		},
		uv: (s, t) => {
			const turn = (s - 0.5) * 2 * Math.PI;
			const reach = 0.4 * Math.min(1, t / flat) * outline(turn);
			return [0.5 + reach * Math.sin(turn), 0.5 + reach * Math.cos(turn)];
		},
	});
}

/** A ring lying flat. */
export function ring(radius: number, thickness: number, look: Look): Surface {
	return sheet({
		...look,
		columns: 56,
		rows: 22,
		at: (s, t) => {
			const turn = (s - 0.5) * 2 * Math.PI;
			const around = (t - 0.25) * 2 * Math.PI;
			const reach = radius + thickness * Math.sin(around);
			return [reach * Math.sin(turn), thickness * Math.cos(around), reach * Math.cos(turn)];
		},
	});
}

/** A tube along a line; u runs along it, v around. The radius may vary along it. */
export function tube(
	line: (s: number) => Point,
	radius: (s: number, around: number) => number,
	look: Look,
	columns = 40,
	rows = 18,
): Surface {
	return sheet({
		...look,
		columns,
		rows,
		at: (s, t) => {
			const here = line(s);
			const ahead = unit(minus(line(Math.min(1, s + 0.01)), line(Math.max(0, s - 0.01))));
			const aside = unit(cross(ahead, Math.abs(ahead[1]) > 0.95 ? [0, 0, 1] : [0, 1, 0]));
			const up = cross(aside, ahead);
			const angle = -t * 2 * Math.PI;
			const r = radius(s, t);
			const [across, above] = [r * Math.sin(angle), r * Math.cos(angle)];
			return [
				here[0] + aside[0] * across + up[0] * above,
				here[1] + aside[1] * across + up[1] * above,
				here[2] + aside[2] * across + up[2] * above,
			];
		},
	});
}

/** A thin curved leaf or petal pointing along x, seen from both sides. */
export function leaf(length: number, width: number, look: Look, curl: number): Surface[] {
	const at = (s: number, t: number): Point => {
		const half = (width / 2) * Math.sin(Math.PI * s ** 0.8) ** 0.9;
		const across = (t - 0.5) * 2;
		return [
			s * length,
			curl * length * Math.sin(s * Math.PI * 0.8) + Math.abs(across) * width * 0.12,
			across * half,
		];
	};
	return bothSides(at, look, 20, 9);
}

/** An open sheet and its reverse side. */
export function bothSides(
	at: (s: number, t: number) => Point,
	look: Look,
	columns: number,
	rows: number,
): Surface[] {
	return [
		sheet({ ...look, columns, rows, at }),
		sheet({ ...look, columns, rows, at: (s, t) => at(1 - s, t), uv: (s, t) => [1 - s, t] }),
	];
}

function power(value: number, exponent: number): number {
	return Math.sign(value) * Math.abs(value) ** exponent;
}
