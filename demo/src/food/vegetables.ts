import { between, pick, seeded } from "../random.ts";
import { blob, leaf, plate, tube } from "../shapes/solids.ts";
import { colour, pixels, type Rgb } from "../studio/paint.ts";
import type { Scene } from "../studio/photograph.ts";
import type { Surface } from "../studio/surface.ts";
import { cloudy, mix, mottled } from "../studio/texture-noise.ts";
import { placed } from "../studio/transform.ts";
import type { Point } from "../studio/vector.ts";
import { FROM_ABOVE, group, heap, LEVEL, TABLE_VIEW } from "./arrange.ts";
import { GREEN, tomatoSurfaces } from "./whole-vegetables.ts";

export const VEGETABLES = { tomatoes, peas, olives, chickpeas, potatoChips, popcorn, nuts } as const;

function tomatoes(): Scene {
	const tomato = tomatoSurfaces();
	return {
		surfaces: group(tomato, [
			{ at: [-32, 0, 4], turn: [12, 0, 6] },
			{ at: [34, 0, 8], turn: [16, 40, -10], scale: 0.95 },
			{ at: [2, 0, -40], turn: [0, 80, 0] },
		]),
		camera: { ...LEVEL, pitchDegrees: 22 },
	};
}

function peas(): Scene {
	const random = seeded(2);
	const pea = [
		blob(
			[7, 7, 7],
			{ paint: mottled("#7fb23c", "#5c9226", { cells: 3, seed: 2 }), material: { finish: "peel" } },
			{ columns: 18, rows: 14 },
		),
	];
	const kernel = [
		blob(
			[6.4, 5, 7],
			{ paint: mottled("#f4c93a", "#e0a61c", { cells: 3, seed: 5 }), material: { finish: "peel" } },
			{ columns: 16, rows: 12, squareness: 0.8 },
		),
	];
	const cube = [
		blob(
			[6.5, 6.5, 6.5],
			{ paint: mottled("#ee7d20", "#d8640e", { cells: 3, seed: 6 }), material: { finish: "peel" } },
			{ columns: 22, rows: 16, squareness: 0.3 },
		),
	];
	return {
		surfaces: heap(random, { count: 120, radius: 52, height: 32, wild: true }, () =>
			pick(random, [pea, pea, kernel, cube]),
		),
		camera: FROM_ABOVE,
	};
}

function olives(): Scene {
	const random = seeded(9);
	const olive = (hex: string, deep: string): Surface[] => [
		blob(
			[9.5, 9.5, 13],
			{ paint: mottled(hex, deep, { cells: 3, seed: 3 }), material: { finish: "wet" } },
			{ columns: 26, rows: 18 },
		),
		...placed(
			[
				blob(
					[3.4, 3.4, 2],
					{ paint: colour("#c8321f"), material: { finish: "wet" } },
					{ columns: 12, rows: 8 },
				),
			],
			{ at: [0, 0, 12.2] },
		),
	];
	const kinds = [olive("#8b9a3a", "#65742a"), olive("#9aa845", "#76853a"), olive("#6f7d2c", "#55641f")];
	return {
		surfaces: [
			...heap(random, { count: 26, radius: 42, height: 30, wild: true }, () => pick(random, kinds)),
			...[30, 70, 200].flatMap((turn) =>
				placed(leaf(44, 11, GREEN, 0.15), { at: [0, 8, 0], turn: [0, turn, 10] }).flatMap((surface) =>
					placed([surface], {
						at: [Math.cos((turn * Math.PI) / 180) * 34, 6, -Math.sin((turn * Math.PI) / 180) * 34],
					}),
				),
			),
		],
		camera: TABLE_VIEW,
	};
}

function chickpeas(): Scene {
	const random = seeded(31);
	const pea = [
		blob(
			[9, 8.4, 9.6],
			{ paint: mottled("#e3c182", "#c79c56", { cells: 4, seed: 4 }), material: { finish: "peel" } },
			{
				columns: 22,
				rows: 16,
				dent: ([x, y, z]) => [x, y, z + (z > 7 ? (z - 7) * 1.2 : 0)],
			},
		),
	];
	return {
		surfaces: heap(random, { count: 64, radius: 50, height: 34, wild: true }, () => pea),
		camera: FROM_ABOVE,
	};
}

