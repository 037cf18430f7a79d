import { boxFace } from "../shapes/rounded-box.ts";
import { blob } from "../shapes/solids.ts";
import { colour } from "../studio/paint.ts";
import type { Surface } from "../studio/surface.ts";
import { mottled } from "../studio/texture-noise.ts";
import { placed } from "../studio/transform.ts";
import type { Package } from "./print.ts";
import { lyingSticker } from "./sticker.ts";

const PULP = { finish: "baked", relief: { repeats: 2, strength: 0.22 } } as const;

/** A pulp carton of twelve, one half covered by its lid, eggs visible in the other. */
export const eggCarton: Package = (print) => {
	const paint = mottled("#c9c2b4", "#a9a294", { cells: 20, seed: 3, contrast: 1.6 });
	const base = (["front", "right", "top"] as const).map((face) =>
		boxFace({ width: 240, height: 36, depth: 104, edgeRadius: 6 }, face, paint, PULP),
	);
	const lid = (["front", "right", "left", "top"] as const).map((face) =>
		boxFace({ width: 122, height: 30, depth: 108, edgeRadius: 9 }, face, paint, PULP),
	);
	return {
		surfaces: [
			...base,
			...placed(lid, { at: [58, 35, 0] }),
			...eggs(print.contents),
			lyingSticker(print, { width: 106, depth: 90, x: 58, y: 65.6, z: 0 }),
		],
		camera: { yawDegrees: 14, pitchDegrees: 42, distance: 5 },
	};
};

function eggs(hex: string): Surface[] {
	const look = {
		paint: colour(hex),
		material: { finish: "peel", relief: { repeats: 2, strength: 0.03 } },
	} as const;
	const egg = [
		blob([18, 24, 18], look, {
			columns: 32,
			rows: 24,
			dent: ([x, y, z]) => [x * (1 - 0.16 * Math.max(0, y / 24)), y, z * (1 - 0.16 * Math.max(0, y / 24))],
		}),
	];
	return [-96, -57, -18].flatMap((x) =>
		[-24, 22].flatMap((z) => placed(egg, { at: [x, 38, z], turn: [(x + z) % 7, 0, (x * z) % 9] })),
	);
}
