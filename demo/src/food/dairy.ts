import { seeded } from "../random.ts";
import { prism } from "../shapes/prism.ts";
import { turned } from "../shapes/revolve.ts";
import { blob, leaf, plate } from "../shapes/solids.ts";
import { colour, pixels, type Rgb } from "../studio/paint.ts";
import type { Scene } from "../studio/photograph.ts";
import type { Surface } from "../studio/surface.ts";
import { cloudy, mix, mottled } from "../studio/texture-noise.ts";
import { placed } from "../studio/transform.ts";
import { heap, LEVEL, TABLE_VIEW } from "./arrange.ts";
import { tumbler } from "./tumbler.ts";

export const DAIRY_FOODS = { milk, cheese, yogurt, hummus, butter, eggs } as const;

const CREAMY = { finish: "peel" } as const;
const MINT = {
	paint: mottled("#5fae4a", "#35782c", { cells: 4, seed: 3 }),
	material: { finish: "peel" },
} as const;

function milk(): Scene {
	const bottle = [
		turned({
			profile: [
				[15, 150],
				[17, 148],
				[14, 138],
				[14, 118],
				[30, 92],
				[32, 80],
				[32, 6],
				[28, 0],
			],
			paint: colour("#fdfdfa"),
			material: { finish: "glass" },
			arcDegrees: 360,
			smooth: true,
		}),
		...placed([plate(16, 5, { paint: colour("#d8484a"), material: { finish: "foil" } })], {
			at: [0, 147, 0],
		}),
	];
	return {
		surfaces: [
			...placed(bottle, { at: [-22, 0, -22] }),
			...placed(tumbler("#ffffff", "#ffffff"), { at: [28, 0, 18], scale: 0.84 }),
		],
		camera: { ...LEVEL, pitchDegrees: 16 },
	};
}

function cheese(): Scene {
	const field = cloudy(2, 5);
	const paint = pixels(120, 120, (u, v): Rgb => mix([250, 205, 84], [240, 184, 58], field(u, v)));
	const holes = pixels(200, 100, (u, v): Rgb => {
		const hole = [
			[0.16, 0.3, 0.09],
			[0.38, 0.66, 0.12],
			[0.62, 0.3, 0.1],
			[0.82, 0.68, 0.08],
			[0.5, 0.16, 0.04],
			[0.24, 0.8, 0.05],
			[0.72, 0.84, 0.04],
		].find(([x = 0, y = 0, r = 0]) => Math.hypot((u - x) * 2, v - y) < r * 1.3);
		const depth = hole
			? Math.min(
					1,
					(hole[2] as number) * 1.3 -
						Math.hypot((u - (hole[0] as number)) * 2, v - (hole[1] as number)) +
						0.06,
				) * 5
			: 0;
		return hole
			? mix([206, 142, 34], [232, 172, 56], depth + (v - (hole[1] as number)) * 3)
			: mix([250, 208, 92], [242, 190, 64], field(u, v));
	});
	const wedge = prism(
		[
			[-52, 30],
			[60, 8],
			[42, -40],
		],
		44,
		{ top: paint, sides: [holes, paint, paint], material: CREAMY },
	);
	return { surfaces: [...wedge], camera: { yawDegrees: -8, pitchDegrees: 26, distance: 5 } };
}

/** A heaped bowl of something soft, with the mark of a spoon. */
function creamBowl(cream: string, shadow: string, bowl: string): Surface[] {
	const swirl = (share: number, turn: number) =>
		12 * (1 - share ** 2) + 3.4 * Math.sin(share * 17 - turn * 1) * (1 - share ** 4);
	return [
		turned({
			profile: [
				[56, 40],
				[54, 34],
				[44, 12],
				[24, 2],
				[20, 0],
			],
			paint: colour(bowl),
			material: { finish: "plastic" },
			arcDegrees: 360,
			smooth: true,
		}),
		...placed(
			[
				plate(
					51,
					4,
					{ paint: mottled(cream, shadow, { cells: 6, seed: 3 }), material: { finish: "wet" } },
					{ columns: 110, height: swirl },
				),
			],
			{ at: [0, 33, 0] },
		),
	];
}

