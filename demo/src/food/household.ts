import { between, seeded } from "../random.ts";
import { disc, turned } from "../shapes/revolve.ts";
import { blob, leaf, tube } from "../shapes/solids.ts";
import { colour, pixels, type Rgb, rgbOf } from "../studio/paint.ts";
import type { Scene } from "../studio/photograph.ts";
import type { Surface } from "../studio/surface.ts";
import { mix, mottled } from "../studio/texture-noise.ts";
import { placed } from "../studio/transform.ts";
import { group, LEVEL, TABLE_VIEW } from "./arrange.ts";
import { sushiRoll } from "./sushi-roll.ts";
import { LEAF } from "./whole-fruit.ts";

export const HOUSEHOLD_THINGS = {
	lavender,
	candles,
	colouredCandles,
	duckling,
	capsules,
	foilRoll,
	sushi,
} as const;

function lavender(): Scene {
	const bud = [
		blob(
			[4, 5.6, 4],
			{ paint: mottled("#9a78c8", "#6d4aa0", { cells: 3, seed: 3 }), material: { finish: "baked" } },
			{ columns: 12, rows: 10 },
		),
	];
	const stem: Surface[] = [
		tube(
			(s) => [Math.sin(s * 2) * 3, s * 130, 0],
			() => 1.2,
			LEAF,
			16,
			8,
		),
	];
	for (let i = 0; i < 34; i++)
		stem.push(
			...placed(bud, {
				at: [Math.cos(i * 2.4) * 6 + 2, 74 + i * 1.9, Math.sin(i * 2.4) * 6],
				turn: [Math.sin(i * 2.4) * 30, 0, -Math.cos(i * 2.4) * 30],
			}),
		);
	return {
		surfaces: [
			...group(
				stem,
				[-26, -10, 4, 18, 30].map((turn, i) => ({
					at: [i * 3 - 6, 0, i % 2 ? 4 : -4],
					turn: [0, i * 50, -turn],
				})),
			),
			...[-40, 200].flatMap((turn) => placed(leaf(50, 8, LEAF, 0.3), { turn: [0, turn, 40] })),
		],
		camera: { yawDegrees: 0, pitchDegrees: 4, distance: 7 },
	};
}

function flame(top: number): Surface[] {
	const glow = pixels(40, 80, (_u, v): Rgb => mix([255, 250, 214], [247, 148, 26], Math.abs(v - 0.66) * 1.7));
	return [
		blob(
			[4.4, 13, 4.4],
			{ paint: glow, material: { finish: "wet" } },
			{
				columns: 24,
				rows: 24,
				dent: ([x, y, z]) => {
					const narrow = y > 0 ? Math.max(0, 1 - y / 13) ** 0.7 : 1;
					return [x * narrow, y + top + 9, z * narrow];
				},
			},
		),
	];
}

function candles(): Scene {
	const candle = (hex: string): Surface[] => [
		turned({
			profile: [
				[9, 90],
				[9, 12],
			],
			paint: colour(hex),
			material: { finish: "peel" },
			arcDegrees: 360,
			rows: 16,
			columns: 40,
		}),
		disc(9, 90, colour(hex), { finish: "peel" }),
		turned({
			profile: [
				[13, 22],
				[12, 16],
				[6, 10],
				[5, 5],
				[20, 1],
				[21, 0],
			],
			paint: colour("#d8dce2"),
			material: { finish: "metal" },
			arcDegrees: 360,
			smooth: true,
			columns: 48,
		}),
		...flame(92),
	];
	return {
		surfaces: [
			...placed(candle("#fffaf0"), { at: [-28, 0, 0] }),
			...placed(candle("#fffaf0"), { at: [28, 0, 4] }),
		],
		camera: LEVEL,
	};
}

