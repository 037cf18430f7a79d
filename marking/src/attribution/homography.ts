/**
 * A plane-to-plane projective mapping as a 3×3 matrix, row by row, normalised so that the last entry is 1 if possible. Coordinates are continuous:
 * the picture spans 0…width, and pixel `i` has its centre at `i + ½`.
 */
export type Homography = readonly [
	number, number, number,
	number, number, number,
	number, number, number,
]; // biome-ignore format: a matrix

export interface Point {
	readonly x: number;
	readonly y: number;
}

export const identity: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Scales by `sx` and `sy` about the origin. */
export function scaling(sx: number, sy: number): Homography {
	return [sx, 0, 0, 0, sy, 0, 0, 0, 1];
}

/** The mapping that applies `first`, then `second`. */
export function compose(second: Homography, first: Homography): Homography {
	const [a, b, c, d, e, f, g, h, i] = second;
	const [j, k, l, m, n, o, p, q, r] = first;
	return normalised([
		a * j + b * m + c * p,
		a * k + b * n + c * q,
		a * l + b * o + c * r,
		d * j + e * m + f * p,
		d * k + e * n + f * q,
		d * l + e * o + f * r,
		g * j + h * m + i * p,
		g * k + h * n + i * q,
		g * l + h * o + i * r,
	]);
}

export function inverse([a, b, c, d, e, f, g, h, i]: Homography): Homography {
	const A = e * i - f * h;
	const B = f * g - d * i;
	const C = d * h - e * g;
	const determinant = a * A + b * B + c * C;
	return normalised([
		A / determinant,
		(c * h - b * i) / determinant,
		(b * f - c * e) / determinant,
		B / determinant,
		(a * i - c * g) / determinant,
		(c * d - a * f) / determinant,
		C / determinant,
		(b * g - a * h) / determinant,
		(a * e - b * d) / determinant,
	]);
}

export function project([a, b, c, d, e, f, g, h, i]: Homography, { x, y }: Point): Point {
	const w = g * x + h * y + i;
	return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}

/** The local scale of the mapping at a point along x, along y, and in area (negative if it mirrors). */
export function stretchAt([a, b, c, d, e, f, g, h, i]: Homography, { x, y }: Point) {
	const w = g * x + h * y + i;
	const u = (a * x + b * y + c) / w;
	const v = (d * x + e * y + f) / w;
	const [ux, uy, vx, vy] = [(a - g * u) / w, (b - h * u) / w, (d - g * v) / w, (e - h * v) / w];
	return { alongX: Math.hypot(ux, vx), alongY: Math.hypot(uy, vy), area: ux * vy - uy * vx };
}

function normalised(m: Homography): Homography {
	const w = m[8];
	if (Math.abs(w) < 1e-12) return m;
	return [m[0] / w, m[1] / w, m[2] / w, m[3] / w, m[4] / w, m[5] / w, m[6] / w, m[7] / w, 1];
}
