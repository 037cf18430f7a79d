import { eachTriangle, type SeenSurface, span, spanEnd, spanStart, type View } from "./raster.ts";

/** Samples a pixel's side is split into along the silhouette. */
const FINENESS = 3;
/** Side of the tiles in which triangles are sampled again. */
const TILE_PX = 8;

/**
 * Share of every pixel that the object covers, 0 to 255. Only pixels along the silhouette are sampled finely; those
 * the view missed copy a neighbour's surface, so that they can be coloured.
 */
export function coverage(view: View, surfaces: readonly SeenSurface[]): Uint8Array {
	const rim = rimPixels(view);
	const samples = sampleRim(view.sizePx, surfaces, rimTiles(view.sizePx, rim));
	const alpha = new Uint8Array(view.id.length);
	for (let i = 0; i < alpha.length; i++) if (view.id[i] !== 0) alpha[i] = 255;
	for (const i of rim) alpha[i] = coveredShare(samples, view.sizePx, i);
	const bare = rim.filter((i) => view.id[i] === 0 && (alpha[i] as number) > 0);
	const lenders = bare.map((i) => hitNeighbour(view, i));
	bare.forEach((i, k) => {
		const lender = lenders[k];
		if (lender === undefined) alpha[i] = 0;
		else takeOver(view, i, lender);
	});
	return alpha;
}

/** Pixels with a neighbour on the other side of the silhouette. */
function rimPixels({ sizePx, id, area }: View): number[] {
	const rim: number[] = [];
	for (let row = area.top; row <= area.bottom; row++) {
		for (let i = row * sizePx + area.left; i <= row * sizePx + area.right; i++) {
			const hits =
				(id[i - 1] ? 1 : 0) + (id[i + 1] ? 1 : 0) + (id[i - sizePx] ? 1 : 0) + (id[i + sizePx] ? 1 : 0);
			if (hits !== (id[i] ? 4 : 0)) rim.push(i);
		}
	}
	return rim;
}

function rimTiles(sizePx: number, rim: readonly number[]): { across: number; marked: Uint8Array } {
	const across = Math.ceil(sizePx / TILE_PX);
	const marked = new Uint8Array(across * across);
	for (const i of rim)
		marked[Math.floor(Math.floor(i / sizePx) / TILE_PX) * across + Math.floor((i % sizePx) / TILE_PX)] = 1;
	return { across, marked };
}

function sampleRim(
	sizePx: number,
	surfaces: readonly SeenSurface[],
	tiles: { across: number; marked: Uint8Array },
): Uint8Array {
	const side = sizePx * FINENESS;
	const samples = blankSamples(side);
	for (const surface of surfaces)
		eachTriangle(surface, (a, b, c) => {
			if (touchesRim(surface.vertices, a, b, c, tiles)) fillSamples(samples, side, surface.vertices, a, b, c);
		});
	return samples;
}

const kept = new Map<number, Uint8Array>();

function blankSamples(side: number): Uint8Array {
	const samples = kept.get(side) ?? new Uint8Array(side * side);
	kept.set(side, samples);
	return samples.fill(0);
}

function touchesRim(
	values: Float32Array,
	a: number,
	b: number,
	c: number,
	tiles: { across: number; marked: Uint8Array },
): boolean {
	const { across } = tiles;
	const ax = values[a] as number;
	const bx = values[b] as number;
	const cx = values[c] as number;
	const ay = values[a + 1] as number;
	const by = values[b + 1] as number;
	const cy = values[c + 1] as number;
	const left = tileOf(Math.min(ax, bx, cx) - 1, across);
	const right = tileOf(Math.max(ax, bx, cx) + 1, across);
	const bottom = tileOf(Math.max(ay, by, cy) + 1, across);
	for (let row = tileOf(Math.min(ay, by, cy) - 1, across); row <= bottom; row++)
		for (let column = left; column <= right; column++)
			if (tiles.marked[row * tiles.across + column]) return true;
	return false;
}

function tileOf(px: number, across: number): number {
	return Math.max(0, Math.min(across - 1, Math.floor(px / TILE_PX)));
}

function fillSamples(
	samples: Uint8Array,
	side: number,
	values: Float32Array,
	a: number,
	b: number,
	c: number,
): void {
	const ay = (values[a + 1] as number) * FINENESS;
	const by = (values[b + 1] as number) * FINENESS;
	const cy = (values[c + 1] as number) * FINENESS;
	const last = Math.min(side - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
	for (let row = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5)); row <= last; row++) {
		span(values, a, b, c, (row + 0.5) / FINENESS);
		const end = row * side + Math.min(side - 1, Math.floor(spanEnd * FINENESS - 0.5));
		for (let i = row * side + Math.max(0, Math.ceil(spanStart * FINENESS - 0.5)); i <= end; i++)
			samples[i] = 1;
	}
}

function coveredShare(samples: Uint8Array, sizePx: number, pixel: number): number {
	const side = sizePx * FINENESS;
	const start = Math.floor(pixel / sizePx) * FINENESS * side + (pixel % sizePx) * FINENESS;
	let covered = 0;
	for (let row = 0; row < FINENESS; row++)
		for (let column = 0; column < FINENESS; column++)
			covered += samples[start + row * side + column] as number;
	return Math.round((covered * 255) / FINENESS ** 2);
}

function hitNeighbour({ sizePx, id }: View, pixel: number): number | undefined {
	const around = [-1, 1, -sizePx, sizePx, -sizePx - 1, -sizePx + 1, sizePx - 1, sizePx + 1];
	const step = around.find((offset) => (id[pixel + offset] ?? 0) !== 0);
	return step === undefined ? undefined : pixel + step;
}

function takeOver(view: View, pixel: number, lender: number): void {
	for (const values of [view.id, view.depth, view.u, view.v, view.nx, view.ny])
		values[pixel] = values[lender] as number;
}
