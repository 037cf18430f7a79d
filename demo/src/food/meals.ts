import { between, pick, seeded } from "../random.ts";
import { turned } from "../shapes/revolve.ts";
import { blob, leaf, plate, ring, tube } from "../shapes/solids.ts";
import { colour, pixels, type Rgb } from "../studio/paint.ts";
import type { Scene } from "../studio/photograph.ts";
import { cloudy, mix, mottled } from "../studio/texture-noise.ts";
import { placed } from "../studio/transform.ts";
import type { Point } from "../studio/vector.ts";
import { group, heap, TABLE_VIEW } from "./arrange.ts";
import { LEAF } from "./whole-fruit.ts";

export const MEALS = { soup, cereal, pizza, nuggets, salmon, sardines } as const;

function soup(): Scene {
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

function cereal(): Scene {
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

function pizza(): Scene {
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

function nuggets(): Scene {
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

function salmon(): Scene {
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

function sardines(): Scene {
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
