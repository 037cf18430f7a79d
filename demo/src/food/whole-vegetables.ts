import { blob, leaf, tube } from "../shapes/solids.ts";
import { pixels, type Rgb } from "../studio/paint.ts";
import type { Surface } from "../studio/surface.ts";
import { cloudy, mix, mottled } from "../studio/texture-noise.ts";
import { placed } from "../studio/transform.ts";
import type { Point } from "../studio/vector.ts";

export const GREEN = {
	paint: mottled("#4f8a34", "#2d5c1e", { cells: 4, seed: 5 }),
	material: { finish: "peel" },
} as const;

export function tomatoSurfaces(radius = 32): Surface[] {
	const skin = blob(
		[radius, radius * 0.84, radius],
		{
			paint: mottled("#d8291c", "#b8180f", { cells: 3, seed: 5, contrast: 1.2 }),
			material: { finish: "wet" },
		},
		{
			columns: 60,
			rows: 42,
			dent: ([x, y, z]) => {
				const out = Math.hypot(x, z) / radius;
				const lobes = 1 + 0.025 * Math.cos(6 * Math.atan2(x, z)) * Math.max(0, y / radius);
				return [x * lobes, y > 0 ? y - Math.exp(-((out / 0.3) ** 2)) * radius * 0.15 : y * 0.95, z * lobes];
			},
		},
	);
	const sepals = [0, 72, 144, 216, 288].flatMap((turn) =>
		placed(leaf(radius * 0.62, 7, GREEN, 0.24), { at: [0, radius * 0.7, 0], turn: [0, turn, 0] }),
	);
	const stalk = tube(
		(s) => [s * 3, radius * 0.7 + s * 13, 0],
		() => 2.2,
		GREEN,
		8,
		10,
	);
	return placed([skin, ...sepals, stalk], { at: [0, radius * 0.8, 0] });
}

export function cucumberSurfaces(length = 150): Surface[] {
	const field = cloudy(3, 7);
	const paint = pixels(220, 90, (u, v): Rgb => {
		const stripe = Math.max(0, Math.cos(v * 2 * Math.PI * 9)) * 0.4 * (1 - Math.abs(u - 0.5));
		return mix(
			mix([62, 124, 48], [36, 86, 34], field(u * 2, v * 2) * 1.4 - 0.2),
			[164, 196, 104],
			stripe * field(u * 3, v) + Math.max(0, Math.abs(u - 0.5) - 0.46) * 8,
		);
	});
	const bumps = cloudy(9, 24);
	const line = (s: number): Point => [
		(s - 0.5) * length,
		17 + Math.sin(s * Math.PI) * 4,
		Math.sin(s * Math.PI) * -9,
	];
	return [
		tube(
			line,
			(s, around) =>
				17.5 * Math.min(1, Math.sqrt(Math.max(0, s * 11)) * 0.9, Math.sqrt(Math.max(0, (1 - s) * 11)) * 0.9) +
				bumps(s * 2, around) * 1.6,
			{ paint, material: { finish: "peel", relief: { repeats: 1.2, strength: 0.1 } } },
			90,
			40,
		),
	];
}

export function pepperSurfaces(hex: string, deep: string): Surface[] {
	const skin = blob(
		[36, 42, 36],
		{ paint: mottled(hex, deep, { cells: 3, seed: 7, contrast: 1.2 }), material: { finish: "wet" } },
		{
			columns: 80,
			rows: 50,
			squareness: 0.74,
			dent: ([x, y, z]) => {
				const out = Math.hypot(x, z) / 36;
				const lobes = 1 + 0.13 * Math.cos(4 * Math.atan2(x, z) + 0.5) * Math.min(1, out);
				const narrow = 1 - 0.2 * Math.max(0, -y / 42);
				const dip = y > 0 ? Math.exp(-((out / 0.42) ** 2)) * 13 : -Math.exp(-((out / 0.3) ** 2)) * 9;
				return [x * lobes * narrow, y - dip, z * lobes * narrow];
			},
		},
	);
	const stalk = tube(
		(s) => [s * s * 10, 28 + s * 26, 0],
		(s) => 6.5 - 3 * Math.sin(s * 3),
		GREEN,
		16,
		12,
	);
	return placed([skin, stalk], { at: [0, 40, 0] });
}
