import { between, seeded } from "../random.ts";
import { material } from "../studio/material.ts";
import { cloudy, mix, pixels, rgbOf, type Texture } from "../studio/paint.ts";
import { view } from "../studio/photograph.ts";
import { blob, type Outline, plate, polygon, tube } from "../studio/solids.ts";
import { type Point, placed } from "../studio/surface.ts";
import { ABOVE, bunch, copies, heap, spiral, TABLE, through } from "./arrange.ts";

/** Golden in the middle, brown at the rim, dark where there are `holes`. */
function toasted(light: string, dark: string, holes: (u: number, v: number) => number = () => 0): Texture {
	const field = cloudy(11, 6);
	return pixels(160, 160, (u, v) => {
		const rim = Math.max(Math.abs(u - 0.5), Math.abs(v - 0.5)) * 2;
		const crust = (field(u, v) - 0.42) * 1.3 + Math.max(0, rim - 0.6) * 1.2;
		return mix(mix(rgbOf(light), rgbOf(dark), crust), [70, 38, 14], holes(u, v));
	});
}

/** How far a place is from the middle of its cell, when a cracker is divided into cells. */
function within(place: number, cells: number): number {
	return Math.abs(((((place - 0.14) / 0.72) * cells + cells) % 1) - 0.5);
}

export function crackers() {
	const holes = (u: number, v: number) =>
		Math.max(Math.abs(u - 0.5), Math.abs(v - 0.5)) < 0.36
			? 0.8 - Math.hypot(within(u, 5), within(v, 5)) * 6
			: 0;
	const look = material("baked", toasted("#e9bd74", "#b8702c", holes), 0.16);
	const stack = Array.from(
		{ length: 5 },
		(_, i) =>
			[
				[-26, i * 5.2, -6],
				[0, 45 + i * 7, 0],
			] as const,
	);
	return view(
		TABLE,
		copies(
			plate(27, 4.5, look, undefined, polygon(4)),
			...stack,
			[
				[-22, 29, -4],
				[14, 30, 5],
			],
			[
				[26, 24, -4],
				[66, 0, -14],
			],
			[
				[10, 16, 26],
				[38, 40, 8],
			],
		),
	);
}

export function matzah() {
	const lines = (u: number, v: number) => (within(u, 14) < 0.1 && within(v, 24) < 0.25 ? 0.55 : 0);
	const board = plate(
		60,
		3,
		material("baked", toasted("#f0d9a8", "#b77a38", lines), 0.16),
		undefined,
		polygon(4),
	);
	return view(
		TABLE,
		copies(
			board,
			[
				[0, 0, 0],
				[0, 45, 0],
			],
			[
				[3, 4, -2],
				[2, 38, 0],
			],
			[
				[-2, 8, 2],
				[0, 51, 2],
			],
			[
				[0, 34, -28],
				[58, 43, 0],
			],
		),
	);
}

export function cookies() {
	const chip = blob([4.2, 3, 3.6], material("peel", "#3a1d10"));
	const chips = Array.from({ length: 13 }, (_, i) => {
		const [x, z] = spiral(i, Math.sqrt((i + 0.3) / 13) * 26);
		return placed(chip, [x, 12.2 - (x * x + z * z) / 300, z], [0, i * 50, 0]);
	});
	const dough = material("baked", toasted("#d99e56", "#93551f"), 0.32);
	const cookie = [plate(30, 11, dough, (share) => 3.5 * (1 - share ** 2)), chips];
	return view(
		TABLE,
		copies(
			cookie,
			[[-18, 0, -8]],
			[
				[-15, 12, -10],
				[0, 70, 0],
			],
			[
				[-19, 24, -7],
				[0, 150, 0],
			],
			[
				[-16, 36, -9],
				[3, 220, 0],
			],
			[
				[28, 26, 8],
				[64, 10, -10],
			],
		),
	);
}

/** Three strands that pass over and under one another, thinner towards both ends. */
export function challah() {
	const crust = material("peel", ["#d9973f", "#9a5318", 5, 1.5], 0.05);
	const strands = [0, 1, 2].map((strand) =>
		tube(
			(s) => {
				const phase = s * 9 + (strand * 2 * Math.PI) / 3;
				const room = Math.sin(Math.PI * (0.04 + 0.92 * s)) ** 0.8;
				return [(s - 0.5) * 176, 20 + 8 * room * Math.sin(2 * phase), 21 * room * Math.sin(phase)];
			},
			(s) => 5 + 12 * Math.sin(Math.PI * (0.02 + 0.96 * s)) ** 0.8,
			crust,
			100,
		),
	);
	const random = seeded(4);
	const seed = blob([1.6, 0.8, 1.1], material("baked", "#f3e2b4"));
	const seeds = Array.from({ length: 120 }, () => {
		const [x, z] = [between(random, -66, 66), between(random, -24, 24)];
		return placed(seed, [x, 38 - Math.abs(z) * 0.42 - (x / 66) ** 2 * 10, z], [0, random() * 180, 0]);
	});
	return view(TABLE, [strands, seeds], -20);
}

const LOAF: Outline = (turn) => {
	const [x, y] = [Math.abs(Math.sin(turn)), -Math.cos(turn)];
	const body = Math.min(0.84 / Math.max(0.001, x), 0.9 / Math.max(0.001, Math.abs(y)), 1.1);
	return y > 0.35 ? Math.min(1.12, body + (y - 0.35) * 0.12 + x * 0.06) : body;
};

