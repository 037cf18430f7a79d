import type { Material } from "./material.ts";
import type { Paint } from "./paint.ts";

/** x to the right, y up, z towards the viewer; the ground is y = 0. One unit is about a millimetre. */
export type Point = readonly [x: number, y: number, z: number];

/** A curved sheet as a grid of points, first row at the top, first column at the left, seen from outside. */
export type Surface = {
	columns: number;
	rows: number;
	points: Float32Array;
	normals: Float32Array;
	/** Place in the paint, 0 to 1, u to the right, v downward. */
	uv: Float32Array;
	paint: Paint;
	material: Material;
};

export type SheetOptions = {
	columns: number;
	rows: number;
	/** s runs left to right and t top to bottom, both 0 to 1. */
	at: (s: number, t: number) => Point;
	paint: Paint;
	material: Material;
	/** Where in the paint a point lies; (s, t) itself unless told. */
	uv?: (s: number, t: number) => readonly [number, number];
};

/** Samples a parametric sheet on an even grid; normals come from the differences between neighbours. */
export function sheet(options: SheetOptions): Surface {
	const { columns, rows, at, uv } = options;
	const surface = emptySurface(columns, rows, options.paint, options.material);
	for (let row = 0; row < rows; row++) {
		for (let column = 0; column < columns; column++) {
			const s = column / (columns - 1);
			const t = row / (rows - 1);
			const index = row * columns + column;
			surface.points.set(at(s, t), index * 3);
			surface.uv.set(uv ? uv(s, t) : [s, t], index * 2);
		}
	}
	smoothNormals(surface);
	return surface;
}

export function emptySurface(columns: number, rows: number, paint: Paint, material: Material): Surface {
	const count = columns * rows;
	return {
		columns,
		rows,
		points: new Float32Array(count * 3),
		normals: new Float32Array(count * 3),
		uv: new Float32Array(count * 2),
		paint,
		material,
	};
}

/** The same surface with every point (and direction) taken elsewhere by a rigid move. */
export function moved(surface: Surface, move: (p: Point) => Point): Surface {
	const points = new Float32Array(surface.points.length);
	const normals = new Float32Array(surface.normals.length);
	const origin = move([0, 0, 0]);
	for (let i = 0; i < points.length; i += 3) {
		points.set(move(triple(surface.points, i)), i);
		const [x, y, z] = move(triple(surface.normals, i));
		normals.set([x - origin[0], y - origin[1], z - origin[2]], i);
	}
	return { ...surface, points, normals };
}

export function triple(values: Float32Array, at: number): Point {
	return [values[at] as number, values[at + 1] as number, values[at + 2] as number];
}

function smoothNormals(surface: Surface): void {
	const { columns, rows, points, normals } = surface;
	const pointAt = (column: number, row: number): Point => triple(points, (row * columns + column) * 3);
	for (let row = 0; row < rows; row++) {
		for (let column = 0; column < columns; column++) {
			const across = minus(
				pointAt(Math.min(column + 1, columns - 1), row),
				pointAt(Math.max(column - 1, 0), row),
			);
			const down = minus(pointAt(column, Math.min(row + 1, rows - 1)), pointAt(column, Math.max(row - 1, 0)));
			normals.set(unit(cross(down, across)), (row * columns + column) * 3);
		}
	}
}

export function minus(a: Point, b: Point): Point {
	return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function cross(a: Point, b: Point): Point {
	return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function unit(a: Point): Point {
	const length = Math.hypot(a[0], a[1], a[2]) || 1;
	return [a[0] / length, a[1] / length, a[2] / length];
}
