import { between, pick, seeded } from "../random.ts";
import { turned } from "../shapes/revolve.ts";
import { blob, plate, polygon, ring, tube } from "../shapes/solids.ts";
import { colour, pixels, type Rgb, rgbOf } from "../studio/paint.ts";
import type { Scene } from "../studio/photograph.ts";
import type { Surface } from "../studio/surface.ts";
import { cloudy, mix, mottled } from "../studio/texture-noise.ts";
import { placed } from "../studio/transform.ts";
import type { Point } from "../studio/vector.ts";
import { FROM_ABOVE, group, heap, TABLE_VIEW } from "./arrange.ts";

export const SWEETS = {
	darkChocolate,
	milkChocolate,
	candies,
	gummies,
	hamantaschen,
	doughnuts,
	iceCream,
	granola,
	wafers,
	halva,
	paprika,
	cocoa,
	sugar,
	lollipops,
} as const;

const SATIN = { finish: "peel" } as const;
const GLOSSY = { finish: "wet" } as const;

function chocolateBlock(hex: string): Surface[] {
	const look = { paint: colour(hex), material: SATIN };
	return [
		...placed([blob([17, 7, 17], look, { squareness: 0.22, columns: 40, rows: 26 })], { at: [0, 7, 0] }),
		...placed([blob([12.5, 3, 12.5], look, { squareness: 0.22, columns: 32, rows: 20 })], { at: [0, 14, 0] }),
	];
}

function chocolateStack(hex: string): Scene {
	const block = chocolateBlock(hex);
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

function darkChocolate(): Scene {
	return chocolateStack("#40221a");
}

function milkChocolate(): Scene {
	return chocolateStack("#7d4a2b");
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

function gummies(): Scene {
	const random = seeded(23);
	const hues = ["#d8283c", "#ef8a1d", "#f0c92b", "#5aa83a", "#b0306e"];
	const gummy = hues.map((hex) => [ring(11, 5, { paint: colour(hex), material: GLOSSY })]);
	return {
		surfaces: heap(random, { count: 26, radius: 44, height: 26, tilt: 48 }, () => pick(random, gummy)),
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

function wafers(): Scene {
	const lattice = pixels(120, 60, (u, v): Rgb => {
		const line = Math.max(Math.abs(((u * 12) % 1) - 0.5), Math.abs(((v * 5) % 1) - 0.5)) > 0.4;
		return line ? [196, 134, 66] : [232, 186, 116];
	});
	const layers = ["wafer", "cream", "wafer", "cream", "wafer"].flatMap((layer, i) =>
		placed(
			[
				blob(
					layer === "wafer" ? [42, 2.6, 15] : [41, 2.4, 14],
					{ paint: layer === "wafer" ? lattice : colour("#5a3220"), material: { finish: "baked" } },
					{ squareness: 0.15, columns: 40, rows: 16 },
				),
			],
			{ at: [0, 3 + i * 4.4, 0] },
		),
	);
	return {
		surfaces: group(layers, [
			{ at: [-6, 0, 20], turn: [0, 14, 0] },
			{ at: [4, 0, -20], turn: [0, -6, 0] },
			{ at: [0, 22, 0], turn: [0, 50, 4] },
		]),
		camera: TABLE_VIEW,
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

/** Cones of a spice or of cocoa. */
function powder(hex: string, dark: string, seed: number): Surface[] {
	const rough = cloudy(seed, 9);
	const look = {
		paint: mottled(hex, dark, { cells: 16, seed, contrast: 2 }),
		material: { finish: "paper", relief: { repeats: 2, strength: 0.5 } },
	} as const;
	return [
		plate(46, 1.5, look, {
			columns: 90,
			height: (share, turn) => 30 * (1 - share) ** 1.15 * (0.85 + 0.3 * rough(turn / 6.2832, share)),
		}),
	];
}

function paprika(): Scene {
	return {
		surfaces: [
			...placed(powder("#bf3b1c", "#8d220c", 4), { at: [-34, 0, 0] }),
			...placed(powder("#d99a1f", "#ad6f0c", 6), { at: [42, 0, 14], scale: 0.8 }),
		],
		camera: TABLE_VIEW,
	};
}

function cocoa(): Scene {
	const bean = blob([8, 7, 13], {
		paint: mottled("#6b3a20", "#41200f", { cells: 5, seed: 8 }),
		material: SATIN,
	});
	return {
		surfaces: [
			...powder("#5b3220", "#3c1d10", 9),
			...group(
				[bean],
				[
					{ at: [-40, 7, 26], turn: [0, 40, 0] },
					{ at: [38, 7, 30], turn: [0, -30, 0] },
					{ at: [14, 7, 44], turn: [0, 80, 0] },
				],
			),
		],
		camera: TABLE_VIEW,
	};
}

function sugar(): Scene {
	const cube = [
		blob(
			[9, 9, 9],
			{
				paint: mottled("#ffffff", "#e9edf0", { cells: 14, seed: 6 }),
				material: { finish: "paper", relief: { repeats: 2, strength: 0.4 } },
			},
			{ squareness: 0.16, columns: 36, rows: 24 },
		),
	];
	const places: Point[] = [
		[-20, 9, 10],
		[2, 9, 14],
		[24, 9, 8],
		[-10, 9, -12],
		[14, 9, -12],
		[-8, 27, 0],
		[14, 27, -2],
		[3, 45, -2],
		[44, 9, 26],
	];
	return {
		surfaces: group(
			cube,
			places.map((at, i) => ({ at, turn: [0, i * 37, 0] as Point })),
		),
		camera: TABLE_VIEW,
	};
}

function lollipops(): Scene {
	const [red, white] = [rgbOf("#df2f52"), rgbOf("#fff4f4")];
	const swirl = pixels(120, 120, (u, v) => {
		const turn = Math.atan2(v - 0.5, u - 0.5) / 6.2832 + Math.hypot(u - 0.5, v - 0.5) * 3.2;
		return mix(red, white, (((turn * 4) % 1) + 1) % 1 > 0.5 ? 1 : 0);
	});
	const pop: Surface[] = [
		...placed([plate(30, 11, { paint: swirl, material: { finish: "plastic" } })], {
			turn: [90, 0, 0],
			at: [0, 90, 0],
		}),
		tube(
			(s) => [0, s * 66, -4],
			() => 2.2,
			{ paint: colour("#fbfbf7"), material: { finish: "paper" } },
			6,
			10,
		),
	];
	return {
		surfaces: group(pop, [
			{ turn: [0, 0, 20], at: [-6, 0, -6] },
			{ turn: [0, 0, -20], at: [6, 0, 6] },
		]),
		camera: { yawDegrees: 0, pitchDegrees: 4, distance: 6 },
	};
}
