import { disc, turned } from "../shapes/revolve.ts";
import { colour } from "../studio/paint.ts";
import type { Surface } from "../studio/surface.ts";

/** A tall tumbler filled nearly to the rim. */
export function tumbler(drink: string, surface: string): Surface[] {
	const glass = { finish: "glass" } as const;
	return [
		turned({
			profile: [
				[27, 100],
				[26.6, 88],
			],
			paint: colour("#e9f1f4"),
			material: glass,
			arcDegrees: 360,
		}),
		turned({
			profile: [
				[26.6, 88],
				[22, 6],
			],
			paint: colour(drink),
			material: glass,
			arcDegrees: 360,
		}),
		turned({
			profile: [
				[22, 6],
				[21, 0],
			],
			paint: colour("#dfe9ed"),
			material: glass,
			arcDegrees: 360,
		}),
		disc(26.2, 88, colour(surface), { finish: "peel" }),
	];
}
