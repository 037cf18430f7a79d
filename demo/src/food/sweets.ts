import { between, pick, seeded } from "../random.ts";
import { turned } from "../shapes/revolve.ts";
import { blob, plate, polygon, tube } from "../shapes/solids.ts";
import { colour, pixels, type Rgb } from "../studio/paint.ts";
import type { Scene } from "../studio/photograph.ts";
import type { Surface } from "../studio/surface.ts";
import { cloudy, mix, mottled } from "../studio/texture-noise.ts";
import { placed } from "../studio/transform.ts";
import { FROM_ABOVE, group, heap, TABLE_VIEW } from "./arrange.ts";

export const SWEETS = { darkChocolate, candies, hamantaschen, doughnuts, iceCream, granola, halva } as const;

const GLOSSY = { finish: "wet" } as const;

function darkChocolate(): Scene {
	const look = { paint: colour("#40221a"), material: { finish: "peel" } } as const;
	const block = [
		...placed([blob([17, 7, 17], look, { squareness: 0.22, columns: 40, rows: 26 })], { at: [0, 7, 0] }),
		...placed([blob([12.5, 3, 12.5], look, { squareness: 0.22, columns: 32, rows: 20 })], { at: [0, 14, 0] }),
	];
	const placements = [
		{ at: [-20, 0, 10] },
		{ at: [17, 0, 6], turn: [0, 12, 0] },
		{ at: [-2, 0, -26], turn: [0, -20, 0] },
		{ at: [-8, 16, -4], turn: [4, 24, -3] },
		{ at: [12, 17, -10], turn: [-4, -14, 4] },
		{ at: [0, 33, -6], turn: [8, 40, 6] },
		{ at: [42, 12, 26], turn: [56, 20, -18] },
	] as const;
	return { surfaces: group(block, placements), camera: TABLE_VIEW };
}

function candies(): Scene {
	const hues = ["#e23b44", "#f2a21d", "#f5d327", "#3fae5a", "#2f7fd0", "#8d4fb5"];
	const random = seeded(17);
	const candy = hues.map((hex) => [
		blob([9, 5.4, 9], { paint: colour(hex), material: { finish: "plastic" } }, { columns: 24, rows: 16 }),
	]);
	return {
		surfaces: heap(random, { count: 46, radius: 46, height: 30, tilt: 50 }, () => pick(random, candy)),
		camera: FROM_ABOVE,
	};
}

/** Rounds of dough folded up at three sides, the filling left open in the middle. */
function hamantaschen(): Scene {
	const dough = {
		paint: mottled("#efc684", "#b97a34", { cells: 5, seed: 33, contrast: 1.5 }),
		material: { finish: "baked", relief: { repeats: 1, strength: 0.08 } },
	} as const;
	const walls = [0, 120, 240].flatMap((turn) => {
		const wall = tube(
			(s) => [(s - 0.5) * 66, 12 + 5 * Math.sin(Math.PI * s), 19 + 3 * Math.sin(Math.PI * s)],
			(s) => 10 - 4.5 * Math.abs(s - 0.5) * 2,
			dough,
			30,
			18,
		);
		return placed([wall], { turn: [0, turn, 0] });
	});
	const tips = [60, 180, 300].flatMap((turn) =>
		placed([blob([9, 6, 9], dough)], {
			at: [35 * Math.sin((turn * Math.PI) / 180), 9, 36 * Math.cos((turn * Math.PI) / 180)],
		}),
	);
	const base = placed([plate(27, 8, dough, { outline: polygon(3) })], { turn: [0, 60, 0] });
	const pastry = (hex: string): Surface[] => [
		...walls,
		...tips,
		...base,
		...placed([blob([16, 7, 16], { paint: colour(hex), material: GLOSSY })], { at: [0, 12, 0] }),
	];
	return {
		surfaces: [
			...group(pastry("#a3173f"), [{ at: [-44, 0, 22], turn: [0, 14, 0] }]),
			...group(pastry("#2a1610"), [{ at: [44, 0, 20], turn: [0, 76, 0] }]),
			...group(pastry("#e08a1c"), [{ at: [2, 0, -46], turn: [0, 44, 0] }]),
		],
		camera: { ...TABLE_VIEW, pitchDegrees: 44 },
	};
}