export function bread() {
	const crumb = cloudy(31, 14);
	const paint = pixels(160, 160, (u, v) => {
		const reach = Math.hypot(u - 0.5, v - 0.5) / (0.4 * LOAF(Math.atan2(u - 0.5, v - 0.5)));
		const inside = mix([244, 226, 188], [222, 190, 138], crumb(u, v) * 1.4 - 0.3);
		return mix(inside, [128, 68, 24], (reach - 0.88) * 9);
	});
	const slice = plate(38, 11, material("baked", paint, 0.2), undefined, LOAF);
	const slices = Array.from(
		{ length: 6 },
		(_, i) =>
			[
				[-4 + i * 3, 38 - i * 2.5, -30 + i * 15],
				[90 - i * 5, 0, 0],
			] as const,
	);
	return view(18, copies(slice, ...slices), 32);
}

export function pretzels() {
	const half: Point[] = [
		[-10, 2, 19],
		[-4, 3, 9],
		[3, 6, 0],
		[9, 3, -13],
		[18, 2, -21],
		[29, 2, -10],
		[24, 2, 12],
	];
	// Mirrored, and under the first half where they cross.
	const other = half.map(([x, y, z]): Point => [-x, Math.min(y, 6 - y), z]);
	const rope = through([...half, [0, 2, 24], ...other.reverse()]);
	const salt = blob([1.3, 1.1, 1.2], material("plastic", "#fffdf6"), { squareness: 0.5 });
	const grains = Array.from({ length: 16 }, (_, i) => {
		const [x, y, z] = rope(0.06 + i * 0.058);
		return placed(salt, [x + (i % 3) - 1, y + 4.6, z + (i % 2)], [i * 30, i * 50, 0]);
	});
	const pretzel = [tube(rope, 4.8, material("peel", ["#9a5420", "#5e2a0c", 4, 1.4], 0.05), 100), grains];
	return view(ABOVE, heap(12, [8, 34, 26], [pretzel], 34));
}

export function pita() {
	const look = material("baked", toasted("#f1dcae", "#b98545"), 0.16);
	return view(
		TABLE,
		copies(
			plate(44, 9, look, (share) => 7 * (1 - share ** 3)),
			[[0, 0, 0]],
			[
				[4, 13, -3],
				[2, 60, 3],
			],
			[
				[-3, 26, 2],
				[-2, 130, -3],
			],
			[
				[14, 44, 16],
				[44, 20, -14],
			],
		),
	);
}

export function wheat() {
	const straw = material("baked", "#cfa040");
	const kernel = blob([3.4, 8, 3.2], material("baked", ["#e2b04a", "#a8741c"]));
	const ear = Array.from({ length: 22 }, (_, i) => {
		const side = i % 2 ? 1 : -1;
		const y = 84 + i * 3.2;
		const awn = tube((s) => [5 + side * (6 + s * 10), y + 6 + s * 34, 0], 0.4, straw, 8);
		return [awn, placed(kernel, [5 + side * 5, y, (i % 3) - 1], [0, 0, side * -24])];
	});
	return view(4, bunch([tube((s) => [Math.sin(s * 1.2) * 6, s * 150, 0], 1.3, straw), ear]));
}

export function doughnuts() {
	const field = cloudy(8, 8);
	const paint = pixels(96, 96, (u, v) => {
		const crust = mix([206, 138, 64], [164, 96, 36], field(u, v) * 1.6 - 0.3);
		const belt = mix(crust, [244, 214, 150], 1 - Math.abs(v - 0.52) * 16);
		return mix(belt, [255, 252, 246], (0.34 - v) * 7 + (field(u * 2, v * 2) - 0.5) * 2.4);
	});
	const jelly = placed(blob([6, 5, 6], material("wet", "#b01730")), [0, 20, 2]);
	return view(
		TABLE,
		copies(
			[blob([30, 21, 30], material("baked", paint, 0.1)), jelly],
			[[-27, 21, 4]],
			[
				[30, 21, 12],
				[6, 60, -6],
			],
			[
				[2, 50, -10],
				[18, 30, 4],
			],
		),
	);
}

/** Rounds of dough folded up at three sides, the filling left open in the middle. */
export function hamantaschen() {
	const dough = material("baked", ["#efc684", "#b97a34", 5, 1.5], 0.08);
	const wall = tube(
		(s) => [(s - 0.5) * 66, 12 + 5 * Math.sin(Math.PI * s), 19 + 3 * Math.sin(Math.PI * s)],
		(s) => 10 - 9 * Math.abs(s - 0.5),
		dough,
	);
	const side = [wall, placed(blob([9, 6, 9], dough), [31, 9, 18])];
	const pastry = (hex: string) => [
		copies(
			side,
			[[0, 0, 0]],
			[
				[0, 0, 0],
				[0, 120, 0],
			],
			[
				[0, 0, 0],
				[0, 240, 0],
			],
		),
		placed(plate(27, 8, dough, undefined, polygon(3)), [0, 0, 0], [0, 60, 0]),
		placed(blob([16, 7, 16], material("wet", hex)), [0, 12, 0]),
	];
	return view(44, [
		placed(pastry("#a3173f"), [-44, 0, 22], [0, 14, 0]),
		placed(pastry("#2a1610"), [44, 0, 20], [0, 76, 0]),
		placed(pastry("#e08a1c"), [2, 0, -46], [0, 44, 0]),
	]);
}
