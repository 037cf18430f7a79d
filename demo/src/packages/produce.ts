import {
	applePaint,
	appleSurfaces,
	bananaSurfaces,
	lemonSurfaces,
	orangeSurfaces,
} from "../food/whole-fruit.ts";
import { cucumberSurfaces, GREEN, pepperSurfaces, tomatoSurfaces } from "../food/whole-vegetables.ts";
import { ellipse, text } from "../label/svg.ts";
import { blob, tube } from "../shapes/solids.ts";
import type { Scene } from "../studio/photograph.ts";
import { type Surface, sheet } from "../studio/surface.ts";
import { mottled } from "../studio/texture-noise.ts";
import { grounded, placed } from "../studio/transform.ts";
import type { Point } from "../studio/vector.ts";
import type { Facing } from "./print.ts";

type ProduceScene = (code: string, facing: Facing) => Scene;

/** Fruit and vegetables lying on the ground; the back view is rotated. */
export const PRODUCE_SCENES = {
	bananas: (_code, facing) => turned(bunch(), facing, -16, 36),
	redApple: (code, facing) =>
		turned(
			[
				...placed(appleSurfaces(applePaint("#ecc661", "#c4262e", 3), 36), { turn: [0, 24, 4] }),
				sticker(code, 36, 30),
			],
			facing,
			0,
		),
	greenApple: (code, facing) =>
		turned(
			[
				...placed(appleSurfaces(applePaint("#b5cd50", "#8cb23a", 8), 36), { turn: [0, 120, -4] }),
				sticker(code, 36, 30),
			],
			facing,
			0,
		),
	orange: (code, facing) => turned([...orangeSurfaces(), sticker(code, 36, 34)], facing, 0),
	lemons: (_code, facing) =>
		turned(
			[
				...placed(lemonSurfaces(), { at: [-16, 29, -22], turn: [0, 26, 6] }),
				...placed(lemonSurfaces(), { at: [18, 29, 20], turn: [10, -20, -8] }),
			],
			facing,
			0,
		),
	cucumbers: (_code, facing) =>
		turned(
			[
				...placed(cucumberSurfaces(170), { at: [0, 0, -20], turn: [0, 12, 0] }),
				...placed(cucumberSurfaces(160), { at: [4, 0, 20], turn: [0, 2, 0] }),
			],
			facing,
			-18,
		),
	vineTomatoes: (_code, facing) => turned(cluster(), facing, 0),
	redPepper: (code, facing) =>
		turned([...pepperSurfaces("#d3261a", "#a3140e"), sticker(code, 41, 46)], facing, 0),
} as const satisfies Record<string, ProduceScene>;

export type ProduceName = keyof typeof PRODUCE_SCENES;

function turned(surfaces: readonly Surface[], facing: Facing, yawDegrees: number, pitchDegrees = 16): Scene {
	return {
		surfaces: grounded(surfaces),
		camera: { yawDegrees: facing === "front" ? yawDegrees : yawDegrees + 180, pitchDegrees, distance: 5 },
	};
}

/** Five bananas joined at one crown, lying on their backs. */
function bunch(): Surface[] {
	const hand = [-30, -15, 0, 15, 30].flatMap((aside, i) => {
		const banana = placed(bananaSurfaces(i), { at: [59, -24, 0], scale: 1 - Math.abs(i - 2) * 0.04 });
		return placed(banana, { turn: [aside * 0.7, -aside, (i % 2) * 4 - 2] });
	});
	const crown = blob([15, 7, 11], {
		paint: mottled("#a8a04a", "#5e4a22", { cells: 4, seed: 2 }),
		material: { finish: "baked" },
	});
	return [...hand, ...placed([crown], { at: [5, -1, 0], turn: [0, 0, -16] })];
}

function cluster(): Surface[] {
	const tomato = tomatoSurfaces(27);
	const places: Point[] = [
		[-58, 0, 6],
		[-19, 0, -16],
		[-18, 0, 30],
		[24, 0, -14],
		[26, 0, 30],
		[62, 0, 6],
	];
	const vine = tube(
		(s) => [(s - 0.5) * 150, 49 + Math.sin(s * 9) * 2, 6 + Math.sin(s * 5) * 5],
		() => 3,
		GREEN,
		40,
		12,
	);
	return [
		...places.flatMap((at, i) => placed(tomato, { at, turn: [(i % 3) * 6 - 4, i * 50, (i % 2) * 10 - 5] })),
		vine,
		...placed([blob([4, 4, 4], GREEN)], { at: [75, 49, 4] }),
	];
}

/** The small oval sticker with the look-up code on a round fruit. */
function sticker(code: string, radius: number, height: number): Surface {
	const content = `${ellipse(20, 14, 19.5, 13.5, "#f9f7ec")}${ellipse(20, 14, 18, 12, "none", { stroke: "#1f6a3a", strokeWidth: 1.2 })}${text(code, 20, 19, { size: 13, weight: 800, maxWidth: 30, fill: "#1f6a3a" })}`;
	return sheet({
		columns: 16,
		rows: 12,
		paint: { kind: "svg", content, width: 40, height: 28, dieCut: true },
		material: { finish: "card" },
		at: (s, t): Point => {
			const turn = 0.38 + (s - 0.5) * 0.44;
			const tilt = 0.3 - (t - 0.5) * 0.31;
			const reach = radius * 1.012;
			return [
				reach * Math.cos(tilt) * Math.sin(turn),
				height + reach * 0.94 * Math.sin(tilt),
				reach * Math.cos(tilt) * Math.cos(turn),
			];
		},
	});
}
