import { copies } from "../food/arrange.ts";
import { egg, FILLINGS, sushiRoll } from "../food/pieces.ts";
import { shadeOf } from "../label/palette.ts";
import { material } from "../studio/material.ts";
import { view } from "../studio/photograph.ts";
import { blob, box, leaf } from "../studio/solids.ts";
import { type Point, placed, type Surface, sheet } from "../studio/surface.ts";
import type { Package, Print } from "./print.ts";

/** A printed sheet lying flat, read from the front of the scene. */
function sleeve(print: Print, width: number, depth: number, [x, y, z]: Point): Surface {
	const card = material("card", print.facing({ width, height: depth, bleed: 0 }));
	return sheet(card, 14, 14, (s, t) => [
		x + (s - 0.5) * width,
		y + Math.sin(s * Math.PI) * 1.6,
		z + (t - 0.5) * depth,
	]);
}

/** A pulp carton of twelve, one half covered by its lid, eggs visible in the other. */
export const eggCarton: Package = (print) => {
	const pulp = material("baked", ["#c9c2b4", "#a9a294", 20, 1.6], 0.22, 2);
	const faces = { front: pulp, right: pulp, left: pulp, top: pulp };
	const shell = placed(egg(print.contents, shadeOf(print.contents, 0.95)), [0, 0, 0], undefined, 0.87);
	const places = [-96, -57, -18].flatMap((x) => [[[x, 38, -24]], [[x, 38, 22]]] as const);
	return view(
		42,
		[
			box([240, 36, 104], 6, faces),
			placed(box([122, 30, 108], 9, faces), [58, 35, 0]),
			copies(shell, ...places),
			sleeve(print, 106, 90, [58, 66.6, 0]),
		],
		14,
		5,
	);
};

/** A shallow black tray of sushi with a printed sleeve across it. */
export const sushiTray: Package = (print) => {
	const black = material("plastic", "#1d1e22");
	const rolls = Array.from({ length: 8 }, (_, i) =>
		placed(
			sushiRoll(FILLINGS[(i * 3) % 4] as string),
			[-74 + (i % 2) * 38, 18, -41 + Math.floor(i / 2) * 27],
			[0, i * 40, 0],
			0.62,
		),
	);
	const ginger = leaf(14, 10, material("wet", ["#f7cdb8", "#eda58c"]), 0.4);
	return view(
		44,
		[
			box([200, 22, 120], 5, { front: black, right: black, top: black }),
			rolls,
			copies(
				ginger,
				[[-14, 22, 30]],
				[
					[-14, 22, 30],
					[10, 120, 10],
				],
				[
					[-14, 22, 30],
					[10, 240, 10],
				],
			),
			placed(blob([9, 7, 9], material("peel", ["#a9cf6a", "#86b344"], 0.2)), [-13, 26, -34]),
			sleeve(print, 90, 116, [51, 24, 0]),
		],
		12,
		5,
	);
};
