import { shadeOf } from "../label/brand-mark.ts";
import { circle, rect, text } from "../label/svg.ts";
import { disc, turned } from "../shapes/revolve.ts";
import { colour } from "../studio/paint.ts";
import type { Surface } from "../studio/surface.ts";
import { mottled } from "../studio/texture-noise.ts";
import { type Package, type Print, svgPaint } from "./print.ts";
import { wrapped } from "./wrap.ts";

/** A glass jar with a metal lid and a paper label. */
export function jar(radius: number, height: number): Package {
	return (print) => {
		const lidRadius = radius * 0.86;
		const neck = height * 0.83;
		return {
			surfaces: [
				turned({
					profile: [
						[lidRadius * 0.96, height * 0.9],
						[lidRadius * 0.97, neck],
						[radius * 0.98, neck - radius * 0.2],
						[radius, neck - radius * 0.3],
						[radius, radius * 0.18],
						[radius * 0.94, radius * 0.04],
						[radius * 0.86, 0],
					],
					paint: mottled(print.contents, shadeOf(print.contents, 0.72), {
						cells: 5,
						seed: print.content.seed,
						contrast: 1.1,
						sidePx: 128,
					}),
					material: { finish: "glass" },
					smooth: true,
					rows: 60,
					columns: 64,
				}),
				wrapped(
					print,
					[
						[radius * 1.006, neck - radius * 0.42],
						[radius * 1.006, radius * 0.3],
					],
					{ finish: "paper" },
				),
				...metalLid(print, lidRadius, height * 0.87, height),
			],
			camera: { yawDegrees: 0, pitchDegrees: 13, distance: 5.5 },
		};
	};
}

function metalLid(print: Print, radius: number, bottom: number, top: number): Surface[] {
	const { palette, brand } = print.content;
	const side = radius * 2;
	const face = svgPaint(
		side,
		side,
		rect(0, 0, side, side, print.cap) +
			circle(radius, radius, radius * 0.9, "none", { stroke: palette.paper, strokeWidth: radius * 0.02 }) +
			text(brand, radius, radius * 1.12, {
				size: radius * 0.4,
				weight: 800,
				maxWidth: radius * 1.5,
				fill: palette.paper,
			}),
	);
	const skirt = svgPaint(
		100,
		20,
		rect(0, 0, 100, 20, print.cap) +
			Array.from({ length: 50 }, (_, i) => rect(i * 2, 3, 0.7, 14, "#000", { opacity: 0.16 })).join("") +
			rect(0, 16.6, 100, 0.8, "#fff", { opacity: 0.3 }),
	);
	return [
		turned({
			profile: [
				[radius * 0.95, top],
				[radius, top - radius * 0.03],
				[radius * 1.01, top - radius * 0.08],
				[radius * 1.01, bottom + radius * 0.03],
				[radius * 1.025, bottom],
				[radius, bottom - radius * 0.02],
			],
			paint: skirt,
			material: { finish: "plastic" },
			rows: 24,
		}),
		disc(radius * 0.96, top, face, { finish: "plastic" }),
	];
}

/** A tall plastic pot with a ribbed cap, for tablets and powders. */
export function tabletPot(radius: number, height: number): Package {
	return (print) => {
		const white = colour("#f6f6f2");
		const plastic = { finish: "plastic" } as const;
		const cap = radius * 0.82;
		const ribs = svgPaint(
			120,
			20,
			rect(0, 0, 120, 20, print.cap) +
				Array.from({ length: 40 }, (_, i) => rect(i * 3, 2, 1.2, 17, "#000", { opacity: 0.2 })).join(""),
		);
		return {
			surfaces: [
				turned({
					profile: [
						[cap * 0.94, height * 0.82],
						[radius * 0.9, height * 0.78],
						[radius, height * 0.71],
						[radius, height * 0.06],
						[radius * 0.95, height * 0.01],
						[radius * 0.9, 0],
					],
					paint: white,
					material: plastic,
					smooth: true,
				}),
				wrapped(
					print,
					[
						[radius * 1.006, height * 0.68],
						[radius * 1.006, height * 0.1],
					],
					{ finish: "card" },
				),
				turned({
					profile: [
						[cap * 0.93, height],
						[cap, height * 0.985],
						[cap * 1.02, height * 0.82],
						[cap * 0.96, height * 0.815],
					],
					paint: ribs,
					material: plastic,
					rows: 20,
				}),
				disc(cap * 0.94, height, colour(print.cap), plastic),
			],
			camera: { yawDegrees: 0, pitchDegrees: 13, distance: 5.5 },
		};
	};
}
