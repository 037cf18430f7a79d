import type { Material } from "./material.ts";
import { type Point, type Surface, sheet } from "./surface.ts";

const TURN = 2 * Math.PI;

/** The point that goes once around the vertical axis while s goes from 0 to 1, the middle facing the viewer. */
function around(s: number, reach: number, y: number): Point {
	return [reach * Math.sin((s - 0.5) * TURN), y, reach * Math.cos((s - 0.5) * TURN)];
}

/**
 * An ellipsoid, or with `squareness` below 1 a rounded block (superquadric; Barr, 1981). `taper` is the share by which it narrows towards
 * the top; `dent` displaces points, for anything that is not quite round.
 */
export function blob(
	radii: Point,
	material: Material,
	{ squareness = 1, taper = 0, dent = (point: Point): Point => point } = {},
): Surface {
	const columns = Math.min(60, Math.round(7 + 1.3 * Math.max(...radii)));
	const power = (value: number) => Math.sign(value) * Math.abs(value) ** squareness;
	return sheet(material, columns, Math.round(columns * 0.7), (s, t) => {
		const tilt = (0.5 - t) * Math.PI;
		const [x, , z] = around(s, 1, 0);
		const height = power(Math.sin(tilt));
		const ring = power(Math.cos(tilt)) * (1 - Math.max(0, taper * height));
		return dent([radii[0] * ring * power(x), radii[1] * height, radii[2] * ring * power(z)]);
	});
}

/** Extent of a flat object in a direction (-π to π, 0 towards the viewer), relative to its radius. */
export type Outline = (turn: number) => number;

/** A regular polygon with soft corners. */
export function polygon(corners: number): Outline {
	const sector = TURN / corners;
	return (turn) => {
		const within = Math.abs(((turn / sector + corners + 0.5) % 1) - 0.5) * sector;
		return Math.min(Math.cos(sector / 2) / Math.cos(sector / 2 - within), 0.94) / Math.cos(sector / 2);
	};
}

/**
 * A flat, round-edged plate lying on the ground: biscuits, slices, patties. Its paint is a square seen from above. `height` raises the top,
 * as a function of the distance from the middle (0 to 1 at the edge) and the direction.
 */
export function plate(
	radius: number,
	thickness: number,
	material: Material,
	height: (share: number, turn: number) => number = () => 0,
	outline: Outline = () => 1,
): Surface {
	const flat = 0.66;
	const columns = Math.min(90, Math.round(14 + radius * 1.4));
	return sheet(
		material,
		columns,
		18,
		(s, t) => {
			const share = Math.min(1, t / flat);
			const bend = Math.max(0, (t - flat) / (1 - flat)) * Math.PI;
			const lift = height(share, (s - 0.5) * TURN) * Math.cos(bend / 2);
			const reach = radius * outline((s - 0.5) * TURN) * share + thickness * 0.4 * Math.sin(bend);
			return around(s, reach, thickness * 0.5 * (1 + Math.cos(bend)) + lift);
		},
		(s, t) => {
			const [x, , z] = around(s, 0.4 * Math.min(1, t / flat) * outline((s - 0.5) * TURN), 0);
			return [0.5 + x, 0.5 + z];
		},
	);
}

/** A ring lying flat. */
export function ring(radius: number, thickness: number, material: Material): Surface {
	return sheet(material, 40, 16, (s, t) =>
		around(s, radius + thickness * Math.sin((t - 0.25) * TURN), thickness * Math.cos((t - 0.25) * TURN)),
	);
}

/** A flat round lid; its paint is a square around the circle. */
export function disc(radius: number, y: number, material: Material, flatten = 1): Surface {
	return sheet(
		material,
		65,
		12,
		(s, t) => {
			const [x, , z] = around(s, radius * t, y);
			return [x, y, z * flatten];
		},
		(s, t) => {
			const [x, , z] = around(s, t / 2, 0);
			return [0.5 + x, 0.5 + z];
		},
	);
}

/** Radius at a height, listed from the top downward. */
export type Profile = readonly (readonly [radius: number, y: number])[];

type Lathe = {
	/** The paint covers this much of the turn, its middle facing the camera. */
	arcDegrees?: number;
	/** Depth against width: below 1 the cross-section is an ellipse. */
	flatten?: number;
};

/** A body of revolution with straight lines between the points of its profile. */
export function lathe(
	profile: Profile,
	material: Material,
	{ arcDegrees = 360, flatten = 1 }: Lathe = {},
): Surface {
	const along = walk(profile);
	return sheet(material, Math.round(arcDegrees / 4), profile.length > 2 ? 56 : 10, (s, t) => {
		const [radius, height] = along(t);
		const [x, y, z] = around(0.5 + ((s - 0.5) * arcDegrees) / 360, radius, height);
		return [x, y, z * flatten];
	});
}

/** Steps along a line of points evenly by length. */
function walk(profile: Profile): (t: number) => Profile[number] {
	const pieces = profile.slice(1).map((to, i) => {
		const from = profile[i] as Profile[number];
		return { from, to, length: Math.hypot(to[0] - from[0], to[1] - from[1]) };
	});
	const total = profileLength(profile);
	return (t) => {
		let rest = t * total;
		for (const { from, to, length } of pieces) {
			const share = rest / length;
			if (share <= 1) return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
			rest -= length;
		}
		return profile.at(-1) as Profile[number];
	};
}

