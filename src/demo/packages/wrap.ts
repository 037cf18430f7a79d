import { type Profile, turned } from "../shapes/revolve.ts";
import type { Material } from "../studio/material.ts";
import type { Surface } from "../studio/surface.ts";
import type { Print } from "./print.ts";

/** The camera sees somewhat less than half of a round label; the panel takes the part that can be read. */
const SEEN_DEGREES = 200;
const PANEL_DEGREES = 118;

/** A print wrapped round a turned body, its panel facing the camera. */
export function wrapped(
	print: Print,
	profile: Profile,
	material: Material,
	options: { flatten?: number; smooth?: boolean; panelDegrees?: number } = {},
): Surface {
	const radius = Math.max(...profile.map(([reach]) => reach));
	const height = profile.slice(1).reduce((sum, [reach, y], i) => {
		const [beforeReach, beforeY] = profile[i] as Profile[0];
		return sum + Math.hypot(reach - beforeReach, y - beforeY);
	}, 0);
	const perDegree = (radius * Math.PI) / 180;
	const panelDegrees = options.panelDegrees ?? PANEL_DEGREES;
	const paint = print.facing({
		width: panelDegrees * perDegree,
		height,
		bleed: ((SEEN_DEGREES - panelDegrees) / 2) * perDegree,
	});
	return turned({
		profile,
		paint,
		material,
		arcDegrees: SEEN_DEGREES,
		columns: 80,
		rows: profile.length > 2 ? 60 : 12,
		...(options.flatten ? { flatten: options.flatten } : {}),
		...(options.smooth ? { smooth: options.smooth } : {}),
	});
}
