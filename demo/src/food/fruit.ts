import { between, seeded } from "../random.ts";
import { blob, leaf, plate, tube } from "../shapes/solids.ts";
import { colour, pixels, type Rgb } from "../studio/paint.ts";
import type { Scene } from "../studio/photograph.ts";
import { mix, mottled } from "../studio/texture-noise.ts";
import { placed } from "../studio/transform.ts";
import { group, heap, LEVEL, TABLE_VIEW } from "./arrange.ts";
import { applePaint, appleSurfaces, LEAF, STALK } from "./whole-fruit.ts";

export const FRUIT = { apples, grapes, berries, pomegranates, coconut } as const;

function apples(): Scene {
	const [red, green] = [
		appleSurfaces(applePaint("#e9c25a", "#c2202c", 3)),
		appleSurfaces(applePaint("#b9cf52", "#8fb53a", 8)),
	];
	const foliage = leaf(26, 13, LEAF, 0.2);
	return {
		surfaces: [
			...placed(red, { at: [-30, 0, 8], turn: [0, 30, 6] }),
			...placed(green, { at: [34, 0, -6], turn: [8, 190, -8], scale: 0.92 }),
			...placed(foliage, { at: [-28, 56, 10], turn: [20, -20, 12] }),
		],
		camera: { ...LEVEL, pitchDegrees: 20 },
	};
}

function grapes(): Scene {
	const random = seeded(6);
	const berry = [
		blob(
			[9.6, 10.4, 9.6],
			{
				paint: mottled("#5b2348", "#341030", { cells: 3, seed: 4, contrast: 1.8 }),
				material: { finish: "wet" },
			},
			{ columns: 22, rows: 16 },
		),
	];
	const bunch = Array.from({ length: 44 }, (_, i) => {
		const share = i / 43;
		const room = 32 * Math.sin(Math.PI * (0.2 + 0.72 * (1 - share))) ** 1.1;
		const turn = i * 2.4;
		return placed(berry, {
			at: [Math.cos(turn) * room, 12 + (1 - share) * 76 + between(random, -3, 3), Math.sin(turn) * room],
			turn: [random() * 90, random() * 90, 0],
		});
	}).flat();
	const stem = tube(
		(s) => [s * 8, 84 + s * 26, 0],
		() => 2,
		STALK,
		10,
		8,
	);
	return {
		surfaces: [...bunch, stem, ...placed(leaf(52, 44, LEAF, 0.12), { at: [4, 98, 6], turn: [34, -24, -8] })],
		camera: LEVEL,
	};
}

function berries(): Scene {
	const random = seeded(15);
	const blue = [
		blob(
			[9, 8.4, 9],
			{ paint: mottled("#3d4c86", "#232b5c", { cells: 4, seed: 3 }), material: { finish: "peel" } },
			{ columns: 20, rows: 14 },
		),
	];
	const seedDots = pixels(120, 90, (u, v): Rgb => {
		const [x, y] = [((u * 16 + (Math.floor(v * 12) % 2) * 0.5) % 1) - 0.5, ((v * 12) % 1) - 0.5];
		return Math.hypot(x, y * 0.7) < 0.17 ? [240, 200, 96] : mix([206, 24, 40], [228, 60, 60], v);
	});
	const strawberry = [
		blob(
			[15, 19, 15],
			{ paint: seedDots, material: { finish: "wet", relief: { repeats: 1, strength: 0.12 } } },
			{
				dent: ([x, y, z]) => {
					const narrow = 1 - 0.38 * Math.max(0, -y / 19) ** 1.2;
					return [x * narrow, y, z * narrow];
				},
			},
		),
		...[0, 72, 144, 216, 288].flatMap((turn) =>
			placed(leaf(14, 7, LEAF, 0.3), { at: [0, 17, 0], turn: [0, turn, 0] }),
		),
	];
	return {
		surfaces: [
			...heap(random, { count: 24, radius: 46, height: 16, wild: true }, () => blue),
			...group(strawberry, [
				{ at: [-20, 18, 16], turn: [40, 20, 18] },
				{ at: [20, 20, 20], turn: [46, 0, -24] },
				{ at: [0, 36, -6], turn: [20, 0, 4] },
			]),
		],
		camera: TABLE_VIEW,
	};
}

function pomegranates(): Scene {
	const paint = applePaint("#d9553a", "#a3122a", 19);
	const crown = [0, 60, 120, 180, 240, 300].flatMap((turn) =>
		placed(leaf(15, 9, { paint: colour("#b5452f"), material: { finish: "baked" } }, 0.1), {
			at: [0, 63, 0],
			turn: [0, turn, 0],
		}),
	);
	const fruit = [
		blob(
			[36, 34, 36],
			{ paint, material: { finish: "peel", relief: { repeats: 1, strength: 0.06 } } },
			{ columns: 48, rows: 36 },
		),
	];
	const seed = [
		blob([4.4, 4, 5.6], { paint: colour("#b3102c"), material: { finish: "wet" } }, { columns: 12, rows: 10 }),
	];
	return {
		surfaces: [
			...placed(fruit, { at: [0, 33, -10] }),
			...placed(crown, { at: [0, 3, -10] }),
			...placed(
				heap(seeded(9), { count: 30, radius: 44, height: 4, tilt: 40 }, () => seed),
				{ at: [4, 4, 34], scale: 0.9 },
			),
		],
		camera: { ...LEVEL, pitchDegrees: 22 },
	};
}

function coconut(): Scene {
	const shell = mottled("#6b4326", "#452812", { cells: 12, seed: 2, contrast: 2.4 });
	const whole = [
		blob(
			[38, 36, 38],
			{ paint: shell, material: { finish: "baked", relief: { repeats: 3, strength: 0.6 } } },
			{ columns: 48, rows: 36 },
		),
	];
	const flesh = pixels(120, 120, (u, v): Rgb => {
		const reach = Math.hypot(u - 0.5, v - 0.5) / 0.4;
		return reach > 0.93
			? [88, 54, 28]
			: mix([255, 253, 248], [226, 222, 212], Math.max(0, 0.66 - reach) * 1.6);
	});
	const half = [
		plate(
			36,
			6,
			{ paint: flesh, material: { finish: "peel" } },
			{ height: (share) => (share < 0.8 ? -14 * (1 - (share / 0.8) ** 2) : 0) },
		),
	];
	return {
		surfaces: [
			...placed(whole, { at: [-20, 36, -16] }),
			...placed(half, { at: [34, 34, 20], turn: [66, 0, -12] }),
		],
		camera: LEVEL,
	};
}
