import { type Framing, project } from "./camera.ts";
import type { Surface } from "./surface.ts";

/** What the camera sees at every pixel; `id` is 0 where it sees nothing, else the surface's number plus one. */
export type View = {
	sizePx: number;
	id: Uint8Array;
	depth: Float32Array;
	u: Float32Array;
	v: Float32Array;
	nx: Float32Array;
	ny: Float32Array;
	/** Nothing is visible outside it. */
	area: Area;
};

/** Pixels from left to right and from top to bottom, both ends included. */
export type Area = { left: number; top: number; right: number; bottom: number };

/** A projected surface: seven numbers per vertex (x, y, depth, u, v and the normal's x and y). */
export type SeenSurface = { columns: number; rows: number; vertices: Float32Array };

const STRIDE = 7;

export function seen(surface: Surface, framing: Framing): SeenSurface {
	const { points, normals, uv } = surface;
	const { turn } = framing;
	const count = surface.columns * surface.rows;
	const vertices = new Float32Array(count * STRIDE);
	for (let i = 0; i < count; i++) {
		const at = i * STRIDE;
		project(
			framing,
			points[i * 3] as number,
			points[i * 3 + 1] as number,
			points[i * 3 + 2] as number,
			vertices,
			at,
		);
		vertices[at + 3] = uv[i * 2] as number;
		vertices[at + 4] = uv[i * 2 + 1] as number;
		const nx = normals[i * 3] as number;
		const ny = normals[i * 3 + 1] as number;
		const nz = normals[i * 3 + 2] as number;
		vertices[at + 5] = turn[0] * nx + turn[1] * ny + turn[2] * nz;
		vertices[at + 6] = turn[3] * nx + turn[4] * ny + turn[5] * nz;
	}
	return { columns: surface.columns, rows: surface.rows, vertices };
}

/** The part of the picture that the surfaces can touch, with a margin of two pixels. */
export function areaOf(surfaces: readonly SeenSurface[], sizePx: number): Area {
	let left = sizePx;
	let top = sizePx;
	let right = 0;
	let bottom = 0;
	for (const { vertices } of surfaces) {
		for (let i = 0; i < vertices.length; i += STRIDE) {
			const x = vertices[i] as number;
			const y = vertices[i + 1] as number;
			if (x < left) left = x;
			if (x > right) right = x;
			if (y < top) top = y;
			if (y > bottom) bottom = y;
		}
	}
	return {
		left: Math.max(1, Math.floor(left) - 2),
		top: Math.max(1, Math.floor(top) - 2),
		right: Math.min(sizePx - 2, Math.ceil(right) + 2),
		bottom: Math.min(sizePx - 2, Math.ceil(bottom) + 2),
	};
}

export function emptyView(sizePx: number): View {
	const count = sizePx * sizePx;
	const values = () => new Float32Array(count);
	return {
		sizePx,
		id: new Uint8Array(count),
		depth: values(),
		u: values(),
		v: values(),
		nx: values(),
		ny: values(),
		area: { left: 1, top: 1, right: sizePx - 2, bottom: sizePx - 2 },
	};
}

/** Calls back for every triangle that faces the camera, with the offsets of its three vertices. */
export function eachTriangle(surface: SeenSurface, visit: (a: number, b: number, c: number) => void): void {
	const { columns, rows, vertices } = surface;
	for (let row = 0; row + 1 < rows; row++) {
		for (let column = 0; column + 1 < columns; column++) {
			const a = (row * columns + column) * STRIDE;
			const b = a + STRIDE;
			const c = a + columns * STRIDE;
			const d = c + STRIDE;
			if (facesCamera(vertices, a, b, c)) visit(a, b, c);
			if (facesCamera(vertices, b, d, c)) visit(b, d, c);
		}
	}
}

function facesCamera(values: Float32Array, a: number, b: number, c: number): boolean {
	return doubledArea(values, a, b, c) > 1e-6;
}

function doubledArea(values: Float32Array, a: number, b: number, c: number): number {
	const ax = values[a] as number;
	const ay = values[a + 1] as number;
	return (
		((values[b] as number) - ax) * ((values[c + 1] as number) - ay) -
		((values[c] as number) - ax) * ((values[b + 1] as number) - ay)
	);
}

/** Draws one surface into the view with a depth test. `opaqueAt` leaves holes where die-cut paint is transparent. */
export function draw(
	view: View,
	surface: SeenSurface,
	id: number,
	opaqueAt?: (u: number, v: number) => boolean,
): void {
	const plane = new Float64Array(15);
	eachTriangle(surface, (a, b, c) => {
		planes(plane, surface.vertices, a, b, c);
		fill(view, surface.vertices, a, b, c, plane, id, opaqueAt);
	});
}

