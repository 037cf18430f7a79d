import { material } from "../studio/material.ts";
import { disc, lathe, smoothed, tube } from "../studio/solids.ts";
import type { Solid, Surface } from "../studio/surface.ts";

export function bowl(hex: string): Surface {
	return lathe(
		smoothed([
			[57, 42],
			[54, 34],
			[44, 12],
			[24, 2],
			[20, 0],
		]),
		material("plastic", hex),
	);
}

/** A tall tumbler filled nearly to the rim. */
export function tumbler(drink: string, surface: string): Solid {
	return [
		lathe(
			[
				[27, 100],
				[26.6, 88],
			],
			material("glass", "#e9f1f4"),
		),
		lathe(
			[
				[26.6, 88],
				[22, 6],
			],
			material("glass", drink),
		),
		lathe(
			[
				[22, 6],
				[21, 0],
			],
			material("glass", "#dfe9ed"),
		),
		disc(26.2, 88, material("peel", surface)),
	];
}

/** A cup of something on its saucer. */
export function cup(hex: string, drink: string): Solid {
	const china = material("plastic", hex);
	return [
		lathe(
			smoothed([
				[36, 60],
				[35, 44],
				[28, 18],
				[16, 4],
				[15, 0],
			]),
			china,
		),
		lathe(
			[
				[66, 5],
				[40, 2],
				[20, 0],
			],
			china,
		),
		disc(60, 3.4, china),
		disc(33.5, 54, material("wet", drink)),
		tube((s) => [35 + Math.sin(s * Math.PI) * 19, 50 - s * 30, 0], 4, china),
	];
}
