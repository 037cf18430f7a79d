import { seeded } from "../random.ts";
import { type Paint, pixels, type Rgb, rgbOf } from "./paint.ts";

/** Smooth noise over the unit square, 0 to 1, repeating at its edges; `cells` bumps to a side. */
export function noise(seed: number, cells: number): (u: number, v: number) => number {
	const random = seeded(seed);
	const lattice = Float32Array.from({ length: cells * cells }, () => random());
	return (u, v) => {
		const x = (((u % 1) + 1) % 1) * cells;
		const y = (((v % 1) + 1) % 1) * cells;
		const column = Math.floor(x);
		const row = Math.floor(y);
		const tx = ease(x - column);
		const ty = ease(y - row);
		const at = (dx: number, dy: number) =>
			lattice[((row + dy) % cells) * cells + ((column + dx) % cells)] as number;
		return (at(0, 0) * (1 - tx) + at(1, 0) * tx) * (1 - ty) + (at(0, 1) * (1 - tx) + at(1, 1) * tx) * ty;
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