function potatoChips(): Scene {
	const random = seeded(19);
	const field = cloudy(6, 5);
	const paint = pixels(120, 120, (u, v): Rgb => {
		const reach = Math.hypot(u - 0.5, v - 0.5) / 0.4;
		return mix(
			mix([250, 214, 112], [236, 184, 70], field(u, v) * 1.4 - 0.2),
			[166, 100, 30],
			(reach - 0.86) * 4 + (field(u * 2, v * 2) - 0.62) * 1.6,
		);
	});
	const chip = [
		plate(
			25,
			1.4,
			{ paint, material: { finish: "baked", relief: { repeats: 0.8, strength: 0.26 } } },
			{
				height: (share, turn) => 9 * share ** 2 * Math.cos(2 * turn) + 1.6 * Math.cos(5 * turn) * share ** 3,
			},
		),
	];
	const lower = group(
		chip,
		Array.from({ length: 22 }, (_, i) => {
			const share = Math.sqrt(i / 22);
			return {
				at: [Math.cos(i * 2.4) * 56 * share, 8 + 38 * (1 - share), Math.sin(i * 2.4) * 42 * share] as Point,
				turn: [between(random, -44, 44), random() * 360, between(random, -44, 44)] as Point,
			};
		}),
	);
	return { surfaces: lower, camera: FROM_ABOVE };
}

function popcorn(): Scene {
	const random = seeded(47);
	const look = {
		paint: mottled("#fffaf0", "#f2dfae", { cells: 4, seed: 6, contrast: 2.2 }),
		material: { finish: "baked", relief: { repeats: 1, strength: 0.3 } },
	} as const;
	const flake = Array.from({ length: 5 }, () =>
		Array.from({ length: 5 }, () =>
			placed([blob([6.5, 5.5, 6], look, { columns: 14, rows: 10 })], {
				at: [between(random, -6, 6), between(random, -5, 5), between(random, -6, 6)],
			}),
		).flat(),
	);
	return {
		surfaces: heap(random, { count: 46, radius: 50, height: 40, wild: true }, () => pick(random, flake)),
		camera: TABLE_VIEW,
	};
}

function nuts(): Scene {
	const random = seeded(51);
	const ridges = pixels(
		90,
		60,
		(u, v): Rgb => mix([176, 106, 48], [128, 68, 24], Math.abs(Math.sin(u * 44 + Math.sin(v * 9) * 2)) * 0.7),
	);
	const almond = [
		blob(
			[8, 5.6, 14],
			{ paint: ridges, material: { finish: "baked" } },
			{
				columns: 22,
				rows: 16,
				dent: ([x, y, z]) => {
					const narrow = 1 - 0.42 * Math.max(0, z / 14) ** 1.4;
					return [x * narrow, y * narrow, z];
				},
			},
		),
	];
	const cashew = [
		tube(
			(s) => [Math.cos(s * 3) * 11, 0, Math.sin(s * 3) * 11],
			(s) => 6.4 * Math.sin(Math.PI * (0.08 + 0.84 * s)) ** 0.5,
			{ paint: mottled("#f1dcae", "#dcbb7c", { cells: 3, seed: 3 }), material: { finish: "baked" } },
			26,
			14,
		),
	];
	const hazel = [
		blob(
			[9, 9, 9.4],
			{ paint: mottled("#b87434", "#86481a", { cells: 4, seed: 8 }), material: { finish: "peel" } },
			{ columns: 20, rows: 14 },
		),
	];
	return {
		surfaces: heap(random, { count: 40, radius: 48, height: 30, wild: true }, () =>
			pick(random, [almond, almond, cashew, hazel]),
		),
		camera: FROM_ABOVE,
	};
}
