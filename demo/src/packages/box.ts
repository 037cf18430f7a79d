import { path, rect, text } from "../label/svg.ts";
import { material } from "../studio/material.ts";
import { view } from "../studio/photograph.ts";
import { box, disc, lathe, quad } from "../studio/solids.ts";
import { type Point, placed } from "../studio/surface.ts";
import { artwork, type Package } from "./print.ts";

/** A folding carton, turned so that its narrow side shows. */
export function carton(width: number, height: number, depth: number, yawDegrees = 26): Package {
	const radius = Math.min(width, height, depth) * 0.025 + 0.6;
	return (print, facing) =>
		view(
			13,
			box([width, height, depth], radius, {
				front: material("card", print.facing({ width, height, bleed: 0 })),
				[facing === "front" ? "right" : "left"]: material("card", print.side(depth, height)),
				top: material("card", print.lid(width, depth)),
			}),
			facing === "front" ? yawDegrees : -yawDegrees,
			4.6,
		);
}

/** A drink carton with a gabled roof and, at the front, a screw cap. */
export const gableCarton: Package = (print, facing) => {
	const [width, height, rise, fin] = [94, 178, 40, 17];
	const half = width / 2;
	const ridge = height + rise;
	const { palette, brand } = print.content;
	const name = text(brand, half, 55, { size: 10, weight: 800, maxWidth: 70, fill: palette.paper });
	const roof = artwork(width, 62, rect(0, 0, width, 62, palette.ground) + name);
	const fold = rect(0, 0, width, rise, palette.deep) + path("M0 40L47 17L94 40z", palette.ground);
	const at = (x: number, y: number, z: number): Point => [x * half, y, z];
	const capped = placed(
		[
			lathe(
				[
					[13.4, 15],
					[14, 14],
					[14, 2],
					[15.5, 1],
					[15.5, 0],
				],
				material("plastic", print.cap, 0.12, 4),
			),
			disc(13.4, 15, material("plastic", print.cap)),
		],
		[0, height + rise / 2, half / 2],
		[90 - (Math.atan2(rise, half) * 180) / Math.PI, 0, 0],
	);
	return view(
		13,
		[
			box([width, height, width], 2, {
				front: material("card", print.facing({ width, height, bleed: 0 })),
				right: material("card", print.side(width, height)),
			}),
			quad(
				[at(-1, ridge, 0), at(1, ridge, 0), at(-1, height - 1, half + 1), at(1, height - 1, half + 1)],
				material("card", roof),
			),
			quad(
				[at(1, ridge, 0), at(1, ridge, 0), at(1, height, half), at(1, height, -half)],
				material("card", artwork(width, rise, fold)),
			),
			quad(
				[at(-1, ridge + fin, 1), at(1, ridge + fin, 1), at(-1, ridge - 2, 2), at(1, ridge - 2, 2)],
				material("card", palette.deep),
			),
			quad(
				[at(1, ridge + fin, 1), at(1, ridge + fin, -3), at(1, ridge - 2, 2), at(1, ridge - 2, -3)],
				material("card", palette.paper),
			),
			facing === "front" ? capped : [],
		],
		30,
		4.6,
	);
};
