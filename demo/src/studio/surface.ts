import type { Material } from "./material.ts";

/** x to the right, y up, z towards the viewer; the ground is y = 0. One unit is about a millimetre. */
export type Point = readonly [x: number, y: number, z: number];

/** A curved sheet as a grid of vertices, first row at the top, first column at the left, seen from outside. */
export type Surface = {
	columns: number;
	rows: number;
	/** `STRIDE` numbers each: x, y, z; u to the right and v downward in the paint, 0 to 1; the normal's x, y, z. */
	vertices: Float32Array;
	material: Material;
};

export const STRIDE = 8;
const NORMAL = 5;

/** An object of one or many surfaces. */
export type Solid = Surface | readonly Solid[];

export function surfacesOf(solid: Solid): Surface[] {
	return "material" in solid ? [solid] : solid.flatMap(surfacesOf);
}

/** A place in the sheet: s runs left to right and t top to bottom, both 0 to 1. */
type Sheet<T> = (s: number, t: number) => T;

/** Samples a parametric sheet on an even grid. `uv` is a point's position in the paint, (s, t) by default. */
export function sheet(
	material: Material,
	columns: number,
	rows: number,
	at: Sheet<Point>,
	uv: Sheet<readonly [number, number]> = (s, t) => [s, t],
): Surface {
	const vertices = new Float32Array(columns * rows * STRIDE);
	for (let i = 0; i < columns * rows; i++) {
		const s = (i % columns) / (columns - 1);
		const t = Math.floor(i / columns) / (rows - 1);
		const [x, y, z] = at(s, t);
		const [u, v] = uv(s, t);
		vertices[i * STRIDE] = x;
		vertices[i * STRIDE + 1] = y;
		vertices[i * STRIDE + 2] = z;
		vertices[i * STRIDE + 3] = u;
		vertices[i * STRIDE + 4] = v;
	}
	setNormals(vertices, columns);
	return { columns, rows, vertices, material };
}

/** Normals are the cross product of the steps downward and to the right, without allocations. */
function setNormals(vertices: Float32Array, columns: number): void {
	const line = columns * STRIDE;
	for (let i = 0; i < vertices.length; i += STRIDE) {
		const up = i < line ? i : i - line;
		const down = i + line < vertices.length ? i + line : i;
		const left = i % line === 0 ? i : i - STRIDE;
		const right = (i + STRIDE) % line === 0 ? i : i + STRIDE;
		const ax = (vertices[down] as number) - (vertices[up] as number);
		const ay = (vertices[down + 1] as number) - (vertices[up + 1] as number);
		const az = (vertices[down + 2] as number) - (vertices[up + 2] as number);
		const bx = (vertices[right] as number) - (vertices[left] as number);
		const by = (vertices[right + 1] as number) - (vertices[left + 1] as number);
		const bz = (vertices[right + 2] as number) - (vertices[left + 2] as number);
		const [x, y, z] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
		const length = Math.sqrt(x * x + y * y + z * z) || 1;
		vertices[i + NORMAL] = x / length;
		vertices[i + NORMAL + 1] = y / length;
		vertices[i + NORMAL + 2] = z / length;
	}
}

const ORIGIN: Point = [0, 0, 0];

/** Where a copy of an object stands: its translation; before it, a rotation in degrees about x, then y, then z; its scale. */
export type Placement = readonly [at: Point, turn?: Point, scale?: number];

export function placed(solid: Solid, ...[at, turn = ORIGIN, scale = 1]: Placement): Surface[] {
	const rotate = rotation(turn);
	const [atX, atY, atZ] = at;
	return surfacesOf(solid).map((surface) => {
		const vertices = surface.vertices.slice();
		for (let i = 0; i < vertices.length; i += STRIDE) {
			rotate(vertices, i, scale);
			vertices[i] = (vertices[i] as number) + atX;
			vertices[i + 1] = (vertices[i + 1] as number) + atY;
			vertices[i + 2] = (vertices[i + 2] as number) + atZ;
			rotate(vertices, i + NORMAL, 1);
		}
		return { ...surface, vertices };
	});
}

function rotation([aboutX, aboutY, aboutZ]: Point) {
	const [sx, cx, sy, cy, sz, cz] = [aboutX, aboutY, aboutZ].flatMap((degrees) => {
		const angle = (degrees * Math.PI) / 180;
		return [Math.sin(angle), Math.cos(angle)];
	}) as [number, number, number, number, number, number];
	return (values: Float32Array, i: number, scale: number) => {
		const x = (values[i] as number) * scale;
		const y = (values[i + 1] as number) * scale;
		const z = (values[i + 2] as number) * scale;
		const level = cx * y - sx * z;
		const deep = sx * y + cx * z;
		const aside = cy * x + sy * deep;
		values[i] = cz * aside - sz * level;
		values[i + 1] = sz * aside + cz * level;
		values[i + 2] = cy * deep - sy * x;
	};
}

/** The smallest and largest x and y of the vertices. */
export function extent(solid: Solid): [left: number, right: number, low: number, high: number] {
	let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
	for (const { vertices } of surfacesOf(solid)) {
		for (let i = 0; i < vertices.length; i += STRIDE) {
			const x = vertices[i] as number;
			const y = vertices[i + 1] as number;
			left = Math.min(left, x);
			right = Math.max(right, x);
			low = Math.min(low, y);
			high = Math.max(high, y);
		}
	}
	return [left, right, low, high];
}
