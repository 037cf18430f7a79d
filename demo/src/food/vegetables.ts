import { material } from "../studio/material.ts";
import { cloudy, mix, pixels } from "../studio/paint.ts";
import { view } from "../studio/photograph.ts";
import { blob, leaf, plate, tube } from "../studio/solids.ts";
import { placed } from "../studio/surface.ts";
import { ABOVE, copies, heap, TABLE } from "./arrange.ts";
import { GREEN, tomato } from "./pieces.ts";

export function tomatoes() {
	return view(
		22,
		copies(
			tomato(),
			[
				[-32, 0, 4],
				[12, 0, 6],
			],
			[[34, 0, 8], [16, 40, -10], 0.95],
			[
				[2, 0, -40],
				[0, 80, 0],
			],
		),
	);
}

export function peas() {
	const pea = blob([7, 7, 7], material("peel", ["#7fb23c", "#5c9226"]));
	const kernel = blob([6.4, 5, 7], material("peel", ["#f4c93a", "#e0a61c"]), { squareness: 0.8 });
	const cube = blob([6.5, 6.5, 6.5], material("peel", ["#ee7d20", "#d8640e"]), { squareness: 0.3 });
	return view(ABOVE, heap(2, [120, 52, 32], [pea, pea, kernel, cube]));
}

export function olives() {
	const pepper = placed(blob([3.4, 3.4, 2], material("wet", "#c8321f")), [0, 0, 12.2]);
	const kinds = (["#8b9a3a", "#9aa845", "#6f7d2c"] as const).map((hex) => [
		blob([9.5, 9.5, 13], material("wet", [hex, "#5c6a24", 3, 1])),
		pepper,
	]);
	return view(TABLE, [
		heap(9, [26, 42, 30], kinds),
		copies(
			leaf(44, 11, GREEN, 0.15),
			[
				[30, 14, -17],
				[0, 30, 10],
			],
			[
				[12, 14, -32],
				[0, 70, 10],
			],
			[
				[-32, 14, 12],
				[0, 200, 10],
			],
		),
	]);
}

export function chickpeas() {
	const pea = blob([9, 8.4, 9.6], material("peel", ["#e3c182", "#c79c56"]), {
		dent: ([x, y, z]) => [x, y, z + Math.max(0, z - 7) * 1.2],
	});
	return view(ABOVE, heap(31, [64, 50, 34], [pea]));
}

export function potatoChips() {
	const field = cloudy(6, 5);
	const paint = pixels(120, 120, (u, v) => {
		const reach = Math.hypot(u - 0.5, v - 0.5) / 0.4;
		const flesh = mix([250, 214, 112], [236, 184, 70], field(u, v) * 1.4 - 0.2);
		return mix(flesh, [166, 100, 30], (reach - 0.86) * 4 + (field(u * 2, v * 2) - 0.62) * 1.6);
	});
	const chip = plate(
		25,
		1.4,
		material("baked", paint, 0.26, 0.8),
		(share, turn) => 9 * share ** 2 * Math.cos(2 * turn) + 1.6 * Math.cos(5 * turn) * share ** 3,
	);
	return view(ABOVE, heap(19, [22, 52, 40], [chip], 44));
}

export function popcorn() {
	const puff = blob([6.5, 5.5, 6], material("baked", ["#fffaf0", "#f2dfae", 4, 2.2], 0.3));
	const flakes = [1, 2, 3, 4, 5].map((seed) => heap(seed, [5, 7, 5], [puff]));
	return view(TABLE, heap(47, [46, 50, 40], flakes));
}

export function nuts() {
	const ridges = pixels(90, 60, (u, v) =>
		mix([176, 106, 48], [128, 68, 24], Math.abs(Math.sin(u * 44 + Math.sin(v * 9) * 2)) * 0.7),
	);
	const almond = blob([8, 14, 5.6], material("baked", ridges), { taper: 0.42 });
	const cashew = tube(
		(s) => [Math.cos(s * 3) * 11, 0, Math.sin(s * 3) * 11],
		(s) => 6.4 * Math.sin(Math.PI * (0.08 + 0.84 * s)) ** 0.5,
		material("baked", ["#f1dcae", "#dcbb7c"]),
	);
	const hazel = blob([9, 9, 9.4], material("peel", ["#b87434", "#86481a"]));
	return view(ABOVE, heap(51, [40, 48, 30], [almond, almond, cashew, hazel]));
}
