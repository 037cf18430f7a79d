import { type Camera, frame } from "./camera.ts";
import type { CoarseMap } from "./coarse-map.ts";
import { coverage } from "./coverage.ts";
import { groundShadow } from "./ground-shadow.ts";
import { type Paint, rasterise, type Texture } from "./paint.ts";
import { viewOf } from "./raster.ts";
import { shade } from "./shade.ts";
import { type Solid, surfacesOf } from "./surface.ts";

export type Scene = { object: Solid; camera: Camera };

export function view(pitchDegrees: number, object: Solid, yawDegrees = 0, distance = 6): Scene {
	return { object, camera: { yawDegrees, pitchDegrees, distance } };
}

/** A cut-out object: RGBA, not premultiplied, square. Its shadow is separate, for pictures with a background. */
export type Photograph = { rgba: Uint8Array; sizePx: number; shadow: () => Promise<CoarseMap> };

/** Paint pixels per picture pixel: a little finer than needed, so that text stays crisp. */
const PAINT_FINENESS = 1.08;

/** Renders the scene: parametric surfaces, a depth buffer and tables of studio light. */
export async function photograph(
	{ object, camera }: Scene,
	sizePx: number,
	share?: number,
): Promise<Photograph> {
	const surfaces = surfacesOf(object);
	const framing = frame(surfaces, camera, sizePx, share);
	const pending = new Map<Paint, Promise<Texture>>();
	for (const { material } of surfaces)
		if (!pending.has(material.paint))
			pending.set(material.paint, rasterise(material.paint, framing.pxPerUnit * PAINT_FINENESS));
	const textures = await Promise.all(
		surfaces.map(({ material }) => pending.get(material.paint) as Promise<Texture>),
	);
	const view = viewOf(framing.seen, sizePx);
	return {
		rgba: shade(view, coverage(view, framing.seen), surfaces, textures),
		sizePx,
		shadow: () => groundShadow(surfaces, framing, sizePx),
	};
}
