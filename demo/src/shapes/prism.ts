import type { Material } from "../studio/material.ts";
import type { Paint } from "../studio/paint.ts";
import { type Surface, sheet } from "../studio/surface.ts";
import type { Point } from "../studio/vector.ts";

/** An upright prism over a ground outline of (x, z) corners, given in order round the front: right turn at each corner as seen from above. */
export function prism(
	outline: readonly (readonly [x: number, z: number])[],
	height: number,
	look: { top: Paint; sides: readonly Paint[]; material: Material },
): Surface[] {
	const sides = outline.map((from, i) => {
		const to = outline[(i + 1) % outline.length] as readonly [number, number];
		return sheet({
			columns: 12,
			rows: 8,
			paint: look.sides[i % look.sides.length] as Paint,
			material: look.material,
			at: (s, t): Point => [
				from[0] + (to[0] - from[0]) * s,
				height * (1 - t),
				from[1] + (to[1] - from[1]) * s,
			],
		});
	});
	return [...sides, lid(outline, height, look.top, look.material)];
}

/** The top face, as a fan around its middle. */
function lid(
	outline: readonly (readonly [number, number])[],
	height: number,
	paint: Paint,
	material: Material,
): Surface {
	const corners = [...outline, outline[0] as readonly [number, number]];
	const middleX = outline.reduce((sum, [x]) => sum + x, 0) / outline.length;
	const middleZ = outline.reduce((sum, [, z]) => sum + z, 0) / outline.length;
	return sheet({
		columns: corners.length,
		rows: 4,
		paint,
		material,
		at: (s, t): Point => {
			const [x, z] = corners[Math.round(s * (corners.length - 1))] as readonly [number, number];
			return [middleX + (x - middleX) * t, height, middleZ + (z - middleZ) * t];
		},
	});
}
