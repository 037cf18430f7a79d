import { seeded } from "../random.ts";
import { disc, turned } from "../shapes/revolve.ts";
import { pixels, type Rgb, rgbOf } from "../studio/paint.ts";
import type { Surface } from "../studio/surface.ts";
import { mix, mottled } from "../studio/texture-noise.ts";

/** One slice of a rolled sushi standing on its cut side. */
export function sushiRoll(filling: string, seed: number): Surface[] {
	const grains = seeded(seed + 90);
	const spots = Array.from({ length: 60 }, () => [grains() - 0.5, grains() - 0.5] as const);
	const fill = rgbOf(filling);
	const face = pixels(110, 110, (u, v): Rgb => {
		const reach = Math.hypot(u - 0.5, v - 0.5);
		if (reach > 0.46) return [28, 40, 34];
		if (reach < 0.17) return u < 0.5 ? fill : mix(fill, [94, 160, 62], v > 0.5 ? 0.9 : 0.1);
		const grain = Math.min(...spots.map(([x, y]) => Math.hypot(u - 0.5 - x, v - 0.5 - y)));
		return mix([255, 253, 246], [214, 208, 192], grain * 9);
	});
	return [
		turned({
			profile: [
				[20, 30],
				[21, 27],
				[21, 3],
				[20, 0],
			],
			paint: mottled("#22352a", "#121e17", { cells: 10, seed: 3 }),
			material: { finish: "wet", relief: { repeats: 1, strength: 0.2 } },
			arcDegrees: 360,
			columns: 40,
			rows: 16,
		}),
		disc(20, 30, face, { finish: "peel", relief: { repeats: 0.8, strength: 0.4 } }),
	];
}
