import type { Surface } from "./surface.ts";
import type { Point } from "./vector.ts";

export type Placement = {
	at?: Point;
	/** Rotation in degrees about x, then y, then z, before the translation. */
	turn?: Point;
	scale?: number;
};

/** Transforms a whole object. */
export function placed(surfaces: readonly Surface[], placement: Placement): Surface[] {
	const { at = [0, 0, 0], scale = 1 } = placement;
	const turn = rotation(placement.turn ?? [0, 0, 0]);
	return surfaces.map((surface) => ({
		...surface,
		points: transformed(surface.points, turn, scale, at),
		normals: transformed(surface.normals, turn, 1, [0, 0, 0]),
	}));
}

/** The object lowered or lifted until its lowest point touches the ground. */
export function grounded(surfaces: readonly Surface[]): Surface[] {
	let lowest = Infinity;
	for (const { points } of surfaces)
		for (let i = 1; i < points.length; i += 3) lowest = Math.min(lowest, points[i] as number);
	return placed(surfaces, { at: [0, -lowest, 0] });
}

/** A rotation as three rows of three. */
export type Rotation = readonly [number, number, number, number, number, number, number, number, number];

/** A rotation about x, then y, then z, in degrees. */
export function rotation([aboutX, aboutY, aboutZ]: Point): Rotation {
	const [sx, cx] = sineCosine(aboutX);
	const [sy, cy] = sineCosine(aboutY);
	const [sz, cz] = sineCosine(aboutZ);
	return [
		cy * cz,
		sx * sy * cz - cx * sz,
		cx * sy * cz + sx * sz,
		cy * sz,
		sx * sy * sz + cx * cz,
		cx * sy * sz - sx * cz,
		-sy,
		sx * cy,
		cx * cy,
	];
}

function transformed(values: Float32Array, turn: Rotation, scale: number, at: Point): Float32Array {
	const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = turn;
	const [atX, atY, atZ] = at;
	const result = new Float32Array(values.length);
	for (let i = 0; i < values.length; i += 3) {
		const x = (values[i] as number) * scale;
		const y = (values[i + 1] as number) * scale;
		const z = (values[i + 2] as number) * scale;
		result[i] = xx * x + xy * y + xz * z + atX;
		result[i + 1] = yx * x + yy * y + yz * z + atY;
		result[i + 2] = zx * x + zy * y + zz * z + atZ;
	}
	return result;
}

function sineCosine(degrees: number): readonly [number, number] {
	const angle = (degrees * Math.PI) / 180;
	return [Math.sin(angle), Math.cos(angle)];
}
