import { blob, plate, tube } from "../shapes/solids.ts";
import { colour, type Paint, pixels, type Rgb, rgbOf } from "../studio/paint.ts";
import type { Surface } from "../studio/surface.ts";
import { cloudy, mix, mottled } from "../studio/texture-noise.ts";
import { placed } from "../studio/transform.ts";
import type { Point } from "../studio/vector.ts";

export const LEAF = {
	paint: mottled("#4f8a34", "#2f6322", { cells: 4, seed: 5 }),
	material: { finish: "peel" },
} as const;
export const STALK = {
	paint: mottled("#6b4a26", "#4a3017", { cells: 3, seed: 2 }),
	material: { finish: "baked" },
} as const;

/** A round fruit with a dimple around the stalk. */
export function appleSurfaces(paint: Paint, radius = 36): Surface[] {
	const skin = blob(
		[radius, radius * 0.92, radius],
		{ paint, material: { finish: "peel", relief: { repeats: 1, strength: 0.03 } } },
		{
			columns: 64,
			rows: 48,
			dent: ([x, y, z]) => {
				const out = Math.hypot(x, z) / radius;
				const top = y > 0 ? Math.exp(-((out / 0.34) ** 2)) * 0.3 : Math.exp(-((out / 0.26) ** 2)) * 0.16;
				const ribs = 1 + 0.02 * Math.cos(5 * Math.atan2(x, z)) * Math.max(0, 1 - out * 0.7);
				const narrow = 1 - 0.13 * Math.max(0, -y / radius);
				return [x * narrow * ribs, (y - Math.sign(y) * top * radius) * ribs, z * narrow * ribs];
			},
		},
	);
	const stalk = tube(
		(s) => [s * s * 7, radius * 0.52 + s * 22, 0],
		(s) => 1.7 + s * 0.8,
		STALK,
		12,
		10,
	);
	return placed([skin, stalk], { at: [0, radius * 0.78, 0] });
}

export function applePaint(base: string, blush: string, seed: number): Paint {
	const patches = cloudy(seed, 3);
	const streaks = cloudy(seed + 4, 5);
	const [from, to] = [rgbOf(base), rgbOf(blush)];
	return pixels(256, 160, (u, v) => {
		const share = patches(u, v) * 1.5 + streaks(u * 9, v * 0.6) * 0.9 - 0.72 - Math.max(0, 0.16 - v) * 3.4;
		const skin = mix(from, to, share);
		const fleck = streaks(u * 17, v * 13) > 0.735 ? 0.3 : 0;
		return mix(skin, [246, 226, 168], fleck);
	});
}

const CITRUS_SKIN = { finish: "peel", relief: { repeats: 3, strength: 0.3 } } as const;

export function orangeSurfaces(radius = 36): Surface[] {
	const skin = blob(
		[radius, radius * 0.95, radius],
		{ paint: mottled("#f08a1c", "#dd6a08", { cells: 4, seed: 12, contrast: 1.1 }), material: CITRUS_SKIN },
		{ columns: 56, rows: 40 },
	);
	const button = blob(
		[3.4, 1.6, 3.4],
		{ paint: colour("#7d8a3a"), material: { finish: "baked" } },
		{ columns: 12, rows: 8 },
	);
	return placed([skin, ...placed([button], { at: [0, radius * 0.94, 0] })], { at: [0, radius * 0.95, 0] });
}

/** A halved citrus fruit, cut face upward. */
export function citrusHalf(rind: string, flesh: string, radius: number): Surface[] {
	const [peel, pulp] = [rgbOf(rind), rgbOf(flesh)];
	const cells = cloudy(5, 20);
	const face = pixels(220, 220, (u, v): Rgb => {
		const [x, y] = [u - 0.5, v - 0.5];
		const reach = Math.hypot(x, y) / 0.4;
		const sector = Math.abs((((((Math.atan2(y, x) / 6.2832) * 10) % 1) + 1) % 1) - 0.5);
		if (reach > 0.965) return peel;
		if (reach > 0.885 || reach < 0.09 || 0.5 - sector < 0.045 / Math.max(0.2, reach)) return [252, 240, 214];
		return mix(pulp, [255, 236, 190], cells(u, v) * 1.5 - 0.55);
	});
	return [
		plate(radius, 3, { paint: face, material: { finish: "wet", relief: { repeats: 1.5, strength: 0.12 } } }),
	];
}

export function lemonSurfaces(): Surface[] {
	const look = {
		paint: mottled("#f7d838", "#e8bf1c", { cells: 4, seed: 2, contrast: 1.2 }),
		material: CITRUS_SKIN,
	};
	return [
		blob([40, 29, 29], look, {
			columns: 64,
			rows: 44,
			dent: ([x, y, z]) => {
				const tip = Math.max(0, Math.abs(x) / 40 - 0.72) / 0.28;
				const squeeze = 1 - 0.05 * tip;
				return [x + Math.sign(x) * tip ** 3 * 9, y * squeeze, z * squeeze];
			},
		}),
	];
}

/** One banana along x, curved upward, its stalk at the left; `turn` varies the few brown flecks. */
export function bananaSurfaces(turn = 0): Surface[] {
	const patches = cloudy(4 + turn, 6);
	const flecks = cloudy(14 + turn, 16);
	const paint = pixels(240, 72, (u, v): Rgb => {
		const green = Math.max(0, 0.13 - u) * 5 + Math.max(0, u - 0.93) * 4;
		const ridge = 0.12 * Math.max(0, Math.cos(v * 2 * Math.PI * 5)) ** 6;
		const ripe = mix([254, 222, 82], [240, 192, 44], patches(u, v * 2) * 1.3 - 0.35 + ridge);
		const fleck = flecks(u * 2, v) > 0.755 ? 0.42 : 0;
		const tip = Math.max(0, u - 0.965) * 40 + Math.max(0, 0.018 - u) * 30;
		return mix(mix(mix(ripe, [160, 186, 70], green), [136, 88, 30], fleck), [64, 46, 24], tip);
	});
	const line = (s: number): Point => {
		const angle = (s - 0.46) * 1.62;
		return [Math.sin(angle) * 84, 84 - Math.cos(angle) * 84, 0];
	};
	const radius = (s: number, around: number) => {
		const stalk = 0.3 + 0.7 * smooth((s - 0.07) / 0.16);
		const end = 0.24 + 0.76 * smooth((0.985 - s) / 0.13);
		return 14.5 * Math.min(stalk, end) * (1 + 0.045 * Math.cos(around * 2 * Math.PI * 5));
	};
	return [tube(line, radius, { paint, material: { finish: "peel" } }, 60, 40)];
}

function smooth(t: number): number {
	const share = Math.max(0, Math.min(1, t));
	return share * share * (3 - 2 * share);
}
