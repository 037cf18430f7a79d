import { between, pick, seeded } from "../random.ts";
import { turned } from "../shapes/revolve.ts";
import { blob, bothSides, leaf, plate, ring, tube } from "../shapes/solids.ts";
import { colour, pixels, type Rgb } from "../studio/paint.ts";
import type { Scene } from "../studio/photograph.ts";
import type { Point, Surface } from "../studio/surface.ts";
import { cloudy, mix, mottled } from "../studio/texture-noise.ts";
import { placed } from "../studio/transform.ts";
import { FROM_ABOVE, group, heap, TABLE_VIEW } from "./arrange.ts";
import { LEAF } from "./whole-fruit.ts";

const DRY = { finish: "baked" } as const;

export function pasta(): Scene {
	const paint = mottled("#f3cf74", "#dca63c", { cells: 4, seed: 3 });
	const twist = (s: number, t: number): Point => {
		const turn = s * 11;
		const reach = (t - 0.5) * 20 * Math.min(1, s * 8 + 0.4, (1 - s) * 8 + 0.4);
		return [(s - 0.5) * 54, Math.sin(turn) * reach, Math.cos(turn) * reach];
	};
	const spiral = bothSides(twist, { paint, material: { finish: "peel" } }, 50, 7);
	return {
		surfaces: heap(seeded(7), { count: 34, radius: 44, height: 36, tilt: 40 }, () => spiral),
		camera: FROM_ABOVE,
	};
}

export function noodles(): Scene {
	const random = seeded(27);
	const look = {
		paint: mottled("#f6da8c", "#e4b850", { cells: 3, seed: 3 }),
		material: { finish: "peel" },
	} as const;
	const strands = Array.from({ length: 46 }, (_, i) => {
		const [radius, lean, start] = [between(random, 10, 44), between(random, -8, 8), random() * 6.28];
		return tube(
			(s) => [
				Math.cos(start + s * 6) * radius,
				6 + i * 0.62 * (1 - radius / 60) + Math.sin(s * 9 + start) * 3,
				Math.sin(start + s * 6) * (radius + lean),
			],
			() => 2.3,
			look,
			46,
			8,
		);
	});
	return { surfaces: strands, camera: TABLE_VIEW };
}

export function rice(): Scene {
	const grain = [
		blob(
			[1.9, 1.8, 5.6],
			{ paint: mottled("#fffdf4", "#efe6cf", { cells: 3, seed: 3 }), material: { finish: "peel" } },
			{ columns: 10, rows: 8 },
		),
	];
	return {
		surfaces: heap(seeded(13), { count: 620, radius: 46, height: 30, wild: true }, () => grain),
		camera: TABLE_VIEW,
	};
}

export function lentils(): Scene {
	const random = seeded(14);
	const lentil = (hex: string, deep: string) => [
		blob(
			[5.4, 2.4, 5.4],
			{ paint: mottled(hex, deep, { cells: 3, seed: 3 }), material: { finish: "peel" } },
			{ columns: 14, rows: 10 },
		),
	];
	const kinds = [lentil("#d9773a", "#b85a22"), lentil("#cf6a2e", "#ad5020"), lentil("#e28a4c", "#c26a2c")];
	return {
		surfaces: heap(random, { count: 240, radius: 50, height: 30, tilt: 60 }, () => pick(random, kinds)),
		camera: TABLE_VIEW,
	};
}

export function flour(): Scene {
	const rough = cloudy(3, 8);
	const look = {
		paint: mottled("#fffdf8", "#ece4d2", { cells: 12, seed: 4 }),
		material: { finish: "paper", relief: { repeats: 1.5, strength: 0.3 } },
	} as const;
	const mound = plate(54, 2, look, {
		columns: 90,
		height: (share, turn) => 34 * (1 - share) ** 1.2 * (0.86 + 0.28 * rough(turn / 6.2832, share)),
	});
	const grain = [
		blob(
			[3.2, 3, 6.4],
			{ paint: mottled("#dba843", "#a8741c", { cells: 3, seed: 6 }), material: DRY },
			{ columns: 12, rows: 10 },
		),
	];
	const random = seeded(6);
	return {
		surfaces: [
			mound,
			...Array.from({ length: 26 }, () =>
				placed(grain, {
					at: [between(random, -64, 64), 3, between(random, 40, 62)],
					turn: [0, random() * 360, 0],
				}),
			).flat(),
		],
		camera: TABLE_VIEW,
	};
}

