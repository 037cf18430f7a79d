import { noise } from "./texture-noise.ts";

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
		const octave = noise(cells, cells);
		for (let i = 0; i < height.length; i++) {
			const value = octave((i % RELIEF_SIDE) / RELIEF_SIDE, Math.floor(i / RELIEF_SIDE) / RELIEF_SIDE);
			height[i] = (height[i] as number) + weight * value;
		}
	}
	return height;
}
