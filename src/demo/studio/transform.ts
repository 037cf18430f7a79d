import { moved, type Point, type Surface } from "./surface.ts";

export type Placement = {
	at?: Point;
	/** Turns in degrees about x, then y, then z, before the object is put in its place. */
	turn?: Point;
	scale?: number;
};

/** Takes a whole object elsewhere. */
export function placed(surfaces: readonly Surface[], placement: Placement): Surface[] {
	const { at = [0, 0, 0], scale = 1 } = placement;
	const turn = turning(placement.turn ?? [0, 0, 0]);
	return surfaces.map((surface) =>
		moved(surface, (p) => {
			const [x, y, z] = turn(p);
			return [at[0] + x * scale, at[1] + y * scale, at[2] + z * scale];
		}),
	);
}

export function turning([aboutX, aboutY, aboutZ]: Point): (p: Point) => Point {
	const [sx, cx] = sineCosine(aboutX);
	const [sy, cy] = sineCosine(aboutY);
	const [sz, cz] = sineCosine(aboutZ);
	return ([x, y, z]) => {
		const y1 = y * cx - z * sx;
		const z1 = y * sx + z * cx;
		const x2 = x * cy + z1 * sy;
		const z2 = z1 * cy - x * sy;
		return [x2 * cz - y1 * sz, x2 * sz + y1 * cz, z2];
	};
}

function sineCosine(degrees: number): readonly [number, number] {
	const angle = (degrees * Math.PI) / 180;
	return [Math.sin(angle), Math.cos(angle)];
}