export function honey(): Scene {
	const amber = {
		paint: mottled("#f0a51c", "#d07c0a", { cells: 3, seed: 3, contrast: 1.2 }),
		material: { finish: "wet" },
	} as const;
	const wood = { paint: mottled("#c98d4c", "#a0662a", { cells: 8, seed: 3 }), material: DRY } as const;
	const dipper = [
		...Array.from({ length: 6 }, (_, i) =>
			placed([plate(13 - Math.abs(i - 2.5) * 1.6, 4, wood, { columns: 32 })], { at: [0, 20 + i * 6, 0] }),
		).flat(),
		tube(
			(s) => [0, 22 + s * 110, 0],
			() => 3.2,
			wood,
			12,
			12,
		),
		blob([12.4, 15, 12.4], amber, { columns: 40, rows: 30, dent: ([x, y, z]) => [x, y + 34, z] }),
	];
	return {
		surfaces: [
			...placed(dipper, { at: [-10, 6, 0], turn: [0, 0, -34] }),
			plate(48, 5, amber, {
				columns: 70,
				height: (share, turn) => 3 * (1 - share) + 1.2 * Math.sin(turn * 3) * share,
			}),
			...placed(
				[
					tube(
						(s) => [0, s * 40, 0],
						(s) => 4.6 - s * 2.4,
						amber,
						14,
						14,
					),
				],
				{ at: [-4, 2, 0] },
			),
		],
		camera: TABLE_VIEW,
	};
}

export function soup(): Scene {
	const random = seeded(9);
	const broth = plate(50, 2, {
		paint: mottled("#e3a838", "#c98a1c", { cells: 4, seed: 3 }),
		material: { finish: "wet" },
	});
	const ball = [
		blob([12, 11, 12], {
			paint: mottled("#ead09a", "#cfae6a", { cells: 10, seed: 3 }),
			material: { finish: "baked", relief: { repeats: 1, strength: 0.3 } },
		}),
	];
	const slice = [
		plate(
			8,
			3,
			{ paint: mottled("#f08a28", "#d96c10", { cells: 3, seed: 3 }), material: { finish: "wet" } },
			{ columns: 24 },
		),
	];
	const bits = Array.from({ length: 10 }, (_, i) =>
		placed(slice, {
			at: [Math.cos(i * 2.4) * (18 + random() * 24), 37, Math.sin(i * 2.4) * (18 + random() * 24)],
			turn: [between(random, -16, 16), 0, between(random, -16, 16)],
		}),
	).flat();
	return {
		surfaces: [
			turned({
				profile: [
					[58, 44],
					[55, 36],
					[44, 12],
					[24, 2],
					[22, 0],
				],
				paint: colour("#2f4f7c"),
				material: { finish: "plastic" },
				arcDegrees: 360,
				smooth: true,
			}),
			...placed([broth], { at: [0, 36, 0] }),
			...group(ball, [
				{ at: [-16, 40, 4] },
				{ at: [16, 40, -8], turn: [0, 40, 0] },
				{ at: [8, 40, 20], turn: [0, 80, 0] },
			]),
			...bits,
			...[10, 130, 250].flatMap((turn) =>
				placed(leaf(11, 6, LEAF, 0.2), {
					at: [Math.cos(turn) * 26, 40, Math.sin(turn) * 24],
					turn: [0, turn, 0],
				}),
			),
		],
		camera: { ...TABLE_VIEW, pitchDegrees: 42 },
	};
}

export function cereal(): Scene {
	const random = seeded(77);
	const hoop = (hex: string, deep: string) => [
		ring(9, 3.2, {
			paint: mottled(hex, deep, { cells: 6, seed: 3 }),
			material: { finish: "baked", relief: { repeats: 1, strength: 0.3 } },
		}),
	];
	const kinds = [hoop("#e2ae5c", "#bf8634"), hoop("#d89e48", "#b0762a"), hoop("#eabf78", "#c99446")];
	return {
		surfaces: [
			turned({
				profile: [
					[58, 44],
					[55, 36],
					[44, 12],
					[24, 2],
					[22, 0],
				],
				paint: colour("#fdfdfb"),
				material: { finish: "plastic" },
				arcDegrees: 360,
				smooth: true,
			}),
			...placed([plate(51, 3, { paint: colour("#fffdf6"), material: { finish: "wet" } })], {
				at: [0, 32, 0],
			}),
			...placed(
				heap(random, { count: 46, radius: 44, height: 24, tilt: 70 }, () => pick(random, kinds)),
				{ at: [0, 38, 0] },
			),
		],
		camera: TABLE_VIEW,
	};
}