function yogurt(): Scene {
	const random = seeded(8);
	const berry = [
		blob(
			[6.4, 6, 6.4],
			{ paint: mottled("#3d4c86", "#232b5c", { cells: 4, seed: 3 }), material: { finish: "peel" } },
			{ columns: 18, rows: 12 },
		),
	];
	return {
		surfaces: [
			...creamBowl("#fffefa", "#f0ece2", "#3f7fa6"),
			...placed(
				heap(random, { count: 7, radius: 18, height: 6, wild: true }, () => berry),
				{ at: [10, 50, 8] },
			),
			...placed(leaf(20, 10, MINT, 0.3), { at: [-4, 50, 4], turn: [0, 150, 10] }),
		],
		camera: { ...TABLE_VIEW, pitchDegrees: 38 },
	};
}

function hummus(): Scene {
	const random = seeded(12);
	const pea = [
		blob(
			[6, 5.6, 6.4],
			{ paint: mottled("#e9cb8f", "#cfa660", { cells: 4, seed: 4 }), material: { finish: "wet" } },
			{ columns: 16, rows: 12 },
		),
	];
	const speck = [
		blob([1, 0.6, 1], { paint: colour("#a83210"), material: { finish: "baked" } }, { columns: 6, rows: 4 }),
	];
	const flecks = Array.from({ length: 90 }, () => {
		const [reach, turn] = [Math.sqrt(random()) * 42, random() * 6.2832];
		return placed(speck, {
			at: [Math.cos(turn) * reach, 39.5 + 12 * (1 - (reach / 51) ** 2) + 2.4, Math.sin(turn) * reach],
		});
	}).flat();
	const oil = [blob([17, 1.6, 12], { paint: colour("#c79a1c"), material: { finish: "wet" } })];
	return {
		surfaces: [
			...creamBowl("#edd6a4", "#d6b67c", "#2f6f78"),
			...flecks,
			...placed(oil, { at: [-14, 50, 10] }),
			...placed(
				heap(random, { count: 6, radius: 10, height: 4, wild: true }, () => pea),
				{ at: [10, 53, 0] },
			),
			...placed(leaf(18, 10, MINT, 0.3), { at: [16, 56, 6], turn: [0, 20, 10] }),
		],
		camera: { ...TABLE_VIEW, pitchDegrees: 42 },
	};
}

function butter(): Scene {
	const look = { paint: mottled("#fbe28a", "#f3d268", { cells: 4, seed: 3 }), material: CREAMY };
	const block = [blob([46, 17, 20], look, { squareness: 0.14, columns: 56, rows: 34 })];
	const pat = [blob([3, 16, 19], look, { squareness: 0.16, columns: 40, rows: 28 })];
	return {
		surfaces: [
			...placed(block, { at: [-14, 17, 0] }),
			...placed(pat, { at: [42, 15, 2], turn: [0, 0, -14] }),
			...placed(pat, { at: [60, 6, 8], turn: [0, 20, -70] }),
		],
		camera: { ...TABLE_VIEW, yawDegrees: 26 },
	};
}

function eggs(): Scene {
	const egg = (hex: string, deep: string) => [
		blob(
			[21, 27, 21],
			{
				paint: mottled(hex, deep, { cells: 5, seed: 2, contrast: 1.2 }),
				material: { finish: "peel", relief: { repeats: 2, strength: 0.03 } },
			},
			{
				columns: 44,
				rows: 32,
				dent: ([x, y, z]) => {
					const narrow = 1 - 0.16 * Math.max(0, y / 27);
					return [x * narrow, y, z * narrow];
				},
			},
		),
	];
	const [brown, white] = [egg("#d99f6c", "#c4834f"), egg("#faf5ec", "#eee4d4")];
	return {
		surfaces: [
			...placed(brown, { at: [-34, 24, 8], turn: [10, 0, 14] }),
			...placed(white, { at: [8, 25, 14], turn: [4, 0, -6] }),
			...placed(brown, { at: [44, 21, 2], turn: [60, 40, 10] }),
			...placed(white, { at: [-12, 24, -30], turn: [0, 0, 10] }),
			...placed(brown, { at: [28, 24, -30] }),
		],
		camera: { ...LEVEL, pitchDegrees: 20 },
	};
}
