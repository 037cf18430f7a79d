import { valueAt } from "./coarse-map.ts";
import { RESPONSE_SIDE, type Response, responseOf } from "./material.ts";
import { occlusion } from "./occlusion.ts";
import type { Texture } from "./paint.ts";
import type { View } from "./raster.ts";
import { RELIEF_SIDE, reliefSlopes } from "./relief.ts";
import type { Surface } from "./surface.ts";

/** What is needed to colour one surface. */
type Coat = {
	texture: Texture;
	response: Response;
	repeats: number;
	strength: number;
};

/** How much the direction of the lights changes between the middle of the picture and its edge: they are close. */
const LIGHT_NEARNESS = 0.17;

const RELIEF = reliefSlopes();

/** Colours every covered pixel: paint × scattered light + reflections, a little grain. Returns RGBA, not premultiplied. */
export function shade(
	view: View,
	alpha: Uint8Array,
	surfaces: readonly Surface[],
	textures: readonly Texture[],
): Uint8Array {
	const coats = surfaces.map((surface, i) => coatOf(surface, textures[i] as Texture));
	const dim = occlusion(view, view.sizePx * 0.022);
	const rgba = new Uint32Array(view.id.length);
	const { left, top, right, bottom } = view.area;
	for (let row = top; row <= bottom; row++) {
		for (let column = left; column <= right; column++) {
			const i = row * view.sizePx + column;
			if (!alpha[i]) continue;
			const coat = coats[(view.id[i] as number) - 1] as Coat;
			const shaded = dim.values[(row >> 2) * dim.side + (column >> 2)] as number;
			const dimming = shaded > 0.002 ? 1 - 0.5 * valueAt(dim, column, row) : 1;
			const lit = colourAt(coat, view, i, column, row, dimming);
			rgba[i] = lit | ((alpha[i] as number) << 24);
		}
	}
	softenInnerEdges(view, rgba);
	return new Uint8Array(rgba.buffer);
}

function coatOf(surface: Surface, texture: Texture): Coat {
	const { finish, relief } = surface.material;
	return {
		texture,
		response: responseOf(finish),
		repeats: (relief?.repeats ?? 0) * RELIEF_SIDE,
		strength: relief?.strength ?? 0,
	};
}

function colourAt(coat: Coat, view: View, i: number, column: number, row: number, dimming: number): number {
	const u = view.u[i] as number;
	const v = view.v[i] as number;
	let nx = view.nx[i] as number;
	let ny = view.ny[i] as number;
	nx += (column / view.sizePx - 0.5) * LIGHT_NEARNESS * (1 - nx * nx);
	ny -= (row / view.sizePx - 0.5) * LIGHT_NEARNESS * (1 - ny * ny);
	if (coat.strength > 0) {
		const mask = RELIEF_SIDE - 1;
		const bump = ((v * coat.repeats) & mask) * RELIEF_SIDE + ((u * coat.repeats) & mask);
		nx += (RELIEF.right[bump] as number) * coat.strength;
		ny -= (RELIEF.down[bump] as number) * coat.strength;
	}
	const facing = directionCell(nx, ny);
	const light = (coat.response.scatter[facing] as number) * dimming + grain(i);
	const glint = (coat.response.mirror[facing] as number) * (102 + 153 * dimming);
	return litPaint(coat.texture, u, v, light, glint);
}

function directionCell(nx: number, ny: number): number {
	const half = (RESPONSE_SIDE - 1) / 2;
	const x = nx < -1 ? 0 : nx > 1 ? 2 * half : (nx + 1) * half;
	const y = ny < -1 ? 0 : ny > 1 ? 2 * half : (ny + 1) * half;
	return ((y + 0.5) | 0) * RESPONSE_SIDE + ((x + 0.5) | 0);
}

