import type { Material } from "./material.ts";
import { type PointGrid, smoothNormals } from "./normals.ts";
import type { Paint } from "./paint.ts";
import type { Point } from "./vector.ts";

/** A curved sheet as a grid of points, first row at the top, first column at the left, seen from outside. */
export type Surface = PointGrid & {
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
