import { material } from "../studio/material.ts";
import { cloudy, mix, pixels } from "../studio/paint.ts";
import { view } from "../studio/photograph.ts";
import { blob, lathe, leaf, plate, quad, smoothed } from "../studio/solids.ts";
import { type Point, placed, type Surface } from "../studio/surface.ts";
import { copies, heap, LEVEL, scattered, TABLE } from "./arrange.ts";
import { bowl, tumbler } from "./dishes.ts";
import { egg, GREEN } from "./pieces.ts";

export function milk() {
	const bottle = lathe(
		smoothed([
			[15, 150],
			[17, 148],
			[14, 138],
			[14, 118],
			[30, 92],
			[32, 80],
			[32, 6],
			[28, 0],
		]),
		material("glass", "#fdfdfa"),
	);
	const lid = placed(plate(16, 5, material("foil", "#d8484a")), [0, 147, 0]);
	return view(16, [
		placed([bottle, lid], [-22, 0, -22]),
		placed(tumbler("#ffffff", "#ffffff"), [28, 0, 18], undefined, 0.84),
	]);
}

export function cheese() {
	const field = cloudy(2, 5);
	const rind = material("peel", ["#facd54", "#f0b83a", 5]);
	const holes: Point[] = [
		[0.16, 0.3, 0.12],
		[0.38, 0.66, 0.16],
		[0.62, 0.3, 0.13],
		[0.82, 0.68, 0.1],
		[0.5, 0.16, 0.05],
		[0.24, 0.8, 0.06],
	];
	const cut = pixels(200, 100, (u, v) => {
		const depth = Math.max(...holes.map(([x, y, radius]) => radius - Math.hypot((u - x) * 2, v - y)));
		const hole = mix([232, 172, 56], [206, 142, 34], depth * 9);
		return depth > 0 ? hole : mix([250, 208, 92], [242, 190, 64], field(u, v));
	});
	const wall = (from: Point, to: Point, look = rind) =>
		quad([[from[0], 44, from[2]], [to[0], 44, to[2]], from, to], look);
	const [left, right, far]: [Point, Point, Point] = [
		[-52, 0, 30],
		[60, 0, 8],
		[42, 0, -40],
	];
	const up = ([x, , z]: Point): Point => [x, 44, z];
	return view(
		26,
		[
			wall(left, right, material("peel", cut)),
			wall(right, far),
			quad([up(far), up(far), up(left), up(right)], rind),
		],
		-8,
	);
}

/** A heaped bowl of something soft, with the mark of a spoon. */
function creamBowl(cream: string, shadow: string, dish: string): Surface[] {
	const heaped = plate(
		51,
		4,
		material("wet", [cream, shadow, 6]),
		(share, turn) => 12 * (1 - share ** 2) + 3.4 * Math.sin(share * 17 - turn) * (1 - share ** 4),
	);
	return [bowl(dish), ...placed(heaped, [0, 33, 0])];
}

export function yogurt() {
	const berry = blob([6.4, 6, 6.4], material("peel", ["#3d4c86", "#232b5c"]));
	return view(38, [
		creamBowl("#fffefa", "#f0ece2", "#3f7fa6"),
		placed(heap(8, [7, 18, 6], [berry]), [10, 50, 8]),
		placed(leaf(20, 10, GREEN, 0.3), [-4, 50, 4], [0, 150, 10]),
	]);
}

export function hummus() {
	const pea = blob([6, 5.6, 6.4], material("wet", ["#e9cb8f", "#cfa660"]));
	const speck = blob([1, 0.6, 1], material("baked", "#a83210"));
	return view(42, [
		creamBowl("#edd6a4", "#d6b67c", "#2f6f78"),
		scattered(12, 40, [-26, 50, -26, 26, 26], speck),
		placed(blob([17, 1.6, 12], material("wet", "#c79a1c")), [-14, 50, 10]),
		placed(heap(12, [6, 10, 4], [pea]), [10, 53, 0]),
		placed(leaf(18, 10, GREEN, 0.3), [16, 56, 6], [0, 20, 10]),
	]);
}

export function butter() {
	const look = material("peel", ["#fbe28a", "#f3d268"]);
	const pat = blob([3, 16, 19], look, { squareness: 0.16 });
	return view(
		TABLE,
		[
			placed(blob([46, 17, 20], look, { squareness: 0.14 }), [-14, 17, 0]),
			copies(
				pat,
				[
					[42, 15, 2],
					[0, 0, -14],
				],
				[
					[60, 6, 8],
					[0, 20, -70],
				],
			),
		],
		26,
	);
}

export function eggs() {
	return view(LEVEL, [
		copies(
			egg("#d99f6c", "#c4834f"),
			[
				[-34, 24, 8],
				[10, 0, 14],
			],
			[
				[44, 21, 2],
				[60, 40, 10],
			],
			[[28, 24, -30]],
		),
		copies(
			egg("#faf5ec", "#eee4d4"),
			[
				[8, 25, 14],
				[4, 0, -6],
			],
			[
				[-12, 24, -30],
				[0, 0, 10],
			],
		),
	]);
}

export function iceCream() {
	const scoop = (base: string, fleck: string) =>
		blob([25, 22, 25], material("baked", [base, fleck, 7, 2.4], 0.34, 1.5));
	return view(20, [
		placed(bowl("#e7eef2"), [0, 0, 0], undefined, 0.84),
		placed(scoop("#f6e7c4", "#e6cc92"), [-20, 44, 8]),
		placed(scoop("#5f3520", "#3a1d10"), [22, 43, 6], [0, 90, 0]),
		placed(scoop("#f3a9b8", "#c94a68"), [0, 66, -8], [0, 40, 0]),
	]);
}