export function pizza(): Scene {
	const field = cloudy(3, 7);
	const face = pixels(260, 260, (u, v): Rgb => {
		const reach = Math.hypot(u - 0.5, v - 0.5) / 0.4;
		const cheese = mix([250, 214, 110], [226, 150, 52], field(u, v) * 2 - 0.6);
		const sauce = mix([196, 48, 22], cheese, Math.min(1, (0.9 - reach) * 9 + field(u * 2, v * 2) - 0.2));
		return reach > 0.9 ? mix([222, 164, 88], [170, 104, 40], field(u, v) * 1.6 - 0.3) : sauce;
	});
	const base = plate(
		62,
		7,
		{ paint: face, material: { finish: "baked", relief: { repeats: 1, strength: 0.24 } } },
		{ columns: 80, height: (share) => (share > 0.86 ? 3.5 * Math.sin(((share - 0.86) / 0.14) * 3.1) : 0) },
	);
	const olive = [ring(4.6, 2.2, { paint: colour("#2a2230"), material: { finish: "wet" } })];
	const tomato = [
		plate(
			10,
			2,
			{ paint: mottled("#d8341f", "#b8200f", { cells: 4, seed: 3 }), material: { finish: "wet" } },
			{ columns: 28 },
		),
	];
	const places = (count: number, start: number): Point[] =>
		Array.from({ length: count }, (_, i) => [
			Math.cos(start + i * 2.4) * (14 + ((i * 17) % 34)),
			8,
			Math.sin(start + i * 2.4) * (14 + ((i * 17) % 34)),
		]);
	return {
		surfaces: [
			base,
			...group(
				tomato,
				places(8, 1).map((at) => ({ at })),
			),
			...group(
				olive,
				places(12, 3).map((at) => ({ at })),
			),
			...places(9, 5).flatMap((at, i) => placed(leaf(13, 8, LEAF, 0.15), { at, turn: [0, i * 50, 0] })),
		],
		camera: { ...TABLE_VIEW, pitchDegrees: 44 },
	};
}

export function fries(): Scene {
	const random = seeded(61);
	const stick = [
		blob(
			[4.4, 38, 4.4],
			{
				paint: mottled("#f6cc60", "#dc9a2c", { cells: 4, seed: 3 }),
				material: { finish: "baked", relief: { repeats: 1, strength: 0.12 } },
			},
			{ squareness: 0.3, columns: 24, rows: 24 },
		),
	];
	return {
		surfaces: Array.from({ length: 34 }, (_, i) =>
			placed(stick, {
				at: [between(random, -30, 30), 22 + (i % 7) * 4, between(random, -16, 16)],
				turn: [between(random, -24, 24) + 70, random() * 360, between(random, -20, 20)],
			}),
		).flat(),
		camera: TABLE_VIEW,
	};
}

export function nuggets(): Scene {
	const random = seeded(62);
	const nugget = Array.from({ length: 4 }, (_, k) => [
		blob(
			[20 + k, 10, 15],
			{
				paint: mottled("#d9953c", "#a8611a", { cells: 12, seed: k + 2, contrast: 2.4 }),
				material: { finish: "baked", relief: { repeats: 1.6, strength: 0.5 } },
			},
			{ dent: ([x, y, z]) => [x + 2.4 * Math.sin(z / 6 + k), y, z + 2 * Math.sin(x / 7 + k * 2)] },
		),
	]);
	return {
		surfaces: heap(random, { count: 11, radius: 36, height: 28, tilt: 30 }, () => pick(random, nugget)),
		camera: TABLE_VIEW,
	};
}

