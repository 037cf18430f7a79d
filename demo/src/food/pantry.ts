import { between, seeded } from "../random.ts";
import { blob, bothSides, plate, tube } from "../shapes/solids.ts";
import type { Scene } from "../studio/photograph.ts";
import type { Surface } from "../studio/surface.ts";
import { cloudy, mottled } from "../studio/texture-noise.ts";
import { placed } from "../studio/transform.ts";
import type { Point } from "../studio/vector.ts";
import { FROM_ABOVE, heap, TABLE_VIEW } from "./arrange.ts";

export const PANTRY_FOODS = { pasta, flour, honey, jam, tahini } as const;

const DRY = { finish: "baked" } as const;

function pasta(): Scene {
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

function flour(): Scene {
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

function honey(): Scene {
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

function jam(): Scene {
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

function tahini(): Scene {
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
