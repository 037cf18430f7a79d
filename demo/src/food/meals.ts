import { material } from "../studio/material.ts";
import { cloudy, mix, pixels } from "../studio/paint.ts";
import { view } from "../studio/photograph.ts";
import { blob, bothSides, leaf, plate, ring, tube } from "../studio/solids.ts";
import { type Placement, placed } from "../studio/surface.ts";
import { ABOVE, copies, heap, scattered, spiral, TABLE } from "./arrange.ts";
import { bowl } from "./dishes.ts";
import { FILLINGS, GREEN, sushiRoll } from "./pieces.ts";

export function soup() {
	const dumpling = blob([12, 11, 12], material("baked", ["#ead09a", "#cfae6a", 10], 0.3));
	const carrot = plate(8, 3, material("wet", ["#f08a28", "#d96c10"]));
	const floating = Array.from({ length: 10 }, (_, i): Placement => {
		const [x, z] = spiral(i, 18 + ((i * 7) % 24));
		return [
			[x, 37, z],
			[i * 5 - 20, 0, 12 - i * 3],
		];
	});
	return view(42, [
		bowl("#2f4f7c"),
		placed(plate(50, 2, material("wet", ["#e3a838", "#c98a1c"])), [0, 36, 0]),
		copies(
			dumpling,
			[[-16, 40, 4]],
			[
				[16, 40, -8],
				[0, 40, 0],
			],
			[
				[8, 40, 20],
				[0, 80, 0],
			],
		),
		copies(carrot, ...floating),
		scattered(3, 6, [-30, 40, -26, 30, 30], leaf(11, 6, GREEN, 0.2)),
	]);
}

export function cereal() {
	const shades = [
		["#e2ae5c", "#bf8634"],
		["#d89e48", "#b0762a"],
		["#eabf78", "#c99446"],
	] as const;
	const hoops = shades.map(([base, deep]) => ring(9, 3.2, material("baked", [base, deep, 6], 0.3)));
	return view(TABLE, [
		bowl("#fdfdfb"),
		placed(plate(51, 3, material("wet", "#fffdf6")), [0, 32, 0]),
		placed(heap(77, [46, 44, 24], hoops, 70), [0, 38, 0]),
	]);
}

export function pizza() {
	const field = cloudy(3, 7);
	const face = pixels(260, 260, (u, v) => {
		const reach = Math.hypot(u - 0.5, v - 0.5) / 0.4;
		if (reach > 0.9) return mix([222, 164, 88], [170, 104, 40], field(u, v) * 1.6 - 0.3);
		const cheese = mix([250, 214, 110], [226, 150, 52], field(u, v) * 2 - 0.6);
		return mix([196, 48, 22], cheese, (0.9 - reach) * 9 + field(u * 2, v * 2) - 0.2);
	});
	const crust = (share: number) => 3.5 * Math.sin(Math.max(0, (share - 0.86) / 0.14) * Math.PI);
	const places = (count: number, start: number) =>
		Array.from({ length: count }, (_, i): Placement => {
			const [x, z] = spiral(i + start, 14 + ((i * 17) % 34));
			return [
				[x, 8, z],
				[0, i * 50, 0],
			];
		});
	return view(44, [
		plate(62, 7, material("baked", face, 0.24), crust),
		copies(plate(10, 2, material("wet", ["#d8341f", "#b8200f"])), ...places(8, 1)),
		copies(ring(4.6, 2.2, material("wet", "#2a2230")), ...places(12, 3)),
		copies(leaf(13, 8, GREEN, 0.15), ...places(9, 5)),
	]);
}

export function nuggets() {
	const nugget = [0, 1, 2, 3].map((k) =>
		blob([20 + k, 10, 15], material("baked", ["#d9953c", "#a8611a", 12 + k, 2.4], 0.5, 1.6), {
			dent: ([x, y, z]) => [x + 2.4 * Math.sin(z / 6 + k), y, z + 2 * Math.sin(x / 7 + k * 2)],
		}),
	);
	return view(TABLE, heap(62, [11, 36, 28], nugget, 30));
}