export function salmon(): Scene {
	const field = cloudy(3, 6);
	const paint = pixels(200, 120, (u, v): Rgb => {
		const stripe =
			Math.max(0, Math.cos((u * 10 + Math.abs(v - 0.3) * 5 + field(u, v) * 0.7) * 6.2832) - 0.72) * 3;
		return mix(mix([242, 122, 76], [226, 96, 52], field(u * 2, v * 2)), [255, 214, 186], stripe);
	});
	const fillet = blob(
		[56, 13, 26],
		{ paint, material: { finish: "wet" } },
		{ squareness: 0.55, columns: 60, rows: 36 },
	);
	return {
		surfaces: [
			...placed([fillet], { at: [0, 13, 0], turn: [0, 12, 0] }),
			...placed([fillet], { at: [6, 34, -12], turn: [3, -10, 4], scale: 0.86 }),
			...[20, 160, 60].flatMap((turn, i) =>
				placed(leaf(24, 5, LEAF, 0.3), { at: [-30 + i * 30, 8, 34], turn: [0, turn, 10] }),
			),
		],
		camera: TABLE_VIEW,
	};
}

export function sardines(): Scene {
	const field = cloudy(3, 20);
	const skin = pixels(160, 80, (u, v): Rgb => {
		const back = Math.abs(v - 0.5) * 2;
		const scale = field(u * 2, v * 2) * 0.5;
		return mix(
			mix([214, 224, 230], [92, 118, 138], 1 - back * 1.3 + scale * 0.5),
			[250, 252, 252],
			scale * back,
		);
	});
	const fish = [
		tube(
			(s) => [(s - 0.5) * 110, 12 + Math.sin(s * 3) * 3, 0],
			(s) => 12.5 * Math.sin(Math.PI * Math.min(1, 0.1 + s * 0.92)) ** 0.7 + 0.8,
			{ paint: skin, material: { finish: "foil" } },
			60,
			28,
		),
		...[18, -18].flatMap((turn) =>
			placed(leaf(24, 13, { paint: colour("#7f97a6"), material: { finish: "film" } }, 0.02), {
				at: [50, 13, 0],
				turn: [90, 0, turn],
			}),
		),
		...placed([blob([2.6, 2.6, 1.6], { paint: colour("#15181c"), material: { finish: "wet" } })], {
			at: [-45, 14, 8],
		}),
	];
	return {
		surfaces: group(fish, [
			{ at: [0, 0, -20] },
			{ at: [-6, 0, 8], turn: [0, 5, 0] },
			{ at: [4, 0, 36], turn: [0, -4, 0] },
		]),
		camera: { ...TABLE_VIEW, pitchDegrees: 40 },
	};
}

export function sausages(): Scene {
	const paint = mottled("#b4502c", "#8a3216", { cells: 4, seed: 5 });
	const sausage = [
		tube(
			(s) => [(s - 0.5) * 110, 11, Math.sin(s * 3.14) * 8],
			(s) => 11 * Math.min(1, Math.sqrt(s * 12), Math.sqrt((1 - s) * 12)) + 0.4,
			{ paint, material: { finish: "wet" } },
			50,
			24,
		),
	];
	return {
		surfaces: [
			...group(sausage, [
				{ at: [0, 0, -24] },
				{ at: [3, 0, 0] },
				{ at: [-2, 0, 24] },
				{ at: [4, 20, -10], turn: [0, 8, 0] },
				{ at: [0, 20, 14], turn: [0, -6, 0] },
			]),
		],
		camera: { ...TABLE_VIEW, yawDegrees: 14 },
	};
}

export function jam(): Scene {
	const jelly = {
		paint: mottled("#b3182c", "#7c0c1c", { cells: 6, seed: 3 }),
		material: { finish: "wet", relief: { repeats: 1, strength: 0.25 } },
	} as const;
	const mound: Surface = plate(40, 6, jelly, {
		columns: 70,
		height: (share, turn) => 24 * (1 - share) ** 1.3 + 3 * Math.sin(turn * 4 + share * 9) * (1 - share),
	});
	return { surfaces: [mound], camera: TABLE_VIEW };
}

export function tahini(): Scene {
	const random = seeded(16);
	const seed = [
		blob(
			[2.6, 1.5, 4],
			{ paint: mottled("#f4e4ba", "#dcc284", { cells: 3, seed: 3 }), material: { finish: "peel" } },
			{ columns: 10, rows: 8 },
		),
	];
	return {
		surfaces: heap(random, { count: 420, radius: 48, height: 30, wild: true }, () => seed),
		camera: TABLE_VIEW,
	};
}
