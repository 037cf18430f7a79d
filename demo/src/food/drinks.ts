import { material } from "../studio/material.ts";
import { mix, pixels } from "../studio/paint.ts";
import { view } from "../studio/photograph.ts";
import { blob, leaf } from "../studio/solids.ts";
import { placed } from "../studio/surface.ts";
import { copies, heap, LEVEL, TABLE } from "./arrange.ts";
import { cup, tumbler } from "./dishes.ts";
import { citrusHalf, GREEN, orange } from "./pieces.ts";

export function coffeeBeans() {
	const groove = pixels(60, 60, (u, v) => {
		const inside = Math.abs(v - 0.25) < 0.018 + 0.01 * Math.sin(u * 20);
		return mix([92, 52, 26], [36, 18, 8], inside ? 0.8 : 0);
	});
	return view(TABLE, heap(6, [70, 50, 34], [blob([8, 6, 11], material("peel", groove))]));
}

export function tea() {
	return view(TABLE, [
		cup("#f4f1e4", "#b4561a"),
		copies(
			leaf(30, 13, GREEN, 0.3),
			[[-50, 4, 58]],
			[
				[-24, 4, 58],
				[0, 40, 6],
			],
			[
				[2, 4, 58],
				[0, 80, 6],
			],
			[
				[28, 4, 58],
				[0, 150, 6],
			],
		),
	]);
}

export function orangeJuice() {
	return view(16, [
		placed(tumbler("#f5a21c", "#f8b63c"), [-20, 0, 0]),
		placed(orange(30), [44, 0, -18]),
		placed(citrusHalf("#f08a1c", "#f29a22", 30), [36, 24, 26], [64, 0, -12]),
	]);
}

export function cola() {
	const ice = blob([9, 9, 9], material("wet", "#d8c3b2"), { squareness: 0.35 });
	return view(18, [
		tumbler("#3a160c", "#5c2712"),
		copies(
			ice,
			[
				[-8, 88, 6],
				[20, 30, 10],
			],
			[
				[10, 90, 2],
				[50, 70, 30],
			],
		),
	]);
}

export function water() {
	const drop = blob([30, 32, 30], material("glass", ["#bfe3f3", "#8cc8e6"]), {
		dent: ([x, y, z]) => {
			const narrow = y > 0 ? Math.max(0, 1 - (y / 32) ** 1.3) ** 0.42 : 1;
			return [x * narrow, y > 0 ? y * 1.7 : y, z * narrow];
		},
	});
	return view(
		LEVEL,
		copies(drop, [[0, 40, 0]], [[48, 22, 10], [0, 0, 0], 0.5], [[-44, 18, 14], [0, 0, 0], 0.4]),
	);
}
