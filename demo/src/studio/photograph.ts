import { type Camera, frame } from "./camera.ts";
import type { CoarseMap } from "./coarse-map.ts";
import { coverage } from "./coverage.ts";
import { groundShadow } from "./ground-shadow.ts";
import { type Paint, rasterise, type Texture } from "./paint.ts";
import { type Area, areaOf, draw, emptyView, seen, type View } from "./raster.ts";
import { shade } from "./shade.ts";
import type { Surface } from "./surface.ts";

export type Scene = { surfaces: readonly Surface[]; camera: Camera };

/** A cut-out object: RGBA, not premultiplied, square. Its shadow is separate, for pictures with a background. */
export type Photograph = { rgba: Uint8Array; sizePx: number; area: Area; shadow: () => CoarseMap };

/** Paint pixels per picture pixel: a little finer than needed, so that text stays crisp. */
const PAINT_FINENESS = 1.08;

/** Renders the scene: parametric surfaces, a depth buffer and tables of studio light. */
export async function photograph(scene: Scene, sizePx: number, share?: number): Promise<Photograph> {
	const framing = frame(scene.surfaces, scene.camera, sizePx, share);
	const textures = await rasteriseAll(scene.surfaces, framing.pxPerUnit * PAINT_FINENESS);
	const seenSurfaces = scene.surfaces.map((surface) => seen(surface, framing));
	const view = { ...blankView(sizePx), area: areaOf(seenSurfaces, sizePx) };
	seenSurfaces.forEach((surface, i) => {
		draw(view, surface, i + 1, cutOut(textures[i] as Texture));
	});
	const alpha = coverage(view, seenSurfaces);
	return {
		rgba: shade(view, alpha, scene.surfaces, textures),
		sizePx,
		area: view.area,
		shadow: () => groundShadow(scene.surfaces, framing, sizePx),
	};
}

async function rasteriseAll(surfaces: readonly Surface[], pxPerUnit: number): Promise<Texture[]> {
	const pending = new Map<Paint, Promise<Texture>>();
	for (const { paint } of surfaces) if (!pending.has(paint)) pending.set(paint, rasterise(paint, pxPerUnit));
	return Promise.all(surfaces.map(({ paint }) => pending.get(paint) as Promise<Texture>));
}

const views = new Map<number, View>();

/** One view of each size is enough: nothing awaits between here and the finished pixels. */
function blankView(sizePx: number): View {
	const view = views.get(sizePx) ?? emptyView(sizePx);
	views.set(sizePx, view);
	view.id.fill(0);
	return view;
}

function cutOut({ dieCut, data, width, height }: Texture): ((u: number, v: number) => boolean) | undefined {
	if (!dieCut) return undefined;
	return (u, v) => {
		const column = Math.max(0, Math.min(width - 1, Math.floor(u * width)));
		const row = Math.max(0, Math.min(height - 1, Math.floor(v * height)));
		return (data[row * width + column] as number) >>> 24 > 127;
	};
}
