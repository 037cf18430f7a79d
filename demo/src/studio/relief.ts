import { seeded } from "../random.ts";

/** A tileable field of soft bumps, as its slopes to the right and downward, side `RELIEF_SIDE`. */
export const RELIEF_SIDE = 256;

export function reliefSlopes(): { right: Float32Array; down: Float32Array } {
	const height = bumps();
	const right = new Float32Array(height.length);
	const down = new Float32Array(height.length);
	for (let i = 0; i < height.length; i++) {
		const [x, y] = [i % RELIEF_SIDE, Math.floor(i / RELIEF_SIDE)];
		const at = (dx: number, dy: number) =>
			height[((y + dy) & (RELIEF_SIDE - 1)) * RELIEF_SIDE + ((x + dx) & (RELIEF_SIDE - 1))] as number;
		right[i] = at(1, 0) - at(-1, 0);
		down[i] = at(0, 1) - at(0, -1);
	}
	return { right, down };
}

/** Value noise of three octaves that wraps around at the edges. */
function bumps(): Float32Array {
	const height = new Float32Array(RELIEF_SIDE * RELIEF_SIDE);
	for (const [cells, weight] of [
		[16, 1],
		[32, 0.6],
		[64, 0.35],
	] as const) {
		const random = seeded(cells);
		const lattice = Float32Array.from({ length: cells * cells }, () => random());
		for (let i = 0; i < height.length; i++) {
			const x = ((i % RELIEF_SIDE) / RELIEF_SIDE) * cells;
			const y = (Math.floor(i / RELIEF_SIDE) / RELIEF_SIDE) * cells;
			height[i] = (height[i] as number) + weight * smoothLattice(lattice, cells, x, y);
		}
	}
	return height;
}

function smoothLattice(lattice: Float32Array, cells: number, x: number, y: number): number {
	const [column, row] = [Math.floor(x), Math.floor(y)];
	const [tx, ty] = [ease(x - column), ease(y - row)];
	const at = (dx: number, dy: number) =>
		lattice[((row + dy) % cells) * cells + ((column + dx) % cells)] as number;
	return (at(0, 0) * (1 - tx) + at(1, 0) * tx) * (1 - ty) + (at(0, 1) * (1 - tx) + at(1, 1) * tx) * ty;
}

function ease(t: number): number {
	return t * t * (3 - 2 * t);
}
