import type { Profile } from "../shapes/profile.ts";
import { turned } from "../shapes/revolve.ts";
import type { Material } from "../studio/material.ts";
import type { Surface } from "../studio/surface.ts";
import { inset, type Print } from "./print.ts";

/** The camera sees somewhat less than half of a round label; the panel takes the part that can be read. */
const SEEN_DEGREES = 200;
const PANEL_DEGREES = 118;

/** A print wrapped around a body of revolution, its panel facing the camera. */
export function wrapped(
	print: Print,
	profile: Profile,
	material: Material,
	options: { flatten?: number; margins?: readonly [top: number, bottom: number] } = {},
): Surface {
	const radius = Math.max(...profile.map(([reach]) => reach));
	const height = profile.slice(1).reduce((sum, [reach, y], i) => {
		const [beforeReach, beforeY] = profile[i] as Profile[0];
		return sum + Math.hypot(reach - beforeReach, y - beforeY);
	}, 0);
	const perDegree = (radius * Math.PI) / 180;
	const panel = {
		width: PANEL_DEGREES * perDegree,
		height,
		bleed: ((SEEN_DEGREES - PANEL_DEGREES) / 2) * perDegree,
	};
	const paint = options.margins ? inset(print, panel, ...options.margins) : print.facing(panel);
	return turned({
		profile,
		paint,
		material,
		arcDegrees: SEEN_DEGREES,
		columns: 60,
		rows: profile.length > 2 ? 40 : 10,
		...(options.flatten ? { flatten: options.flatten } : {}),
	});
}
