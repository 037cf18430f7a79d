import { sushiRoll } from "../food/sushi-roll.ts";
import { boxFace } from "../shapes/rounded-box.ts";
import { blob, leaf } from "../shapes/solids.ts";
import { colour } from "../studio/paint.ts";
import type { Surface } from "../studio/surface.ts";
import { mottled } from "../studio/texture-noise.ts";
import { placed } from "../studio/transform.ts";
import type { Package } from "./print.ts";
import { lyingSticker } from "./sticker.ts";

const BLACK = { finish: "plastic" } as const;

/** A shallow black tray of sushi with a printed sleeve across it. */
export const sushiTray: Package = (print) => {
	const size = { width: 200, height: 22, depth: 120, edgeRadius: 5 };
	const paint = colour("#1d1e22");
	const tray = (["front", "right", "top"] as const).map((face) => boxFace(size, face, paint, BLACK));
	const fillings = ["#f07a4a", "#6fae3c", "#e23b44", "#f4c93a"];
	const rolls = Array.from({ length: 8 }, (_, i) =>
		placed(sushiRoll(fillings[(i * 3) % 4] as string, i), {
			at: [-74 + (i % 2) * 38, 18, -41 + Math.floor(i / 2) * 27],
			scale: 0.62,
			turn: [0, i * 40, 0],
		}),
	).flat();
	return {
		surfaces: [
			...tray,
			...rolls,
			...garnish(),
			lyingSticker(print, { width: 90, depth: 116, x: 51, y: 24, z: 0 }),
		],
		camera: { yawDegrees: 12, pitchDegrees: 44, distance: 5 },
	};
};

function garnish(): Surface[] {
	const ginger = {
		paint: mottled("#f7cdb8", "#eda58c", { cells: 5, seed: 3 }),
		material: { finish: "wet" },
	} as const;
	const paste = {
		paint: mottled("#a9cf6a", "#86b344", { cells: 5, seed: 4 }),
		material: { finish: "peel", relief: { repeats: 1, strength: 0.2 } },
	} as const;
	return [
		...[0, 70, 150, 230].flatMap((turn) =>
			placed(leaf(14, 10, ginger, 0.4), { at: [-14, 22, 30], turn: [10, turn, 10] }),
		),
		...placed([blob([9, 7, 9], paste)], { at: [-13, 26, -34] }),
	];
}
