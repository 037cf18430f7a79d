import type { Material } from "../studio/material.ts";
import type { Paint } from "../studio/paint.ts";
import { emptySurface, type Surface } from "../studio/surface.ts";
import { minus, type Point, unit } from "../studio/vector.ts";

export type BoxSize = { width: number; height: number; depth: number; edgeRadius: number; bulge?: number };

export type Face = "front" | "right" | "left" | "top";

/** One face of a box that stands on the ground around the vertical axis, its edges rounded into its neighbours. */
export function boxFace(size: BoxSize, face: Face, paint: Paint, material: Material): Surface {
	const [across, along] = faceSize(size, face);
	const columns = stops(across, size.edgeRadius);
	const rows = stops(along, size.edgeRadius);
	const surface = emptySurface(columns.length, rows.length, paint, material);
	rows.forEach((t, row) => {
		columns.forEach((s, column) => {
			const index = row * columns.length + column;
			const { point, normal } = rounded(onFace(size, face, s, t), size, face, s, t);
			surface.points.set(point, index * 3);
			surface.normals.set(normal, index * 3);
			surface.uv.set([s, t], index * 2);
		});
	});
	return surface;
}

export function faceSize(size: BoxSize, face: Face): [width: number, height: number] {
	if (face === "front") return [size.width, size.height];
	if (face === "top") return [size.width, size.depth];
	return [size.depth, size.height];
}

/** Grid lines dense along the rounded edges and sparse between, 0 to 1. */
function stops(length: number, radius: number): number[] {
	const edge = [0, 0.25, 0.5, 0.75, 1].map((share) => (share * radius) / length);
	const middle = Array.from(
		{ length: 9 },
		(_, i) => radius / length + ((1 - (2 * radius) / length) * (i + 1)) / 10,
	);
	return [...edge, ...middle, ...edge.map((stop) => 1 - stop).reverse()];
}

function onFace({ width, height, depth }: BoxSize, face: Face, s: number, t: number): Point {
	const y = height * (1 - t);
	if (face === "front") return [(s - 0.5) * width, y, depth / 2];
	if (face === "right") return [width / 2, y, (0.5 - s) * depth];
	if (face === "left") return [-width / 2, y, (s - 0.5) * depth];
	return [(s - 0.5) * width, height, (t - 0.5) * depth];
}

function rounded(
	point: Point,
	size: BoxSize,
	face: Face,
	s: number,
	t: number,
): { point: Point; normal: Point } {
	const radius = size.edgeRadius;
	const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));
	const inner: Point = [
		clamp(point[0], radius - size.width / 2, size.width / 2 - radius),
		clamp(point[1], radius, size.height - radius),
		clamp(point[2], radius - size.depth / 2, size.depth / 2 - radius),
	];
	const flat = unit(minus(point, inner));
	const tilted = size.bulge ? bulged(flat, face, s, t, size.bulge) : flat;
	return {
		point: [inner[0] + flat[0] * radius, inner[1] + flat[1] * radius, inner[2] + flat[2] * radius],
		normal: tilted,
	};
}

/** Cardboard is never quite flat: it bulges slightly towards its edges. */
function bulged([x, y, z]: Point, face: Face, s: number, t: number, bulge: number): Point {
	const lean = bulge * (s - 0.5) * 2;
	const drop = -bulge * (t - 0.5) * 2;
	if (face === "top") return unit([x + lean, y, z - drop]);
	if (face === "front") return unit([x + lean, y + drop, z]);
	return unit([x, y + drop, z + (face === "right" ? -lean : lean)]);
}
