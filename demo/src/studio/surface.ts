import type { Material } from "./material.ts";
import type { Paint } from "./paint.ts";
import type { Point } from "./vector.ts";

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
	/** A point's position in the paint; (s, t) by default. */
	uv?: (s: number, t: number) => readonly [number, number];
};

/** Samples a parametric sheet on an even grid; normals come from the differences between neighbours. */
export function sheet(options: SheetOptions): Surface {
	const { columns, rows, at, uv } = options;
	const surface = emptySurface(columns, rows, options.paint, options.material);
	for (let row = 0; row < rows; row++) {
		const t = row / (rows - 1);
		for (let column = 0; column < columns; column++) {
			const s = column / (columns - 1);
			const index = row * columns + column;
			const point = at(s, t);
			surface.points[index * 3] = point[0];
			surface.points[index * 3 + 1] = point[1];
			surface.points[index * 3 + 2] = point[2];
			const place = uv?.(s, t);
			surface.uv[index * 2] = place ? place[0] : s;
			surface.uv[index * 2 + 1] = place ? place[1] : t;
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

/** The cross product of the steps downward and to the right, one vertex at a time and without allocations. */
function smoothNormals({ columns, rows, points, normals }: Surface): void {
	for (let row = 0; row < rows; row++) {
		const above = Math.max(row - 1, 0) * columns;
		const below = Math.min(row + 1, rows - 1) * columns;
		for (let column = 0; column < columns; column++) {
			const left = (row * columns + Math.max(column - 1, 0)) * 3;
			const right = (row * columns + Math.min(column + 1, columns - 1)) * 3;
			const up = (above + column) * 3;
			const down = (below + column) * 3;
			const ax = (points[down] as number) - (points[up] as number);
			const ay = (points[down + 1] as number) - (points[up + 1] as number);
			const az = (points[down + 2] as number) - (points[up + 2] as number);
			const bx = (points[right] as number) - (points[left] as number);
			const by = (points[right + 1] as number) - (points[left + 1] as number);
			const bz = (points[right + 2] as number) - (points[left + 2] as number);
			setUnit(normals, (row * columns + column) * 3, ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
		}
	}
}

function setUnit(values: Float32Array, at: number, x: number, y: number, z: number): void {
	const length = Math.sqrt(x * x + y * y + z * z) || 1;
	values[at] = x / length;
	values[at + 1] = y / length;
	values[at + 2] = z / length;
}
