import { between, seeded } from "../random.ts";
import { disc, turned } from "../shapes/revolve.ts";
import { blob, leaf, tube } from "../shapes/solids.ts";
import { colour, pixels, type Rgb } from "../studio/paint.ts";
import type { Scene } from "../studio/photograph.ts";
import type { Surface } from "../studio/surface.ts";
import { cloudy, mix, mottled } from "../studio/texture-noise.ts";
import { placed } from "../studio/transform.ts";
import { group, heap, LEVEL, TABLE_VIEW } from "./arrange.ts";
import { tumbler } from "./tumbler.ts";
import { citrusHalf, LEAF, orangeSurfaces } from "./whole-fruit.ts";

export const DRINKS = {
	coffee,
	coffeeBeans,
	tea,
	orangeJuice,
	grapeJuice,
	cola,
	water,
	mintLemonade,
} as const;

function cup(hex: string, drink: Surface): Surface[] {
	const look = { paint: colour(hex), material: { finish: "plastic" } } as const;
	return [
		turned({
			profile: [
				[36, 60],
				[35, 44],
				[28, 18],
				[16, 4],
				[15, 0],
			],
			...look,
			arcDegrees: 360,
			smooth: true,
		}),
		turned({
			profile: [
				[66, 5],
				[40, 2],
				[20, 0],
			],
			...look,
			arcDegrees: 360,
		}),
		disc(60, 3.4, colour(hex), look.material),
		drink,
		tube(
			(s) => [35 + Math.sin(s * Math.PI) * 19, 50 - s * 30, 0],
			() => 4,
			look,
			24,
			14,
		),
	];
}

function beanSurfaces(): Surface[] {
	const groove = pixels(60, 60, (u, v): Rgb => {
		const line = Math.abs(v - 0.25) < 0.018 + 0.01 * Math.sin(u * 20) ? 0.8 : 0;
		return mix([92, 52, 26], [36, 18, 8], line);
	});
	return [blob([8, 6, 11], { paint: groove, material: { finish: "peel" } }, { columns: 20, rows: 16 })];
}

function coffee(): Scene {
	const crema = cloudy(3, 5);
	const drink = disc(
		33.5,
		55,
		pixels(120, 120, (u, v) =>
			mix(
				[92, 50, 22],
				[186, 122, 62],
				(Math.hypot(u - 0.5, v - 0.5) - 0.28) * 3.4 + (crema(u, v) - 0.5) * 1.4,
			),
		),
		{ finish: "wet" },
	);
	const bean = beanSurfaces();
	const random = seeded(3);
	const scattered = Array.from({ length: 16 }, () =>
		placed(bean, {
			at: [between(random, -80, 80), 6, between(random, 40, 76)],
			turn: [between(random, -40, 40), random() * 360, between(random, -20, 20)],
		}),
	).flat();
	return { surfaces: [...cup("#fdfaf4", drink), ...scattered], camera: TABLE_VIEW };
}

function coffeeBeans(): Scene {
	const bean = beanSurfaces();
	return {
		surfaces: heap(seeded(6), { count: 70, radius: 50, height: 34, wild: true }, () => bean),
		camera: TABLE_VIEW,
	};
}

function tea(): Scene {
	const drink = disc(33.5, 54, colour("#b4561a"), { finish: "wet" });
	return {
		surfaces: [
			...cup("#f4f1e4", drink),
			...[0, 40, 80, 150].flatMap((turn, i) =>
				placed(leaf(30, 13, LEAF, 0.3), { at: [-50 + i * 26, 4, 58], turn: [0, turn, 6] }),
			),
		],
		camera: TABLE_VIEW,
	};
}

function orangeJuice(): Scene {
	return {
		surfaces: [
			...placed(tumbler("#f5a21c", "#f8b63c"), { at: [-20, 0, 0] }),
			...placed(orangeSurfaces(undefined, undefined, 30), { at: [44, 0, -18] }),
			...placed(citrusHalf("#f08a1c", "#f29a22", 30), { at: [36, 24, 26], turn: [64, 0, -12] }),
		],
		camera: { ...LEVEL, pitchDegrees: 16 },
	};
}

function grapeJuice(): Scene {
	const glass = { finish: "glass" } as const;
	const goblet = [
		turned({
			profile: [
				[30, 122],
				[32, 104],
			],
			paint: colour("#e8eef1"),
			material: glass,
			arcDegrees: 360,
		}),
		turned({
			profile: [
				[32, 104],
				[33, 92],
				[26, 70],
				[10, 58],
				[4, 54],
			],
			paint: colour("#5b0f2e"),
			material: glass,
			arcDegrees: 360,
			smooth: true,
		}),
		turned({
			profile: [
				[4, 54],
				[3, 30],
				[4, 8],
				[26, 1],
				[27, 0],
			],
			paint: colour("#dfe8ec"),
			material: glass,
			arcDegrees: 360,
			smooth: true,
		}),
		disc(31.5, 103, colour("#7a1a42"), { finish: "wet" }),
	];
	const berry = [
		blob(
			[9, 9.6, 9],
			{ paint: mottled("#5b2348", "#341030", { cells: 3, seed: 4 }), material: { finish: "wet" } },
			{ columns: 22, rows: 16 },
		),
	];
	return {
		surfaces: [
			...goblet,
			...placed(
				heap(seeded(4), { count: 18, radius: 26, height: 22, wild: true }, () => berry),
				{ at: [50, 9, 16] },
			),
		],
		camera: { ...LEVEL, pitchDegrees: 16 },
	};
}

function cola(): Scene {
	const ice = [
		blob(
			[9, 9, 9],
			{ paint: colour("#d8c3b2"), material: { finish: "wet" } },
			{ squareness: 0.35, columns: 24, rows: 18 },
		),
	];
	return {
		surfaces: [
			...tumbler("#3a160c", "#5c2712"),
			...group(ice, [
				{ at: [-8, 88, 6], turn: [20, 30, 10] },
				{ at: [10, 90, 2], turn: [50, 70, 30] },
			]),
		],
		camera: { ...LEVEL, pitchDegrees: 18 },
	};
}

function water(): Scene {
	const drop = [
		blob(
			[30, 32, 30],
			{ paint: mottled("#bfe3f3", "#8cc8e6", { cells: 3, seed: 3 }), material: { finish: "glass" } },
			{
				columns: 60,
				rows: 44,
				dent: ([x, y, z]) => {
					const narrow = y > 0 ? Math.max(0, 1 - (y / 32) ** 1.3) ** 0.42 : 1;
					return [x * narrow, y > 0 ? y * 1.7 : y, z * narrow];
				},
			},
		),
	];
	return {
		surfaces: group(drop, [
			{ at: [0, 40, 0] },
			{ at: [48, 22, 10], scale: 0.5 },
			{ at: [-44, 18, 14], scale: 0.4 },
		]),
		camera: LEVEL,
	};
}

function mintLemonade(): Scene {
	const mint = {
		paint: mottled("#5fae4a", "#35782c", { cells: 4, seed: 3 }),
		material: { finish: "peel" },
	} as const;
	return {
		surfaces: [
			...placed(tumbler("#e6e69a", "#eef0b8"), { at: [-14, 0, 0] }),
			...placed(citrusHalf("#f5d638", "#f4dc62", 26), { at: [38, 22, 20], turn: [64, 0, -12] }),
			...[20, 100, 170].flatMap((turn) =>
				placed(leaf(28, 15, mint, 0.3), { at: [-14, 94, 4], turn: [0, turn, 24] }),
			),
		],
		camera: { ...LEVEL, pitchDegrees: 16 },
	};
}