function colouredCandles(): Scene {
	const hues = [
		"#2f6fb8",
		"#f4f1e6",
		"#e2a21c",
		"#b8324a",
		"#3f9a6a",
		"#6d4aa0",
		"#e2763c",
		"#3aa3b5",
		"#d85a8a",
	];
	const surfaces = hues.flatMap((hex, i) => {
		const twist = pixels(
			60,
			60,
			(u, v): Rgb => mix(rgbOf(hex), [255, 255, 255], ((u * 3 + v * 4) % 1) * 0.35),
		);
		const height = i === 4 ? 96 : 76;
		return placed(
			[
				turned({
					profile: [
						[4.4, height],
						[4.4, 0],
					],
					paint: twist,
					material: { finish: "peel" },
					arcDegrees: 360,
					rows: 12,
					columns: 24,
				}),
				...flame(height - 2),
			],
			{ at: [(i - 4) * 15, 0, 0] },
		);
	});
	return { surfaces, camera: { ...LEVEL, pitchDegrees: 4 } };
}

function duckling(): Scene {
	const down = {
		paint: mottled("#ffd83c", "#f6bd1c", { cells: 6, seed: 3 }),
		material: { finish: "plastic" },
	} as const;
	const beak = { paint: colour("#f28a1c"), material: { finish: "plastic" } } as const;
	const eye = { paint: colour("#1a1a20"), material: { finish: "wet" } } as const;
	return {
		surfaces: [
			...placed(
				[blob([36, 26, 30], down, { dent: ([x, y, z]) => [x, y + Math.max(0, -x / 36) ** 2 * 13, z] })],
				{ at: [0, 26, 0] },
			),
			...placed([blob([22, 21, 21], down)], { at: [20, 66, 6] }),
			...placed([blob([10, 4, 9], beak)], { at: [42, 62, 12] }),
			...placed([blob([3, 3.6, 3], eye)], { at: [30, 72, 23] }),
			...placed([blob([20, 13, 7], down)], { at: [-6, 32, 28], turn: [0, 10, 14] }),
		],
		camera: { yawDegrees: -14, pitchDegrees: 10, distance: 6 },
	};
}

function capsules(): Scene {
	const random = seeded(81);
	const capsule = (hex: string) => [
		blob(
			[6, 6, 12],
			{
				paint: pixels(20, 20, (u): Rgb => (u < 0.25 || u > 0.75 ? [250, 248, 240] : rgbOf(hex))),
				material: { finish: "plastic" },
			},
			{ squareness: 0.7, columns: 24, rows: 18 },
		),
	];
	const kinds = [capsule("#2f9a6a"), capsule("#e2a21c")];
	return {
		surfaces: Array.from({ length: 22 }, (_, i) =>
			placed(kinds[i % 2] as Surface[], {
				at: [between(random, -46, 46), 6 + (i % 5) * 5, between(random, -34, 34)],
				turn: [random() * 40, random() * 360, 0],
			}),
		).flat(),
		camera: TABLE_VIEW,
	};
}

function foilRoll(): Scene {
	const metal = { finish: "metal" } as const;
	const roll = tube(
		(s) => [(s - 0.5) * 130, 22, 0],
		() => 22,
		{ paint: colour("#d6dade"), material: metal },
		8,
		48,
	);
	const end = placed(
		[disc(22, 0, colour("#b9bec4"), metal), disc(9, 0.4, colour("#8a6a48"), { finish: "paper" })],
		{ at: [65, 22, 0], turn: [0, 0, -90] },
	);
	const flap = tube(
		(s) => [(s - 0.5) * 130, 2, 30],
		() => 1,
		{ paint: colour("#d6dade"), material: metal },
		8,
		12,
	);
	return { surfaces: [roll, ...end, flap], camera: { yawDegrees: 30, pitchDegrees: 24, distance: 6 } };
}

function sushi(): Scene {
	return {
		surfaces: [
			...sushiRoll("#f07a4a", 0),
			...placed(sushiRoll("#6fae3c", 1), { at: [46, 0, 14] }),
			...placed(sushiRoll("#e23b44", 2), { at: [-44, 0, 16] }),
			...placed(sushiRoll("#f4c93a", 3), { at: [4, 0, 46] }),
		],
		camera: { ...TABLE_VIEW, pitchDegrees: 40 },
	};
}
