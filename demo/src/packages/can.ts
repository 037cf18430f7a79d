import { circle, path, rect } from "../label/svg.ts";
import type { Profile } from "../shapes/profile.ts";
import { disc, turned } from "../shapes/revolve.ts";
import { colour } from "../studio/paint.ts";
import type { Surface } from "../studio/surface.ts";
import { type Package, svgPaint } from "./print.ts";
import { wrapped } from "./wrap.ts";

const TIN = { finish: "metal" } as const;
const STEEL = colour("#d9dcdf");

/** A tin with a paper label and beaded rims. */
export function can(radius: number, height: number): Package {
	return (print) => {
		const rim = radius * 0.055;
		const bodyTop = height - rim * 1.5;
		return {
			surfaces: [
				wrapped(
					print,
					[
						[radius, bodyTop],
						[radius, rim * 1.5],
					],
					{ finish: "paper" },
				),
				ring([
					[radius * 0.955, height],
					[radius * 1.02, height + rim * 0.4],
					[radius * 1.035, height - rim * 0.3],
					[radius * 1.01, bodyTop - 0.4],
					[radius * 0.98, bodyTop - 0.6],
				]),
				ring([
					[radius * 1.0, rim * 1.5],
					[radius * 1.03, rim],
					[radius * 1.03, rim * 0.3],
					[radius * 0.98, 0],
				]),
				turned({
					profile: [
						[radius * 0.955, height],
						[radius * 0.94, height - rim * 1.2],
					],
					paint: STEEL,
					material: TIN,
					arcDegrees: 360,
					rows: 4,
				}),
				disc(radius * 0.95, height - rim, lidPaint(radius), TIN),
			],
			camera: { yawDegrees: 0, pitchDegrees: 17, distance: 5.5 },
		};
	};
}

/** A slim printed drink can with a tapered shoulder. */
export const drinkCan: Package = (print) => ({
	surfaces: [
		wrapped(
			print,
			[
				[27, 119],
				[31, 109],
				[32.5, 104],
				[32.5, 8],
				[30, 3],
				[26, 0],
			],
			{ finish: "metal" },
			{ margins: [10, 8] },
		),
		ring([
			[25.4, 122],
			[26.6, 122.6],
			[27.4, 121.6],
			[27, 119],
		]),
		disc(25.6, 120.4, lidPaint(26, true), TIN),
	],
	camera: { yawDegrees: 0, pitchDegrees: 16, distance: 5.5 },
});

function ring(profile: Profile): Surface {
	return turned({ profile, paint: STEEL, material: TIN, arcDegrees: 360, rows: 16, smooth: true });
}

/** Pressed rings and, on drinks, the tab. */
function lidPaint(radius: number, tab = false) {
	const side = radius * 2;
	const rings = [0.96, 0.82, 0.64, 0.5].map((share, i) =>
		circle(radius, radius, radius * share, "none", {
			stroke: i % 2 ? "#f4f6f7" : "#a9aeb3",
			strokeWidth: radius * 0.03,
		}),
	);
	const lever = tab
		? rect(radius * 0.82, radius * 0.55, radius * 0.36, radius * 0.6, "#eceff1", {
				radius: radius * 0.18,
				stroke: "#9aa0a5",
				strokeWidth: radius * 0.02,
			}) +
			path(
				`M${radius * 0.7} ${radius * 1.25}Q${radius} ${radius * 1.05} ${radius * 1.3} ${radius * 1.25}Q${radius * 1.35} ${radius * 1.7} ${radius} ${radius * 1.75}Q${radius * 0.65} ${radius * 1.7} ${radius * 0.7} ${radius * 1.25}z`,
				"none",
				{ stroke: "#9aa0a5", strokeWidth: radius * 0.025 },
			)
		: "";
	return svgPaint(side, side, rect(0, 0, side, side, "#cfd3d6") + rings.join("") + lever);
}