/** The paint at a place, mixed from the four nearest pixels and lit. */
function litPaint(texture: Texture, u: number, v: number, light: number, glint: number): number {
	const { data, width, height } = texture;
	const x = within(u * width - 0.5, width - 1);
	const y = within(v * height - 0.5, height - 1);
	const column = x | 0;
	const row = y | 0;
	const right = ((x - column) * 256) | 0;
	const a = row * width + column;
	const b = column + 1 < width ? a + 1 : a;
	const below = row + 1 < height ? width : 0;
	const down = ((y - row) * 256) | 0;
	const upperLeft = data[a] as number;
	const upperRight = data[b] as number;
	const lowerLeft = data[a + below] as number;
	const lowerRight = data[b + below] as number;
	const upper = mixRedBlue(upperLeft, upperRight, right);
	const redBlue = mixRedBlue(upper, mixRedBlue(lowerLeft, lowerRight, right), down);
	const green = mixGreen(
		mixGreen(upperLeft, upperRight, right),
		mixGreen(lowerLeft, lowerRight, right),
		down,
	);
	return (
		litChannel(redBlue & 255, light, glint) |
		(litChannel((green >>> 8) & 255, light, glint) << 8) |
		(litChannel((redBlue >>> 16) & 255, light, glint) << 16)
	);
}

function within(value: number, high: number): number {
	return value < 0 ? 0 : Math.min(value, high);
}

/** Two channels of a packed pixel mixed in one multiplication: they are far enough apart not to overflow into each other. */
function mixRedBlue(from: number, to: number, share256: number): number {
	return ((Math.imul(from & 0xff00ff, 256 - share256) + Math.imul(to & 0xff00ff, share256)) >>> 8) & 0xff00ff;
}

function mixGreen(from: number, to: number, share256: number): number {
	return ((Math.imul(from & 0xff00, 256 - share256) + Math.imul(to & 0xff00, share256)) >>> 8) & 0xff00;
}

function litChannel(paint: number, light: number, glint: number): number {
	const lit = paint * light;
	const value = lit < 300 ? lit + glint * (1 - lit / 300) : lit;
	return value < 0 ? 0 : value > 255 ? 255 : (value + 0.5) | 0;
}

/** Fine, fixed noise of about ±1 % of the light, as a sensor leaves. */
function grain(i: number): number {
	let hash = Math.imul(i ^ (i >>> 15), 0x2c1b3c6d);
	hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
	return (((hash ^ (hash >>> 15)) >>> 0) / 4294967296 - 0.5) * 0.02;
}

/** Where one part overlaps another the view is aliased: mix each such pixel with its neighbours. */
function softenInnerEdges(view: View, rgba: Uint32Array): void {
	const { sizePx } = view;
	const { left, top, right, bottom } = view.area;
	const edges: number[] = [];
	for (let row = top; row <= bottom; row++)
		for (let i = row * sizePx + left; i <= row * sizePx + right; i++) if (isInnerEdge(view, i)) edges.push(i);
	const mixed = edges.map((i) => mixAround(rgba, i, sizePx));
	edges.forEach((i, k) => {
		rgba[i] = mixed[k] as number;
	});
}

function isInnerEdge({ sizePx, id, depth }: View, i: number): boolean {
	const own = id[i] as number;
	if (own === 0) return false;
	const left = id[i - 1] as number;
	const right = id[i + 1] as number;
	const above = id[i - sizePx] as number;
	const below = id[i + sizePx] as number;
	if (left === 0 || right === 0 || above === 0 || below === 0) return false;
	if (own !== left || own !== right || own !== above || own !== below) return true;
	const z = depth[i] as number;
	const step = sizePx * 0.006;
	return Math.abs(z - (depth[i + 1] as number)) > step || Math.abs(z - (depth[i + sizePx] as number)) > step;
}

function mixAround(rgba: Uint32Array, i: number, line: number): number {
	const aside = halfway(rgba[i - 1] as number, rgba[i + 1] as number);
	const upright = halfway(rgba[i - line] as number, rgba[i + line] as number);
	return (halfway(rgba[i] as number, halfway(aside, upright)) & 0xffffff) | 0xff000000;
}

function halfway(a: number, b: number): number {
	return mixRedBlue(a, b, 128) | mixGreen(a, b, 128);
}
