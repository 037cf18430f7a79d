import { seeded } from "../random.ts";
import { disc, turned } from "../shapes/revolve.ts";
import { blob, leaf, tube } from "../shapes/solids.ts";
import { colour, pixels, type Rgb } from "../studio/paint.ts";
import type { Scene } from "../studio/photograph.ts";
import type { Surface } from "../studio/surface.ts";
import { mix, mottled } from "../studio/texture-noise.ts";
import { placed } from "../studio/transform.ts";
import { group, heap, LEVEL, TABLE_VIEW } from "./arrange.ts";
import { tumbler } from "./tumbler.ts";
import { citrusHalf, LEAF, orangeSurfaces } from "./whole-fruit.ts";

export const DRINKS = { coffeeBeans, tea, orangeJuice, cola, water } as const;

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

function coffeeBeans(): Scene {
	const groove = pixels(60, 60, (u, v): Rgb => {
		const line = Math.abs(v - 0.25) < 0.018 + 0.01 * Math.sin(u * 20) ? 0.8 : 0;
		return mix([92, 52, 26], [36, 18, 8], line);
	});
	const bean = [blob([8, 6, 11], { paint: groove, material: { finish: "peel" } }, { columns: 20, rows: 16 })];
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
			...placed(orangeSurfaces(30), { at: [44, 0, -18] }),
			...placed(citrusHalf("#f08a1c", "#f29a22", 30), { at: [36, 24, 26], turn: [64, 0, -12] }),
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
