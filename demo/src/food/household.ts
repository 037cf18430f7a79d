import { material } from "../studio/material.ts";
import { mix, pixels, rgbOf } from "../studio/paint.ts";
import { view } from "../studio/photograph.ts";
import { blob, disc, lathe, leaf, smoothed, tube } from "../studio/solids.ts";
import { placed, type Surface } from "../studio/surface.ts";
import { bunch, copies, heap, LEVEL, spiral, TABLE } from "./arrange.ts";
import { GREEN } from "./pieces.ts";

export function lavender() {
	const bud = blob([4, 5.6, 4], material("baked", ["#9a78c8", "#6d4aa0"]));
	const buds = Array.from({ length: 34 }, (_, i) => {
		const [x, z] = spiral(i, 6);
		return placed(bud, [x + 2, 74 + i * 1.9, z], [z * 5, 0, x * -5]);
	});
	const stem = [tube((s) => [Math.sin(s * 2) * 3, s * 130, 0], 1.2, GREEN), buds];
	const leaves = copies(
		leaf(50, 8, GREEN, 0.3),
		[
			[0, 0, 0],
			[0, -40, 40],
		],
		[
			[0, 0, 0],
			[0, 200, 40],
		],
	);
	return view(4, [bunch(stem), leaves]);
}

function flame(y: number): Surface {
	const glow = pixels(40, 80, (_u, v) => mix([255, 250, 214], [247, 148, 26], Math.abs(v - 0.66) * 1.7));
	return blob([4.4, 13, 4.4], material("wet", glow), {
		dent: ([x, height, z]) => {
			const narrow = Math.max(0, 1 - Math.max(0, height) / 13) ** 0.7;
			return [x * narrow, height + y, z * narrow];
		},
	});
}

export function candles() {
	const wax = material("peel", "#fffaf0");
	const foot = smoothed([
		[13, 22],
		[12, 16],
		[6, 10],
		[5, 5],
		[20, 1],
		[21, 0],
	]);
	const candle = [
		lathe(
			[
				[9, 90],
				[9, 12],
			],
			wax,
		),
		disc(9, 90, wax),
		lathe(foot, material("metal", "#d8dce2")),
		flame(101),
	];
	return view(LEVEL, copies(candle, [[-28, 0, 0]], [[28, 0, 4]]));
}

export function colouredCandles() {
	const hues = [
		"#2f6fb8",
		"#f4f1e6",
		"#e2a21c",
		"#b8324a",
		"#3f9a6a",
		"#6d4aa0",
		"#e2763c",
		"#3aa3b5",
		"#d85a8a",
	];
	const candles = hues.map((hex, i) => {
		const twist = pixels(60, 60, (u, v) => mix(rgbOf(hex), [255, 255, 255], ((u * 3 + v * 4) % 1) * 0.35));
		const height = i === 4 ? 96 : 76;
		const candle = [
			lathe(
				[
					[4.4, height],
					[4.4, 0],
				],
				material("peel", twist),
			),
			flame(height + 7),
		];
		return placed(candle, [(i - 4) * 15, 0, 0]);
	});
	return view(4, candles);
}

export function duckling() {
	const down = material("plastic", ["#ffd83c", "#f6bd1c", 6]);
	const body = blob([36, 26, 30], down, { dent: ([x, y, z]) => [x, y + Math.max(0, -x / 36) ** 2 * 13, z] });
	return view(
		LEVEL,
		[
			placed(body, [0, 26, 0]),
			placed(blob([22, 21, 21], down), [20, 66, 6]),
			placed(blob([10, 4, 9], material("plastic", "#f28a1c")), [42, 62, 12]),
			placed(blob([3, 3.6, 3], material("wet", "#1a1a20")), [30, 72, 23]),
			placed(blob([20, 13, 7], down), [-6, 32, 28], [0, 10, 14]),
		],
		-14,
	);
}

export function capsules() {
	const kinds = ["#2f9a6a", "#e2a21c"].map((hex) => {
		const halves = pixels(2, 20, (_u, v) => rgbOf(v < 0.5 ? hex : "#faf8f0"));
		return placed(blob([6, 12, 6], material("plastic", halves), { squareness: 0.7 }), [0, 0, 0], [90, 0, 0]);
	});
	return view(TABLE, heap(81, [26, 46, 22], kinds, 30));
}

export function foilRoll() {
	const foil = material("metal", "#d6dade");
	const end = [disc(22, 0, material("metal", "#b9bec4")), disc(9, 0.4, material("paper", "#8a6a48"))];
	const along = (s: number) => (s - 0.5) * 130;
	return view(
		24,
		[
			tube((s) => [along(s), 22, 0], 22, foil),
			placed(end, [65, 22, 0], [0, 0, -90]),
			tube((s) => [along(s), 2, 30], 1, foil),
		],
		30,
	);
}
