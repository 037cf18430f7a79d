import { type Framing, project } from "./camera.ts";
import { blur, COARSENESS, type CoarseMap, emptyMap } from "./coarse-map.ts";
import type { Surface } from "./surface.ts";

/**
 * Shadow (0 to 1) of an object on white paper: narrow and dark where it touches, wide and faint around,
 * from the lowest parts of the object. Fades to 0 before the picture's edge.
 */
export function groundShadow(surfaces: readonly Surface[], framing: Framing, sizePx: number): CoarseMap {
	const touching = footprint(surfaces, framing, sizePx, 0.035);
	const hovering = footprint(surfaces, framing, sizePx, 0.45);
	const darkness = emptyMap(sizePx);
	const { side, values } = darkness;
	for (let pass = 0; pass < 3; pass++) {
		blur(touching, Math.max(1, Math.round(side * 0.006)));
		blur(hovering, Math.max(2, Math.round(side * 0.034)));
	}
	for (let i = 0; i < values.length; i++) {
		const row = Math.floor(i / side);
		const column = i % side;
		const inset = Math.min(column, side - 1 - column, row, side - 1 - row) / side;
		const fade = Math.max(0, Math.min(1, (inset - 0.012) * 18));
		values[i] = fade * (0.5 * (touching.values[i] as number) + 0.18 * (hovering.values[i] as number));
	}
	return darkness;
}

/** Fills the ground beneath everything lower than a share of the object's height, row by row of the picture. */
function footprint(surfaces: readonly Surface[], framing: Framing, sizePx: number, share: number): CoarseMap {
	const map = emptyMap(sizePx);
	const { side, values } = map;
	const limit = share * highest(surfaces);
	const left = new Float32Array(side).fill(Infinity);
	const right = new Float32Array(side).fill(-Infinity);
	const mark = (x: number, y: number) => {
		const row = Math.max(0, Math.min(side - 1, Math.round(y)));
		left[row] = Math.min(left[row] as number, x);
		right[row] = Math.max(right[row] as number, x);
	};
	for (const surface of surfaces) {
		const ground = onGround(surface, framing);
		eachPiece(surface, limit, (from, to) => {
			const fromX = (ground[from * 3] as number) / COARSENESS;
			const fromY = (ground[from * 3 + 1] as number) / COARSENESS;
			const acrossX = (ground[to * 3] as number) / COARSENESS - fromX;
			const acrossY = (ground[to * 3 + 1] as number) / COARSENESS - fromY;
			const steps = Math.max(1, Math.ceil(Math.abs(acrossY)));
			for (let k = 0; k <= steps; k++) mark(fromX + (acrossX * k) / steps, fromY + (acrossY * k) / steps);
		});
	}
	for (let row = 0; row < side; row++)
		for (
			let column = Math.max(0, Math.round(left[row] as number));
			column <= (right[row] as number);
			column++
		)
			if (column < side) values[row * side + column] = 1;
	return map;
}

function highest(surfaces: readonly Surface[]): number {
	let top = 0;
	for (const { points } of surfaces)
		for (let i = 1; i < points.length; i += 3) top = Math.max(top, points[i] as number);
	return top;
}

/** Every point of the surface projected onto the ground, in the picture's coordinates. */
function onGround({ points }: Surface, framing: Framing): Float32Array {
	const places = new Float32Array(points.length);
	for (let i = 0; i < points.length; i += 3)
		project(framing, points[i] as number, 0, points[i + 2] as number, places, i);
	return places;
}

/** Calls back for each segment of the surface's grid lines that begins below the limit. */
function eachPiece(
	{ points, columns, rows }: Surface,
	limit: number,
	visit: (from: number, to: number) => void,
): void {
	for (let i = 0; i < columns * rows; i++) {
		if ((points[i * 3 + 1] as number) > limit) continue;
		if ((i + 1) % columns !== 0) visit(i, i + 1);
		if (i + columns < columns * rows) visit(i, i + columns);
	}
}
