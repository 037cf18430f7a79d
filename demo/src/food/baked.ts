import { between, seeded } from "../random.ts";
import { blob, type Outline, plate, polygon, tube } from "../shapes/solids.ts";
import { colour, type Paint, pixels, type Rgb, rgbOf } from "../studio/paint.ts";
import type { Scene } from "../studio/photograph.ts";
import type { Surface } from "../studio/surface.ts";
import { cloudy, mix, mottled } from "../studio/texture-noise.ts";
import { placed } from "../studio/transform.ts";
import type { Point } from "../studio/vector.ts";
import { FROM_ABOVE, group, heap, TABLE_VIEW, through } from "./arrange.ts";

export const BAKED = { crackers, matzah, cookies, challah, bread, pretzels, pita, wheat } as const;

const CRUST = { finish: "baked", relief: { repeats: 1, strength: 0.16 } } as const;
const GLAZED = { finish: "peel", relief: { repeats: 1, strength: 0.05 } } as const;

/** Golden in the middle, brown at the rim, with a dark dot at each of the `holes`. */
function toasted(light: string, dark: string, seed: number, holes?: (u: number, v: number) => number): Paint {
	const field = cloudy(seed, 6);
	const [pale, brown] = [rgbOf(light), rgbOf(dark)];
	return pixels(160, 160, (u, v) => {
		const rim = Math.max(Math.abs(u - 0.5), Math.abs(v - 0.5)) * 2;
		const crust = mix(pale, brown, (field(u, v) - 0.42) * 1.3 + Math.max(0, rim - 0.6) * 1.2);
		return holes ? mix(crust, [70, 38, 14], holes(u, v)) : crust;
	});
}

function dots(count: number): (u: number, v: number) => number {
	return (u, v) => {
		const near = (x: number) => Math.abs(((((x - 0.14) / 0.72) * count) % 1) - 0.5);
		const inside = Math.abs(u - 0.5) < 0.36 && Math.abs(v - 0.5) < 0.36;
		return inside ? Math.max(0, 0.8 - Math.hypot(near(u), near(v)) * 6) : 0;
	};
}

function crackers(): Scene {
	const look = { paint: toasted("#e9bd74", "#b8702c", 11, dots(5)), material: CRUST };
	const cracker = [plate(27, 4.5, look, { outline: polygon(4) })];
	const surfaces = group(cracker, [
		...Array.from({ length: 5 }, (_, i) => ({
			at: [-26, i * 5.2, -6] as Point,
			turn: [0, 45 + i * 7, 0] as Point,
		})),
		{ at: [-22, 29, -4], turn: [14, 30, 5] },
		{ at: [26, 24, -4], turn: [66, 0, -14] },
		{ at: [10, 16, 26], turn: [38, 40, 8] },
	]);
	return { surfaces, camera: TABLE_VIEW };
}

function matzah(): Scene {
	const lines = (u: number, v: number) => {
		const column = Math.abs((((u - 0.1) * 20) % 1) - 0.5);
		const row = ((v * 34) % 1) - 0.5;
		return column < 0.1 && Math.abs(row) < 0.25 ? 0.55 : 0;
	};
	const look = { paint: toasted("#f0d9a8", "#b77a38", 5, lines), material: CRUST };
	const board = [plate(60, 3, look, { outline: polygon(4) })];
	return {
		surfaces: group(board, [
			{ at: [0, 0, 0], turn: [0, 45, 0] },
			{ at: [3, 4, -2], turn: [2, 38, 0] },
			{ at: [-2, 8, 2], turn: [0, 51, 2] },
			{ at: [0, 34, -28], turn: [58, 43, 0] },
		]),
		camera: TABLE_VIEW,
	};
}

