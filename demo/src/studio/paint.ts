import sharp from "sharp";
import { seeded } from "../random.ts";

/** What a surface is printed with: pixels, or an SVG laid out in the surface's own units. */
export type Paint = Texture | Artwork;

export type Artwork = { svg: string; width: number; height: number };

/** Packed pixels row by row from the top: red in the lowest byte, then green, blue, opacity. */
export type Texture = { data: Uint32Array; width: number; height: number };

export type Rgb = readonly [red: number, green: number, blue: number];

export function rgbOf(hex: string): Rgb {
	const value = Number.parseInt(hex.slice(1), 16);
	return [value >> 16, (value >> 8) & 255, value & 255];
}

export function mix(from: Rgb, to: Rgb, share: number): Rgb {
	const t = Math.max(0, Math.min(1, share));
	return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t, from[2] + (to[2] - from[2]) * t];
}

/** A value at a place in the paint, both 0 to 1. */
type Field<T> = (u: number, v: number) => T;

export function pixels(width: number, height: number, at: Field<Rgb>): Texture {
	const data = new Uint32Array(width * height);
	for (let i = 0; i < data.length; i++) {
		const [red, green, blue] = at(((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height);
		data[i] = red | (green << 8) | (blue << 16) | 0xff000000;
	}
	return { data, width, height };
}

/** Turns a paint into pixels fine enough for `pxPerUnit` pixels per unit of the surface. */
export async function rasterise(paint: Paint, pxPerUnit: number): Promise<Texture> {
	if ("data" in paint) return paint;
	const width = Math.max(2, Math.round(paint.width * pxPerUnit));
	const height = Math.max(2, Math.round(paint.height * pxPerUnit));
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${paint.width} ${paint.height}" preserveAspectRatio="none">${paint.svg}</svg>`;
	const bytes = await sharp(Buffer.from(svg), { unlimited: true }).ensureAlpha().raw().toBuffer();
	return { data: new Uint32Array(new Uint8Array(bytes).buffer), width, height };
}

/** Smooth noise, 0 to 1, repeating at the edges of the unit square; `cells` bumps to a side. */
function noise(seed: number, cells: number): Field<number> {
	const random = seeded(seed);
	const lattice = Float32Array.from({ length: cells * cells }, random);
	const ease = (t: number) => t * t * (3 - 2 * t);
	return (u, v) => {
		const x = (u - Math.floor(u)) * cells;
		const y = (v - Math.floor(v)) * cells;
		const upper = (y | 0) * cells;
		const lower = (((y | 0) + 1) % cells) * cells;
		const left = x | 0;
		const right = (left + 1) % cells;
		const tx = ease(x - left);
		const above = (lattice[upper + left] as number) * (1 - tx) + (lattice[upper + right] as number) * tx;
		const below = (lattice[lower + left] as number) * (1 - tx) + (lattice[lower + right] as number) * tx;
		return above + (below - above) * ease(y - (y | 0));
	};
}

/** Three octaves of noise, 0 to 1, mostly near a half. */
export function cloudy(seed: number, cells: number): Field<number> {
	const [coarse, middle, fine] = [noise(seed, cells), noise(seed + 1, cells * 2), noise(seed + 2, cells * 4)];
	return (u, v) => coarse(u, v) * 0.55 + middle(u, v) * 0.28 + fine(u, v) * 0.17;
}

/** Blotches of one colour in another, as on skins and crusts. */
export function mottled(base: string, blotch: string, cells = 4, contrast = 2): Texture {
	const field = cloudy(cells, cells);
	const [from, to] = [rgbOf(base), rgbOf(blotch)];
	return pixels(96, 96, (u, v) => mix(from, to, 0.5 + (field(u, v) - 0.5) * contrast));
}