export function profileLength(profile: Profile): number {
	return profile.slice(1).reduce((sum, [radius, y], i) => {
		const [radiusBefore, yBefore] = profile[i] as Profile[number];
		return sum + Math.hypot(radius - radiusBefore, y - yBefore);
	}, 0);
}

/** Chaikin's corner cutting, four times; the ends stay. */
export function smoothed(profile: Profile, passes = 4): Profile {
	if (passes === 0) return profile;
	const cut = profile.slice(1).flatMap(([radius, y], i) => {
		const [radiusBefore, yBefore] = profile[i] as Profile[number];
		return [0.25, 0.75].map(
			(share) => [radiusBefore + (radius - radiusBefore) * share, yBefore + (y - yBefore) * share] as const,
		);
	});
	return smoothed([profile[0] as Profile[number], ...cut, profile.at(-1) as Profile[number]], passes - 1);
}

/** A tube along a line; u runs along it, v around. */
export function tube(
	line: (s: number) => Point,
	radius: number | ((s: number, around: number) => number),
	material: Material,
	columns = 24,
): Surface {
	return sheet(material, columns, 18, (s, t) => {
		const here = line(s);
		const ahead = unit(minus(line(Math.min(1, s + 0.01)), line(Math.max(0, s - 0.01))));
		const aside = unit(cross(ahead, Math.abs(ahead[1]) > 0.95 ? [0, 0, 1] : [0, 1, 0]));
		const up = cross(aside, ahead);
		const r = typeof radius === "number" ? radius : radius(s, t);
		const [across, above] = [-r * Math.sin(t * TURN), r * Math.cos(t * TURN)];
		const part = (axis: 0 | 1 | 2) => here[axis] + aside[axis] * across + up[axis] * above;
		return [part(0), part(1), part(2)];
	});
}

/** A thin curved leaf or petal pointing along x, seen from both sides. */
export function leaf(length: number, width: number, material: Material, curl: number): Surface[] {
	return bothSides(material, 20, 9, (s, t) => {
		const across = (t - 0.5) * 2;
		const half = (width / 2) * Math.sin(Math.PI * s ** 0.8) ** 0.9;
		const y = curl * length * Math.sin(s * Math.PI * 0.8) + Math.abs(across) * width * 0.12;
		return [s * length, y, across * half];
	});
}

/** An open sheet and its reverse side. */
export function bothSides(
	material: Material,
	columns: number,
	rows: number,
	at: (s: number, t: number) => Point,
): Surface[] {
	return [sheet(material, columns, rows, at), sheet(material, columns, rows, (s, t) => at(1 - s, t))];
}

/** A flat sheet between four corners. */
export function quad(corners: readonly [Point, Point, Point, Point], material: Material): Surface {
	const [topLeft, topRight, lowLeft, lowRight] = corners;
	return sheet(material, 10, 10, (s, t) => {
		const part = (axis: 0 | 1 | 2) =>
			(topLeft[axis] * (1 - s) + topRight[axis] * s) * (1 - t) +
			(lowLeft[axis] * (1 - s) + lowRight[axis] * s) * t;
		return [part(0), part(1), part(2)];
	});
}

/** Faces of a box that stands on the ground around the vertical axis: its rounded edges meet, its flats bulge slightly as cardboard does. */
export function box(
	[width, height, depth]: Point,
	radius: number,
	faces: Partial<Record<"front" | "right" | "left" | "top", Material>>,
): Surface[] {
	const onFace = {
		front: (s: number, t: number): Point => [(s - 0.5) * width, height * (1 - t), depth / 2],
		right: (s: number, t: number): Point => [width / 2, height * (1 - t), (0.5 - s) * depth],
		left: (s: number, t: number): Point => [-width / 2, height * (1 - t), (s - 0.5) * depth],
		top: (s: number, t: number): Point => [(s - 0.5) * width, height, (t - 0.5) * depth],
	};
	const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));
	/** Grid lines are dense at the edges. */
	const eased = (share: number) => share - (Math.sin(share * TURN) / TURN) * 0.97;
	return (Object.keys(faces) as (keyof typeof faces)[]).map((face) =>
		sheet(
			faces[face] as Material,
			26,
			26,
			(column, row) => {
				const [s, t] = [eased(column), eased(row)];
				const point = onFace[face](s, t);
				const inner: Point = [
					clamp(point[0], radius - width / 2, width / 2 - radius),
					clamp(point[1], radius, height - radius),
					clamp(point[2], radius - depth / 2, depth / 2 - radius),
				];
				const out = unit(minus(point, inner));
				const reach = radius + 1.8 * Math.sin(Math.PI * s) * Math.sin(Math.PI * t);
				return [inner[0] + out[0] * reach, inner[1] + out[1] * reach, inner[2] + out[2] * reach];
			},
			(column, row) => [eased(column), eased(row)],
		),
	);
}

function minus(a: Point, b: Point): Point {
	return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(a: Point, b: Point): Point {
	return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(a: Point): Point {
	const length = Math.hypot(a[0], a[1], a[2]) || 1;
	return [a[0] / length, a[1] / length, a[2] / length];
}
