import { valueAt } from "./coarse-map.ts";
import { RESPONSE_SIDE, type Response, responseOf } from "./material.ts";
import { occlusion } from "./occlusion.ts";
import { cloudy, type Texture } from "./paint.ts";
import type { View } from "./raster.ts";
import type { Surface } from "./surface.ts";

/** What is needed to colour one surface. */
type Coat = { texture: Texture; response: Response; repeats: number; relief: number };

/** How much the direction of the lights changes between the middle of the picture and its edge: they are close. */
const LIGHT_NEARNESS = 0.17;

/** A tileable field of soft bumps, of this side, as its slopes to the right and downward. */
const RELIEF_SIDE = 256;
const BUMPS = cloudy(16, 16);
const SLOPES = [
	[1, 0],
	[0, 1],
].map(([right = 0, down = 0]) =>
	Float32Array.from({ length: RELIEF_SIDE * RELIEF_SIDE }, (_, i) => {
		const at = (step: number) =>
			BUMPS(
				((i % RELIEF_SIDE) + step * right) / RELIEF_SIDE,
				(Math.floor(i / RELIEF_SIDE) + step * down) / RELIEF_SIDE,
			);
		return 2 * (at(1) - at(-1));
	}),
) as [Float32Array, Float32Array];

/** Colours every covered pixel: paint × scattered light + reflections, a little grain. Returns RGBA, not premultiplied. */
export function shade(
	view: View,
	alpha: Uint8Array,
	surfaces: readonly Surface[],
	textures: readonly Texture[],
): Uint8Array {
	const coats = surfaces.map(({ material: { finish, relief, repeats } }, i): Coat => {
		return {
			texture: textures[i] as Texture,
			response: responseOf(finish),
			repeats: repeats * RELIEF_SIDE,
			relief,
		};
	});
	const dim = occlusion(view, view.sizePx * 0.022);
	const rgba = new Uint32Array(view.id.length);
	for (let i = 0; i < rgba.length; i++) {
		const opacity = alpha[i] as number;
		if (opacity === 0) continue;
		const [column, row] = [i % view.sizePx, (i / view.sizePx) | 0];
		const coat = coats[(view.id[i] as number) - 1] as Coat;
		const dimming = 1 - 0.5 * valueAt(dim, column, row);
		rgba[i] = colourAt(coat, view, i, column, row, dimming) | (opacity << 24);
	}
	softenInnerEdges(view, rgba);
	return new Uint8Array(rgba.buffer);
}

function colourAt(coat: Coat, view: View, i: number, column: number, row: number, dimming: number): number {
	const u = view.u[i] as number;
	const v = view.v[i] as number;
	let nx = view.nx[i] as number;
	let ny = view.ny[i] as number;
	nx += (column / view.sizePx - 0.5) * LIGHT_NEARNESS * (1 - nx * nx);
	ny -= (row / view.sizePx - 0.5) * LIGHT_NEARNESS * (1 - ny * ny);
	if (coat.relief > 0) {
		const mask = RELIEF_SIDE - 1;
		const bump = ((v * coat.repeats) & mask) * RELIEF_SIDE + ((u * coat.repeats) & mask);
		nx += (SLOPES[0][bump] as number) * coat.relief;
		ny -= (SLOPES[1][bump] as number) * coat.relief;
	}
	const facing = directionCell(ny) * RESPONSE_SIDE + directionCell(nx);
	const light = (coat.response.scatter[facing] as number) * dimming + grain(i);
	const glint = (coat.response.mirror[facing] as number) * (102 + 153 * dimming);
	const paint = paintAt(coat.texture, u, v);
	return (
		lit(paint & 255, light, glint) |
		(lit((paint >>> 8) & 255, light, glint) << 8) |
		(lit((paint >>> 16) & 255, light, glint) << 16)
	);
}

function directionCell(part: number): number {
	return ((Math.max(-1, Math.min(1, part)) + 1) * ((RESPONSE_SIDE - 1) / 2) + 0.5) | 0;
}

/** The paint at a place, mixed from the four nearest pixels. */
function paintAt({ data, width, height }: Texture, u: number, v: number): number {
	const x = Math.max(0, Math.min(u * width - 0.5, width - 1));
	const y = Math.max(0, Math.min(v * height - 0.5, height - 1));
	const a = (y | 0) * width + (x | 0);
	const right = (x | 0) + 1 < width ? 1 : 0;
	const below = (y | 0) + 1 < height ? width : 0;
	const share = ((x - (x | 0)) * 256) | 0;
	const upper = blend(data[a] as number, data[a + right] as number, share);
	const lower = blend(data[a + below] as number, data[a + below + right] as number, share);
	return blend(upper, lower, ((y - (y | 0)) * 256) | 0);
}

/** Two packed pixels mixed: red and blue in one multiplication, as they are far enough apart not to overflow into each other. */
function blend(from: number, to: number, share256: number): number {
	const rest = 256 - share256;
	const redBlue = Math.imul(from & 0xff00ff, rest) + Math.imul(to & 0xff00ff, share256);
	const green = Math.imul(from & 0xff00, rest) + Math.imul(to & 0xff00, share256);
	return ((redBlue >>> 8) & 0xff00ff) | ((green >>> 8) & 0xff00);
}

function lit(paint: number, light: number, glint: number): number {
	const value = paint * light;
	const shining = value < 300 ? value + glint * (1 - value / 300) : value;
	return Math.max(0, Math.min(255, shining + 0.5)) | 0;
}

/** Fine, fixed noise of about ±1 % of the light, as a sensor leaves. */
function grain(i: number): number {
	let hash = Math.imul(i ^ (i >>> 15), 0x2c1b3c6d);
	hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
	return (((hash ^ (hash >>> 15)) >>> 0) / 4294967296 - 0.5) * 0.02;
}

/** Where one part overlaps another the view is aliased: mix each such pixel with its neighbours. */
function softenInnerEdges(view: View, rgba: Uint32Array): void {
	const line = view.sizePx;
	const mixed: [pixel: number, colour: number][] = [];
	for (let i = line; i < rgba.length - line; i++) {
		if (!isInnerEdge(view, i)) continue;
		const aside = blend(rgba[i - 1] as number, rgba[i + 1] as number, 128);
		const upright = blend(rgba[i - line] as number, rgba[i + line] as number, 128);
		mixed.push([i, blend(rgba[i] as number, blend(aside, upright, 128), 128) | 0xff000000]);
	}
	for (const [i, colour] of mixed) rgba[i] = colour;
}

function isInnerEdge({ sizePx, id, depth }: View, i: number): boolean {
	const own = id[i];
	if (!own) return false;
	const [left, right, above, below] = [id[i - 1], id[i + 1], id[i - sizePx], id[i + sizePx]];
	if (!left || !right || !above || !below) return false;
	if (own !== left || own !== right || own !== above || own !== below) return true;
	const z = depth[i] as number;
	const step = sizePx * 0.006;
	return Math.abs(z - (depth[i + 1] as number)) > step || Math.abs(z - (depth[i + sizePx] as number)) > step;
}
