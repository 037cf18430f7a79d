import { seeded } from "../random.ts";
import { type Paint, pixels, type Rgb, rgbOf } from "./paint.ts";

/** Smooth noise over the unit square, 0 to 1, repeating at its edges; `cells` bumps to a side. */
export function noise(seed: number, cells: number): (u: number, v: number) => number {
	const random = seeded(seed);
	const lattice = Float32Array.from({ length: cells * cells }, () => random());
	return (u, v) => {
		const x = (u - Math.floor(u)) * cells;
		const y = (v - Math.floor(v)) * cells;
		const column = x | 0;
		const row = y | 0;
		const upper = (row % cells) * cells;
		const lower = ((row + 1) % cells) * cells;
		const left = column % cells;
		const right = (column + 1) % cells;
		const tx = ease(x - column);
		const above = (lattice[upper + left] as number) * (1 - tx) + (lattice[upper + right] as number) * tx;
		const below = (lattice[lower + left] as number) * (1 - tx) + (lattice[lower + right] as number) * tx;
		return above + (below - above) * ease(y - row);
	};
}

/** Three octaves of noise, 0 to 1, mostly near a half. */
export function cloudy(seed: number, cells: number): (u: number, v: number) => number {
	const [coarse, middle, fine] = [noise(seed, cells), noise(seed + 1, cells * 2), noise(seed + 2, cells * 4)];
	return (u, v) => coarse(u, v) * 0.55 + middle(u, v) * 0.28 + fine(u, v) * 0.17;
}

export function mix(from: Rgb, to: Rgb, share: number): Rgb {
	const t = Math.max(0, Math.min(1, share));
	return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t, from[2] + (to[2] - from[2]) * t];
}

/** Blotches of one colour in another, as on skins and crusts. */
export function mottled(
	base: string,
	blotch: string,
	options: { cells: number; seed: number; contrast?: number; sidePx?: number },
): Paint {
	const field = cloudy(options.seed, options.cells);
	const [from, to] = [rgbOf(base), rgbOf(blotch)];
	const side = options.sidePx ?? 96;
	const contrast = options.contrast ?? 2;
	return pixels(side, side, (u, v) => mix(from, to, 0.5 + (field(u, v) - 0.5) * contrast));
}

function ease(t: number): number {
	return t * t * (3 - 2 * t);
}