function cookies(): Scene {
	const random = seeded(3);
	const dough = {
		paint: toasted("#d99e56", "#93551f", 21),
		material: { finish: "baked", relief: { repeats: 1, strength: 0.32 } },
	} as const;
	const chip = { paint: colour("#3a1d10"), material: { finish: "peel" } } as const;
	const cookie: Surface[] = [plate(30, 11, dough, { height: (share) => 3.5 * (1 - share ** 2) })];
	for (let i = 0; i < 13; i++) {
		const [reach, turn] = [Math.sqrt(random()) * 26, random() * 6.28];
		const at: Point = [Math.cos(turn) * reach, 12.2 - (reach / 30) ** 2 * 3, Math.sin(turn) * reach];
		cookie.push(
			...placed([blob([4.2, 3, 3.6], chip, { columns: 12, rows: 8 })], { at, turn: [0, random() * 90, 0] }),
		);
	}
	return {
		surfaces: group(cookie, [
			{ at: [-18, 0, -8] },
			{ at: [-15, 12, -10], turn: [0, 70, 0] },
			{ at: [-19, 24, -7], turn: [0, 150, 0] },
			{ at: [-16, 36, -9], turn: [3, 220, 0] },
			{ at: [28, 26, 8], turn: [64, 10, -10] },
		]),
		camera: TABLE_VIEW,
	};
}

/** Three strands that pass over and under one another, thinner towards both ends. */
function challah(): Scene {
	const look = {
		paint: mottled("#d9973f", "#9a5318", { cells: 5, seed: 9, contrast: 1.5 }),
		material: GLAZED,
	};
	const surfaces = [0, 1, 2].map((strand) => {
		const along = (s: number): Point => {
			const phase = s * 9 + (strand * 2 * Math.PI) / 3;
			const room = Math.sin(Math.PI * (0.04 + 0.92 * s)) ** 0.8;
			return [(s - 0.5) * 176, 20 + 8 * room * Math.sin(2 * phase), 21 * room * Math.sin(phase)];
		};
		return tube(along, (s) => 5 + 12 * Math.sin(Math.PI * (0.02 + 0.96 * s)) ** 0.8, look, 120, 24);
	});
	return { surfaces: [...surfaces, ...seeds(120, 66, 33)], camera: { ...TABLE_VIEW, yawDegrees: -20 } };
}

function seeds(count: number, halfLength: number, top: number): Surface[] {
	const random = seeded(4);
	const seed = blob(
		[1.6, 0.8, 1.1],
		{ paint: colour("#f3e2b4"), material: { finish: "baked" } },
		{ columns: 8, rows: 6 },
	);
	return Array.from({ length: count }, () => {
		const x = between(random, -1, 1) * halfLength;
		const z = between(random, -1, 1) * 24;
		const y = top + 5 - Math.abs(z) * 0.42 - (x / halfLength) ** 2 * 10;
		return placed([seed], { at: [x, y, z], turn: [between(random, -30, 30), random() * 180, 0] });
	}).flat();
}

const LOAF: Outline = (turn) => {
	const [x, y] = [Math.sin(turn), -Math.cos(turn)];
	const body = Math.min(0.84 / Math.max(0.001, Math.abs(x)), 0.9 / Math.max(0.001, Math.abs(y)), 1.1);
	return y > 0.35 ? Math.min(1.12, body + (y - 0.35) * 0.12 + Math.abs(x) * 0.06) : body;
};

function bread(): Scene {
	const crumb = cloudy(31, 14);
	const paint = pixels(160, 160, (u, v): Rgb => {
		const turn = Math.atan2(u - 0.5, v - 0.5);
		const share = Math.hypot(u - 0.5, v - 0.5) / (0.4 * LOAF(turn));
		return mix(
			mix([244, 226, 188], [222, 190, 138], crumb(u, v) * 1.4 - 0.3),
			[128, 68, 24],
			(share - 0.88) * 9,
		);
	});
	const slice = [
		plate(
			38,
			11,
			{ paint, material: { finish: "baked", relief: { repeats: 1, strength: 0.2 } } },
			{ outline: LOAF },
		),
	];
	return {
		surfaces: group(
			slice,
			Array.from({ length: 6 }, (_, i) => ({
				at: [-4 + i * 3, 38 - i * 2.5, -30 + i * 15],
				turn: [90 - i * 5, 0, 0],
			})),
		),
		camera: { yawDegrees: 32, pitchDegrees: 18, distance: 6 },
	};
}