/** For depth, u, v, nx, ny: value at the picture's origin, and change a pixel to the right and downward. */
function planes(plane: Float64Array, values: Float32Array, a: number, b: number, c: number): void {
	const ax = values[a] as number;
	const ay = values[a + 1] as number;
	const bx = (values[b] as number) - ax;
	const by = (values[b + 1] as number) - ay;
	const cx = (values[c] as number) - ax;
	const cy = (values[c + 1] as number) - ay;
	const scale = 1 / (bx * cy - cx * by);
	for (let k = 0; k < 5; k++) {
		const base = values[a + 2 + k] as number;
		const toB = (values[b + 2 + k] as number) - base;
		const toC = (values[c + 2 + k] as number) - base;
		const perX = (toB * cy - toC * by) * scale;
		const perY = (toC * bx - toB * cx) * scale;
		plane[k * 3] = base - perX * ax - perY * ay;
		plane[k * 3 + 1] = perX;
		plane[k * 3 + 2] = perY;
	}
}

function fill(
	view: View,
	values: Float32Array,
	a: number,
	b: number,
	c: number,
	p: Float64Array,
	id: number,
	opaqueAt: ((u: number, v: number) => boolean) | undefined,
): void {
	const size = view.sizePx;
	const ay = values[a + 1] as number;
	const by = values[b + 1] as number;
	const cy = values[c + 1] as number;
	const lastRow = Math.min(size - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
	for (let row = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5)); row <= lastRow; row++) {
		span(values, a, b, c, row + 0.5);
		const first = Math.max(0, Math.ceil(spanStart - 0.5));
		const last = Math.min(size - 1, Math.floor(spanEnd - 0.5));
		if (first <= last) fillRow(view, row, first, last, p, id, opaqueAt);
	}
}

function fillRow(
	view: View,
	row: number,
	first: number,
	last: number,
	p: Float64Array,
	id: number,
	opaqueAt: ((u: number, v: number) => boolean) | undefined,
): void {
	const { sizePx, id: ids, depth, u: us, v: vs, nx: nxs, ny: nys } = view;
	const x = first + 0.5;
	const y = row + 0.5;
	const perPx = p[1] as number;
	const uPerPx = p[4] as number;
	const vPerPx = p[7] as number;
	const nxPerPx = p[10] as number;
	const nyPerPx = p[13] as number;
	let z = (p[0] as number) + perPx * x + (p[2] as number) * y;
	let u = (p[3] as number) + uPerPx * x + (p[5] as number) * y;
	let v = (p[6] as number) + vPerPx * x + (p[8] as number) * y;
	let nx = (p[9] as number) + nxPerPx * x + (p[11] as number) * y;
	let ny = (p[12] as number) + nyPerPx * x + (p[14] as number) * y;
	const end = row * sizePx + last;
	for (let i = row * sizePx + first; i <= end; i++) {
		if ((ids[i] === 0 || z > (depth[i] as number)) && (!opaqueAt || opaqueAt(u, v))) {
			ids[i] = id;
			depth[i] = z;
			us[i] = u;
			vs[i] = v;
			nxs[i] = nx;
			nys[i] = ny;
		}
		z += perPx;
		u += uPerPx;
		v += vPerPx;
		nx += nxPerPx;
		ny += nyPerPx;
	}
}

/** Ends of the last span computed by `span`: variables of the module, because a pair per row would be garbage. */
export let spanStart = 0;
export let spanEnd = 0;

/** Where a horizontal line intersects a triangle. */
export function span(values: Float32Array, a: number, b: number, c: number, y: number): void {
	spanStart = Infinity;
	spanEnd = -Infinity;
	cut(values, a, b, y);
	cut(values, b, c, y);
	cut(values, c, a, y);
	// Slightly wider, so that rounding leaves no gap between two triangles.
	spanStart -= 1e-3;
	spanEnd += 1e-3;
}

function cut(values: Float32Array, from: number, to: number, y: number): void {
	const fromY = values[from + 1] as number;
	const toY = values[to + 1] as number;
	if ((fromY < y && toY < y) || (fromY > y && toY > y) || fromY === toY) return;
	const fromX = values[from] as number;
	const x = fromX + (((values[to] as number) - fromX) * (y - fromY)) / (toY - fromY);
	if (x < spanStart) spanStart = x;
	if (x > spanEnd) spanEnd = x;
}
