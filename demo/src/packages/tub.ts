import { circle, image, rect, text } from "../label/svg.ts";
import { disc, turned } from "../shapes/revolve.ts";
import { colour } from "../studio/paint.ts";
import { type Package, type Print, svgPaint } from "./print.ts";
import { wrapped } from "./wrap.ts";

/** A tapered pot with a printed snap-on lid, seen from a little above. */
export function tub(topRadius: number, bottomRadius: number, height: number): Package {
	return (print) => {
		const rim = topRadius * 1.045;
		const plastic = { finish: "plastic" } as const;
		return {
			surfaces: [
				wrapped(
					print,
					[
						[topRadius * 0.9 + bottomRadius * 0.1, height * 0.8],
						[bottomRadius, 0],
					],
					plastic,
				),
				turned({
					profile: [
						[topRadius, height * 0.9],
						[topRadius * 0.9 + bottomRadius * 0.1, height * 0.8],
					],
					paint: colour(print.palette.ground),
					material: plastic,
					rows: 4,
				}),
				turned({
					profile: [
						[rim * 0.97, height],
						[rim, height * 0.985],
						[rim, height * 0.89],
						[rim * 1.015, height * 0.875],
						[topRadius * 0.99, height * 0.865],
					],
					paint: colour(print.cap),
					material: plastic,
					arcDegrees: 220,
				}),
				disc(rim * 0.975, height, lidPaint(print, rim), plastic),
			],
			camera: { yawDegrees: 0, pitchDegrees: 24, distance: 5 },
		};
	};
}

/** The lid repeats brand and food, which are seen from above in a chiller. */
function lidPaint(print: Print, radius: number) {
	const { palette, brand, name, food } = print.content;
	const side = radius * 2;
	const width = Math.min(radius * 0.9, radius * 0.62 * food.aspect);
	return svgPaint(
		side,
		side,
		rect(0, 0, side, side, print.cap) +
			circle(radius, radius, radius * 0.9, palette.paper) +
			circle(radius, radius, radius * 0.86, "none", { stroke: palette.accent, strokeWidth: radius * 0.02 }) +
			text(brand, radius, radius * 0.66, {
				size: radius * 0.27,
				weight: 800,
				maxWidth: radius * 1.2,
				fill: palette.deep,
			}) +
			image(food.uri, radius - width / 2, radius * 0.76, width, width / food.aspect) +
			text(name, radius, radius * 1.66, {
				size: radius * 0.14,
				weight: 700,
				maxWidth: radius * 1.05,
				fill: palette.ink,
			}),
	);
}
