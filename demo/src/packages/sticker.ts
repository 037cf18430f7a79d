import { type Surface, sheet } from "../studio/surface.ts";
import type { Point } from "../studio/vector.ts";
import type { Print } from "./print.ts";

/** A printed sheet lying flat, read from the front of the scene. */
export function lyingSticker(
	print: Print,
	place: { width: number; depth: number; x: number; y: number; z: number },
): Surface {
	const { width, depth, x, y, z } = place;
	return sheet({
		columns: 14,
		rows: 14,
		paint: print.facing({ width, height: depth, bleed: 0 }),
		material: { finish: "card" },
		at: (s, t): Point => [x + (s - 0.5) * width, y + Math.sin(s * Math.PI) * 1.6, z + (t - 0.5) * depth],
	});
}