export function salmon() {
	const field = cloudy(3, 6);
	const paint = pixels(200, 120, (u, v) => {
		const wave = Math.cos((u * 10 + Math.abs(v - 0.3) * 5 + field(u, v) * 0.7) * 6.2832);
		const flesh = mix([242, 122, 76], [226, 96, 52], field(u * 2, v * 2));
		return mix(flesh, [255, 214, 186], (wave - 0.72) * 3);
	});
	const fillet = blob([56, 13, 26], material("wet", paint), { squareness: 0.55 });
	return view(TABLE, [
		copies(
			fillet,
			[
				[0, 13, 0],
				[0, 12, 0],
			],
			[[6, 34, -12], [3, -10, 4], 0.86],
		),
		copies(
			leaf(24, 5, GREEN, 0.3),
			[
				[-30, 8, 34],
				[0, 20, 10],
			],
			[
				[0, 8, 34],
				[0, 160, 10],
			],
			[
				[30, 8, 34],
				[0, 60, 10],
			],
		),
	]);
}

export function sardines() {
	const field = cloudy(3, 20);
	const skin = pixels(160, 80, (u, v) => {
		const back = Math.abs(v - 0.5) * 2;
		const scale = field(u * 2, v * 2) * 0.5;
		const side = mix([214, 224, 230], [92, 118, 138], 1 - back * 1.3 + scale * 0.5);
		return mix(side, [250, 252, 252], scale * back);
	});
	const body = tube(
		(s) => [(s - 0.5) * 110, 12 + Math.sin(s * 3) * 3, 0],
		(s) => 12.5 * Math.sin(Math.PI * Math.min(1, 0.1 + s * 0.92)) ** 0.7 + 0.8,
		material("foil", skin),
		60,
	);
	const fin = leaf(24, 13, material("film", "#7f97a6"), 0.02);
	const fish = [
		body,
		copies(
			fin,
			[
				[50, 13, 0],
				[90, 0, 18],
			],
			[
				[50, 13, 0],
				[90, 0, -18],
			],
		),
		placed(blob([2.6, 2.6, 1.6], material("wet", "#15181c")), [-45, 14, 8]),
	];
	return view(
		40,
		copies(
			fish,
			[[0, 0, -20]],
			[
				[-6, 0, 8],
				[0, 5, 0],
			],
			[
				[4, 0, 36],
				[0, -4, 0],
			],
		),
	);
}

export function sushi() {
	const [salmon, cucumber, tuna, egg] = FILLINGS;
	return view(40, [
		sushiRoll(salmon),
		placed(sushiRoll(cucumber), [46, 0, 14]),
		placed(sushiRoll(tuna), [-44, 0, 16]),
		placed(sushiRoll(egg), [4, 0, 46]),
	]);
}

export function pasta() {
	const spiral = bothSides(material("peel", ["#f3cf74", "#dca63c"]), 50, 7, (s, t) => {
		const reach = (t - 0.5) * 20 * Math.min(1, s * 8 + 0.4, (1 - s) * 8 + 0.4);
		return [(s - 0.5) * 54, Math.sin(s * 11) * reach, Math.cos(s * 11) * reach];
	});
	return view(ABOVE, heap(7, [34, 44, 36], [spiral], 40));
}

export function flour() {
	const rough = cloudy(3, 8);
	const mound = plate(
		54,
		2,
		material("paper", ["#fffdf8", "#ece4d2", 12], 0.3, 1.5),
		(share, turn) => 34 * (1 - share) ** 1.2 * (0.86 + 0.28 * rough(turn / 6.2832, share)),
	);
	const grain = blob([3.2, 3, 6.4], material("baked", ["#dba843", "#a8741c"]));
	return view(TABLE, [mound, scattered(6, 26, [-64, 3, 40, 64, 62], grain)]);
}

export function granola() {
	const oat = plate(6, 1.6, material("baked", ["#e2bd7c", "#b98742"]));
	const nut = blob([5, 4, 8], material("baked", ["#a8642c", "#7c4317"]));
	const berry = blob([4.6, 4.4, 4.6], material("wet", "#8f1b2c"));
	return view(ABOVE, heap(29, [190, 52, 34], [oat, oat, oat, oat, oat, oat, nut, berry], 60));
}

export function tahini() {
	const seed = blob([2.6, 1.5, 4], material("peel", ["#f4e4ba", "#dcc284"]));
	return view(TABLE, heap(16, [420, 48, 30], [seed]));
}
