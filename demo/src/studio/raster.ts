import { STRIDE, type Surface } from "./surface.ts";

/** What the camera sees at every pixel; `id` is 0 where it sees nothing, else the surface's number plus one. */
export type View = {
	sizePx: number;
	id: Uint8Array;
	depth: Float32Array;
	u: Float32Array;
	v: Float32Array;
	nx: Float32Array;
	ny: Float32Array;
};

const views = new Map<number, View>();

/** Draws projected surfaces with a depth test. One view of each size is kept: nothing awaits until its pixels are finished. */
export function viewOf(surfaces: readonly Surface[], sizePx: number): View {
	const view = views.get(sizePx) ?? emptyView(sizePx);
	views.set(sizePx, view);
	view.id.fill(0);
	const plane = new Float64Array(15);
	surfaces.forEach((surface, i) => {
		const span: Span = (row, first, last) => fill(view, row, first, last, plane, i + 1);
		eachTriangle(surface, (a, b, c) => {
			setPlanes(plane, surface.vertices, a, b, c);
			eachSpan(surface.vertices, a, b, c, sizePx, 1, span);
		});
	});
	return view;
}

function emptyView(sizePx: number): View {
	const values = () => new Float32Array(sizePx * sizePx);
	return {
		sizePx,
		id: new Uint8Array(sizePx * sizePx),
		depth: values(),
		u: values(),
		v: values(),
		nx: values(),
		ny: values(),
	};
}

/** Calls back for every triangle that faces the camera, with the offsets of its three vertices. */
export function eachTriangle(surface: Surface, visit: (a: number, b: number, c: number) => void): void {
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
	const ax = values[a] as number;
	const ay = values[a + 1] as number;
	const doubledArea =
		((values[b] as number) - ax) * ((values[c + 1] as number) - ay) -
		((values[c] as number) - ax) * ((values[b + 1] as number) - ay);
	return doubledArea > 1e-6;
}

/** For depth, u, v, nx, ny: value at the picture's origin, and change a pixel to the right and downward. */
function setPlanes(plane: Float64Array, values: Float32Array, a: number, b: number, c: number): void {
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

type Span = (row: number, first: number, last: number) => void;

/** Calls back for each row of samples that a triangle covers, `fineness` samples to a pixel's side. */
export function eachSpan(
	values: Float32Array,
	a: number,
	b: number,
	c: number,
	sizePx: number,
	fineness: number,
	visit: Span,
): void {
	const end = sizePx * fineness - 1;
	const ay = values[a + 1] as number;
	const by = values[b + 1] as number;
	const cy = values[c + 1] as number;
	const lastRow = Math.min(end, Math.floor(Math.max(ay, by, cy) * fineness - 0.5));
	for (let row = Math.max(0, Math.ceil(Math.min(ay, by, cy) * fineness - 0.5)); row <= lastRow; row++) {
		start = Infinity;
		stop = -Infinity;
		const y = (row + 0.5) / fineness;
		cut(values, a, b, y);
		cut(values, b, c, y);
		cut(values, c, a, y);
		// Slightly wider, so that rounding leaves no gap between two triangles.
		const first = Math.max(0, Math.ceil((start - 1e-3) * fineness - 0.5));
		const last = Math.min(end, Math.floor((stop + 1e-3) * fineness - 0.5));
		if (first <= last) visit(row, first, last);
	}
}

/** Ends of the span being cut: variables of the module, because a pair per row would be garbage. */
let start = 0;
let stop = 0;

function cut(values: Float32Array, from: number, to: number, y: number): void {
	const fromY = values[from + 1] as number;
	const toY = values[to + 1] as number;
	if ((fromY < y && toY < y) || (fromY > y && toY > y) || fromY === toY) return;
	const fromX = values[from] as number;
	const x = fromX + (((values[to] as number) - fromX) * (y - fromY)) / (toY - fromY);
	if (x < start) start = x;
	if (x > stop) stop = x;
}

function fill(view: View, row: number, first: number, last: number, p: Float64Array, surface: number): void {
	const { sizePx, id, depth, u: us, v: vs, nx: nxs, ny: nys } = view;
	const x = first + 0.5;
	const y = row + 0.5;
	const [perPx, uPerPx, vPerPx, nxPerPx, nyPerPx] = [p[1], p[4], p[7], p[10], p[13]] as Five;
	let z = (p[0] as number) + perPx * x + (p[2] as number) * y;
	let u = (p[3] as number) + uPerPx * x + (p[5] as number) * y;
	let v = (p[6] as number) + vPerPx * x + (p[8] as number) * y;
	let nx = (p[9] as number) + nxPerPx * x + (p[11] as number) * y;
	let ny = (p[12] as number) + nyPerPx * x + (p[14] as number) * y;
	for (let i = row * sizePx + first; i <= row * sizePx + last; i++) {
		if (id[i] === 0 || z > (depth[i] as number)) {
			id[i] = surface;
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

type Five = [number, number, number, number, number];