function doughnuts(): Scene {
	const field = cloudy(8, 8);
	const paint = pixels(96, 96, (u, v): Rgb => {
		const crust = mix([206, 138, 64], [164, 96, 36], field(u, v) * 1.6 - 0.3);
		const belt = Math.max(0, 1 - Math.abs(v - 0.52) * 16);
		const sugar = Math.max(0, Math.min(1, (0.34 - v) * 7 + (field(u * 2, v * 2) - 0.5) * 2.4));
		return mix(mix(crust, [244, 214, 150], belt), [255, 252, 246], sugar);
	});
	const ball: Surface[] = [
		blob([30, 21, 30], { paint, material: { finish: "baked", relief: { repeats: 1, strength: 0.1 } } }),
		...placed([blob([6, 5, 6], { paint: colour("#b01730"), material: GLOSSY })], { at: [0, 20, 2] }),
	];
	return {
		surfaces: group(ball, [
			{ at: [-27, 21, 4] },
			{ at: [30, 21, 12], turn: [6, 60, -6] },
			{ at: [2, 50, -10], turn: [18, 30, 4] },
		]),
		camera: TABLE_VIEW,
	};
}

function iceCream(): Scene {
	const scoop = (base: string, fleck: string, seed: number): Surface[] => [
		blob([25, 22, 25], {
			paint: mottled(base, fleck, { cells: 7, seed, contrast: 2.4 }),
			material: { finish: "baked", relief: { repeats: 1.5, strength: 0.34 } },
		}),
	];
	const bowl = turned({
		profile: [
			[48, 34],
			[46, 30],
			[38, 10],
			[20, 2],
			[18, 0],
		],
		paint: colour("#e7eef2"),
		material: { finish: "plastic" },
		arcDegrees: 360,
		smooth: true,
	});
	return {
		surfaces: [
			bowl,
			...placed(scoop("#f6e7c4", "#e6cc92", 3), { at: [-20, 44, 8] }),
			...placed(scoop("#5f3520", "#3a1d10", 5), { at: [22, 43, 6], turn: [0, 90, 0] }),
			...placed(scoop("#f3a9b8", "#c94a68", 7), { at: [0, 66, -8], turn: [0, 40, 0] }),
		],
		camera: { ...TABLE_VIEW, pitchDegrees: 20 },
	};
}

function granola(): Scene {
	const random = seeded(29);
	const oat = [
		plate(
			6,
			1.6,
			{ paint: mottled("#e2bd7c", "#b98742", { cells: 3, seed: 1 }), material: { finish: "baked" } },
			{ columns: 16 },
		),
	];
	const nut = [
		blob(
			[5, 4, 8],
			{ paint: mottled("#a8642c", "#7c4317", { cells: 4, seed: 2 }), material: { finish: "baked" } },
			{ columns: 14, rows: 10 },
		),
	];
	const berry = [
		blob([4.6, 4.4, 4.6], { paint: colour("#8f1b2c"), material: GLOSSY }, { columns: 14, rows: 10 }),
	];
	return {
		surfaces: heap(random, { count: 190, radius: 52, height: 34, tilt: 60 }, () =>
			random() < 0.74 ? oat : pick(random, [nut, berry]),
		),
		camera: FROM_ABOVE,
	};
}

function halva(): Scene {
	const paint = mottled("#dcc091", "#b8935a", { cells: 10, seed: 71, contrast: 2.2 });
	const block = [
		blob(
			[36, 13, 20],
			{ paint, material: { finish: "baked", relief: { repeats: 1.2, strength: 0.4 } } },
			{ squareness: 0.16, columns: 48, rows: 30 },
		),
	];
	const pistachio = [
		blob(
			[3, 2.4, 5],
			{ paint: mottled("#8fa63c", "#5f7a24", { cells: 3, seed: 3 }), material: { finish: "baked" } },
			{ columns: 12, rows: 8 },
		),
	];
	const random = seeded(5);
	const scattered = Array.from({ length: 36 }, () =>
		placed(pistachio, {
			at: [between(random, -55, 55), 2.5, between(random, -4, 46)],
			turn: [0, random() * 180, 0],
		}),
	).flat();
	return {
		surfaces: [
			...group(block, [
				{ at: [-8, 13, 0], turn: [0, 16, 0] },
				{ at: [6, 39, -6], turn: [0, -10, 0] },
			]),
			...scattered,
		],
		camera: TABLE_VIEW,
	};
}