function pretzels(): Scene {
	const look = {
		paint: mottled("#9a5420", "#5e2a0c", { cells: 4, seed: 2, contrast: 1.4 }),
		material: GLAZED,
	};
	const rope = through([
		[-10, 2, 19],
		[-4, 3, 9],
		[3, 6, 0],
		[9, 3, -13],
		[18, 2, -21],
		[29, 2, -10],
		[24, 2, 12],
		[0, 2, 24],
		[-24, 2, 12],
		[-29, 2, -10],
		[-18, 2, -21],
		[-9, 3, -13],
		[-3, 0, 0],
		[4, 3, 9],
		[10, 4, 19],
	]);
	const salt = blob(
		[1.3, 1.1, 1.2],
		{ paint: colour("#fffdf6"), material: { finish: "plastic" } },
		{ columns: 6, rows: 5, squareness: 0.5 },
	);
	const grains = Array.from({ length: 16 }, (_, i) => {
		const [x, y, z] = rope(0.06 + i * 0.058);
		return placed([salt], { at: [x + (i % 3) - 1, y + 4.6, z + (i % 2)], turn: [i * 30, i * 50, 0] });
	}).flat();
	const pretzel = [tube(rope, () => 4.8, look, 100, 14), ...grains];
	return {
		surfaces: heap(seeded(12), { count: 8, radius: 34, height: 26, tilt: 34 }, () => pretzel),
		camera: FROM_ABOVE,
	};
}

function pita(): Scene {
	const look = { paint: toasted("#f1dcae", "#b98545", 41), material: CRUST };
	const bread = [plate(44, 9, look, { height: (share) => 7 * (1 - share ** 3) })];
	return {
		surfaces: group(bread, [
			{ at: [0, 0, 0] },
			{ at: [4, 13, -3], turn: [2, 60, 3] },
			{ at: [-3, 26, 2], turn: [-2, 130, -3] },
			{ at: [14, 44, 16], turn: [44, 20, -14] },
		]),
		camera: TABLE_VIEW,
	};
}

function wheat(): Scene {
	const grain = {
		paint: mottled("#e2b04a", "#a8741c", { cells: 3, seed: 6 }),
		material: { finish: "baked" },
	} as const;
	const straw = { paint: colour("#cfa040"), material: { finish: "baked" } } as const;
	const ear: Surface[] = [
		tube(
			(s) => [Math.sin(s * 1.2) * 6, s * 150, 0],
			() => 1.3,
			straw,
			16,
			8,
		),
	];
	for (let i = 0; i < 22; i++) {
		const y = 84 + i * 3.2;
		const side = i % 2 ? 1 : -1;
		const kernel = blob([3.4, 8, 3.2], grain, { columns: 12, rows: 10 });
		ear.push(...placed([kernel], { at: [5 + side * 5, y, (i % 3) - 1], turn: [0, 0, side * -24] }));
		ear.push(
			...placed(
				[
					tube(
						(s) => [side * s * 10, s * 34, 0],
						(s) => 0.55 * (1 - s * 0.8),
						straw,
						8,
						6,
					),
				],
				{ at: [5 + side * 6, y + 6, 0] },
			),
		);
	}
	return {
		surfaces: group(
			ear,
			[-30, -14, 2, 18, 33].map((turn, i) => ({
				at: [i * 3 - 6, 0, i % 2 ? -4 : 4],
				turn: [0, i * 40, -turn],
			})),
		),
		camera: { yawDegrees: 0, pitchDegrees: 4, distance: 7 },
	};
}
