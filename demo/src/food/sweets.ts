import { material } from "../studio/material.ts";
import { view } from "../studio/photograph.ts";
import { blob, plate, tube } from "../studio/solids.ts";
import { placed } from "../studio/surface.ts";
import { ABOVE, copies, heap, scattered, TABLE } from "./arrange.ts";

export function darkChocolate() {
	const look = material("peel", "#40221a");
	const square = [
		placed(blob([17, 7, 17], look, { squareness: 0.22 }), [0, 7, 0]),
		placed(blob([12.5, 3, 12.5], look, { squareness: 0.22 }), [0, 14, 0]),
	];
	return view(
		TABLE,
		copies(
			square,
			[[-20, 0, 10]],
			[
				[17, 0, 6],
				[0, 12, 0],
			],
			[
				[-2, 0, -26],
				[0, -20, 0],
			],
			[
				[-8, 16, -4],
				[4, 24, -3],
			],
			[
				[12, 17, -10],
				[-4, -14, 4],
			],
			[
				[0, 33, -6],
				[8, 40, 6],
			],
			[
				[42, 12, 26],
				[56, 20, -18],
			],
		),
	);
}

export function candies() {
	const hues = ["#e23b44", "#f2a21d", "#f5d327", "#3fae5a", "#2f7fd0", "#8d4fb5"];
	const candy = hues.map((hex) => blob([9, 5.4, 9], material("plastic", hex)));
	return view(ABOVE, heap(17, [46, 46, 30], candy, 50));
}

export function halva() {
	const look = material("baked", ["#dcc091", "#b8935a", 10, 2.2], 0.4, 1.2);
	const block = blob([36, 13, 20], look, { squareness: 0.16 });
	const pistachio = blob([3, 2.4, 5], material("baked", ["#8fa63c", "#5f7a24"]));
	return view(TABLE, [
		copies(
			block,
			[
				[-8, 13, 0],
				[0, 16, 0],
			],
			[
				[6, 39, -6],
				[0, -10, 0],
			],
		),
		scattered(5, 36, [-55, 2.5, -4, 55, 46], pistachio),
	]);
}

export function honey() {
	const amber = material("wet", ["#f0a51c", "#d07c0a", 3, 1.2]);
	const wood = material("baked", ["#c98d4c", "#a0662a", 8]);
	const grooves = [0, 1, 2, 3, 4, 5].map((i) =>
		placed(plate(13 - Math.abs(i - 2.5) * 1.6, 4, wood), [0, 20 + i * 6, 0]),
	);
	const dipper = [
		grooves,
		tube((s) => [0, 22 + s * 110, 0], 3.2, wood),
		placed(blob([12.4, 15, 12.4], amber), [0, 34, 0]),
	];
	return view(TABLE, [
		placed(dipper, [-10, 6, 0], [0, 0, -34]),
		plate(48, 5, amber, (share, turn) => 3 * (1 - share) + 1.2 * Math.sin(turn * 3) * share),
		tube(
			(s) => [-4, 2 + s * 40, 0],
			(s) => 4.6 - s * 2.4,
			amber,
		),
	]);
}

export function jam() {
	const mound = (share: number, turn: number) =>
		24 * (1 - share) ** 1.3 + 3 * Math.sin(turn * 4 + share * 9) * (1 - share);
	return view(TABLE, plate(40, 6, material("wet", ["#b3182c", "#7c0c1c", 6], 0.25), mound));
}
