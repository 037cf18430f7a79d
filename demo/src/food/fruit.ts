import { between, seeded } from "../random.ts";
import { material } from "../studio/material.ts";
import { mix, pixels } from "../studio/paint.ts";
import { view } from "../studio/photograph.ts";
import { blob, leaf, plate, tube } from "../studio/solids.ts";
import { placed, type Solid } from "../studio/surface.ts";
import { copies, heap, LEVEL, rosette, spiral, TABLE } from "./arrange.ts";
import { apple, blushing, GREEN, STALK } from "./pieces.ts";

export function apples() {
	return view(20, [
		placed(apple(blushing("#e9c25a", "#c2202c")), [-30, 0, 8], [0, 30, 6]),
		placed(apple(blushing("#b9cf52", "#8fb53a")), [34, 0, -6], [8, 190, -8], 0.92),
		placed(leaf(26, 13, GREEN, 0.2), [-28, 56, 10], [20, -20, 12]),
	]);
}

export function grapes() {
	const random = seeded(6);
	const berry = blob([9.6, 10.4, 9.6], material("wet", ["#5b2348", "#341030", 3, 1.8]));
	const hanging = Array.from({ length: 44 }, (_, i) => {
		const share = i / 43;
		const [x, z] = spiral(i, 32 * Math.sin(Math.PI * (0.92 - 0.72 * share)) ** 1.1);
		return placed(berry, [x, 88 - share * 76 + between(random, -3, 3), z], [random() * 90, random() * 90, 0]);
	});
	return view(LEVEL, [
		hanging,
		tube((s) => [s * 8, 84 + s * 26, 0], 2, STALK),
		placed(leaf(52, 44, GREEN, 0.12), [4, 98, 6], [34, -24, -8]),
	]);
}

export function berries() {
	const blue = blob([9, 8.4, 9], material("peel", ["#3d4c86", "#232b5c"]));
	const seeds = pixels(120, 90, (u, v) => {
		const [x, y] = [((u * 16 + (Math.floor(v * 12) % 2) * 0.5) % 1) - 0.5, ((v * 12) % 1) - 0.5];
		return Math.hypot(x, y * 0.7) < 0.17 ? [240, 200, 96] : mix([206, 24, 40], [228, 60, 60], v);
	});
	const body = blob([15, 19, 15], material("wet", seeds, 0.12), { taper: 0.5 });
	const strawberry: Solid = [
		placed(body, [0, 0, 0], [180, 0, 0]),
		rosette(5, leaf(14, 7, GREEN, 0.3), [0, 17, 0]),
	];
	return view(TABLE, [
		heap(15, [24, 46, 16], [blue]),
		copies(
			strawberry,
			[
				[-20, 18, 16],
				[40, 20, 18],
			],
			[
				[20, 20, 20],
				[46, 0, -24],
			],
			[
				[0, 36, -6],
				[20, 0, 4],
			],
		),
	]);
}

export function pomegranates() {
	const seed = blob([4.4, 4, 5.6], material("wet", "#b3102c"));
	const fruit = blob([36, 34, 36], blushing("#d9553a", "#a3122a"));
	const crown = rosette(6, leaf(15, 9, material("baked", "#b5452f"), 0.1), [0, 33, 0]);
	return view(22, [
		placed([fruit, crown], [0, 33, -10]),
		placed(heap(9, [30, 40, 4], [seed], 40), [4, 4, 34]),
	]);
}

export function coconut() {
	const shell = material("baked", ["#6b4326", "#452812", 12, 2.4], 0.6, 3);
	const flesh = pixels(120, 120, (u, v) => {
		const reach = Math.hypot(u - 0.5, v - 0.5) / 0.4;
		return reach > 0.93 ? [88, 54, 28] : mix([255, 253, 248], [226, 222, 212], (0.66 - reach) * 1.6);
	});
	const half = plate(36, 6, material("peel", flesh), (share) => -14 * Math.max(0, 1 - (share / 0.8) ** 2));
	return view(LEVEL, [
		placed(blob([38, 36, 38], shell), [-20, 36, -16]),
		placed(half, [34, 34, 20], [66, 0, -12]),
	]);
}
