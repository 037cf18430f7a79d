import { eachSpan, eachTriangle, type View } from "./raster.ts";
import type { Surface } from "./surface.ts";

/** Samples that a pixel's side is split into. */
const FINENESS = 3;

const TILE_PX = 8;

const kept = new Map<number, Uint8Array>();

/**
 * Share of every pixel that the object covers, 0 to 255. Pixels along the silhouette that the view missed copy a neighbour's surface, so
 * that they can be coloured.
 */
export function coverage(view: View, surfaces: readonly Surface[]): Uint8Array {
	const { sizePx, id } = view;
	const side = sizePx * FINENESS;
	const samples = kept.get(side) ?? new Uint8Array(side * side);
	kept.set(side, samples.fill(0));
	const mark = (row: number, first: number, last: number) => {
		for (let i = row * side + first; i <= row * side + last; i++) samples[i] = 1;
	};
	const rim = rimOf(view);
	const touchesRim = rimTiles(rim, sizePx);
	for (const surface of surfaces)
		eachTriangle(surface, (a, b, c) => {
			if (touchesRim(surface.vertices, a, b, c)) eachSpan(surface.vertices, a, b, c, sizePx, FINENESS, mark);
		});
	const alpha = new Uint8Array(id.length);
	for (let i = 0; i < alpha.length; i++) if (id[i] !== 0) alpha[i] = 255;
	for (const i of rim) alpha[i] = coveredShare(samples, sizePx, i);
	const bare = rim.filter((i) => id[i] === 0);
	const lenders = bare.map(
		(i) => [i - 1, i + 1, i - sizePx, i + sizePx].find((pixel) => id[pixel] !== 0) ?? i,
	);
	bare.forEach((pixel, k) => {
		for (const values of [id, view.depth, view.u, view.v, view.nx, view.ny])
			values[pixel] = values[lenders[k] as number] as number;
	});
	return alpha;
}

/** Pixels with a neighbour on the other side of the silhouette. */
function rimOf({ sizePx, id }: View): number[] {
	const rim: number[] = [];
	for (let i = sizePx; i < id.length - sizePx; i++) {
		const own = id[i] !== 0;
		if (
			own !== (id[i - 1] !== 0) ||
			own !== (id[i + 1] !== 0) ||
			own !== (id[i - sizePx] !== 0) ||
			own !== (id[i + sizePx] !== 0)
		)
			rim.push(i);
	}
	return rim;
}

/** Whether a triangle may touch the rim: other triangles need not be sampled. */
function rimTiles(rim: readonly number[], sizePx: number) {
	const across = Math.ceil(sizePx / TILE_PX);
	const tiles = new Uint8Array(across * across);
	for (const i of rim) tiles[tileOf(Math.floor(i / sizePx)) * across + tileOf(i % sizePx)] = 1;
	return (values: Float32Array, a: number, b: number, c: number) => {
		const [ax, bx, cx] = [values[a], values[b], values[c]] as Three;
		const [ay, by, cy] = [values[a + 1], values[b + 1], values[c + 1]] as Three;
		const right = tileOf(Math.max(ax, bx, cx) + 1);
		const bottom = tileOf(Math.max(ay, by, cy) + 1);
		for (let row = tileOf(Math.min(ay, by, cy) - 1); row <= bottom; row++)
			for (let column = tileOf(Math.min(ax, bx, cx) - 1); column <= right; column++)
				if (tiles[row * across + column]) return true;
		return false;
	};
}

type Three = [number, number, number];

function tileOf(px: number): number {
	return Math.floor(px / TILE_PX);
}

function coveredShare(samples: Uint8Array, sizePx: number, pixel: number): number {
	const side = sizePx * FINENESS;
	const start = Math.floor(pixel / sizePx) * FINENESS * side + (pixel % sizePx) * FINENESS;
	let covered = 0;
	for (let k = 0; k < FINENESS * FINENESS; k++)
		covered += samples[start + Math.floor(k / FINENESS) * side + (k % FINENESS)] as number;
	return Math.round((covered * 255) / FINENESS ** 2);
}
