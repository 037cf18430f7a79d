import { copies } from "../food/arrange.ts";
import { apple, banana, blushing, cucumber, GREEN, lemon, orange, pepper, tomato } from "../food/pieces.ts";
import { ellipse, text } from "../label/svg.ts";
import { material } from "../studio/material.ts";
import { type Scene, view } from "../studio/photograph.ts";
import { blob, tube } from "../studio/solids.ts";
import { extent, placed, type Solid, type Surface, sheet } from "../studio/surface.ts";
import { artwork, type Facing } from "./print.ts";

/** Fruit and vegetables lying on the ground, some with the sticker of their look-up code. */
const PRODUCE: Record<ProduceName, (code: string) => Solid> = {
	bananas: bunch,
	redApple: (code) => [
		placed(apple(blushing("#ecc661", "#c4262e")), [0, 0, 0], [0, 24, 4]),
		sticker(code, 36, 30),
	],
	greenApple: (code) => [
		placed(apple(blushing("#b5cd50", "#8cb23a")), [0, 0, 0], [0, 120, -4]),
		sticker(code, 36, 30),
	],
	orange: (code) => [orange(), sticker(code, 36, 34)],
	lemons: () =>
		copies(
			lemon(),
			[
				[-16, 29, -22],
				[0, 26, 6],
			],
			[
				[18, 29, 20],
				[10, -20, -8],
			],
		),
	cucumbers: () =>
		copies(
			cucumber(),
			[
				[0, 0, -20],
				[0, -6, 0],
			],
			[
				[4, 0, 20],
				[0, -16, 0],
			],
		),
	vineTomatoes: cluster,
	redPepper: (code) => [pepper("#d3261a", "#a3140e"), sticker(code, 41, 46)],
};

export type ProduceName =
	| "bananas"
	| "redApple"
	| "greenApple"
	| "orange"
	| "lemons"
	| "cucumbers"
	| "vineTomatoes"
	| "redPepper";

/** The back view is rotated. */
export function produceScene(name: ProduceName, code: string, facing: Facing): Scene {
	const object = PRODUCE[name](code);
	const grounded = placed(object, [0, -extent(object)[2], 0]);
	const isHand = name === "bananas";
	return view(isHand ? 36 : 16, grounded, (isHand ? -16 : 0) + (facing === "front" ? 0 : 180), 5);
}

/** Five bananas joined at one crown, lying on their backs. */
function bunch(): Solid {
	const hand = [-2, -1, 0, 1, 2].map((place) => {
		const finger = placed(banana(), [59, -24, 0], undefined, 1 - Math.abs(place) * 0.04);
		return placed(finger, [0, 0, 0], [place * 10, place * -15, Math.abs(place) === 1 ? 2 : -2]);
	});
	const crown = blob([15, 7, 11], material("baked", ["#a8a04a", "#5e4a22"]));
	return [hand, placed(crown, [5, -1, 0], [0, 0, -16])];
}

function cluster(): Solid {
	const vine = tube(
		(s) => [(s - 0.5) * 150, 49 + Math.sin(s * 9) * 2, 6 + Math.sin(s * 5) * 5],
		3,
		GREEN,
		40,
	);
	return [
		copies(
			tomato(27),
			[
				[-58, 0, 6],
				[-4, 0, -5],
			],
			[
				[-19, 0, -16],
				[2, 50, 5],
			],
			[
				[-18, 0, 30],
				[8, 100, -5],
			],
			[
				[24, 0, -14],
				[-4, 150, 5],
			],
			[
				[26, 0, 30],
				[2, 200, -5],
			],
			[
				[62, 0, 6],
				[8, 250, 5],
			],
		),
		vine,
	];
}

/** The small oval sticker with the look-up code on a round fruit. */
function sticker(code: string, radius: number, height: number): Surface {
	const face =
		ellipse(20, 14, 20, 14, "#f9f7ec") +
		ellipse(20, 14, 18, 12, "none", { stroke: "#1f6a3a", strokeWidth: 1.2 }) +
		text(code, 20, 19, { size: 13, weight: 800, maxWidth: 30, fill: "#1f6a3a" });
	const onOval = (s: number, t: number) =>
		[t * Math.sin(s * 2 * Math.PI), t * Math.cos(s * 2 * Math.PI)] as const;
	return sheet(
		material("card", artwork(40, 28, face)),
		41,
		8,
		(s, t) => {
			const [aside, up] = onOval(s, t);
			const [turn, tilt] = [0.38 + aside * 0.22, 0.3 - up * 0.155];
			const reach = radius * 1.012 * Math.cos(tilt);
			return [reach * Math.sin(turn), height + radius * 0.95 * Math.sin(tilt), reach * Math.cos(turn)];
		},
		(s, t) => {
			const [aside, up] = onOval(s, t);
			return [0.5 + aside / 2, 0.5 + up / 2];
		},
	);
}
