import { shadeOf } from "../label/palette.ts";
import { circle, image, path, rect, text } from "../label/svg.ts";
import { type Finish, type Material, material } from "../studio/material.ts";
import { mix, type Paint, pixels, rgbOf, type Texture } from "../studio/paint.ts";
import { view } from "../studio/photograph.ts";
import { disc, lathe, type Profile, profileLength, smoothed, tube } from "../studio/solids.ts";
import type { Surface } from "../studio/surface.ts";
import { artwork, type Package, type Print } from "./print.ts";

/** The camera sees somewhat less than half of a round label; the panel takes the part that can be read. */
const SEEN_DEGREES = 200;
const PANEL_DEGREES = 118;

/** A print wrapped around a body of revolution, its panel facing the camera. */
function wrapped(print: Print, profile: Profile, finish: Finish, flatten = 1): Surface {
	const perDegree = (Math.max(...profile.map(([radius]) => radius)) * Math.PI) / 180;
	const label = print.facing({
		width: PANEL_DEGREES * perDegree,
		height: profileLength(profile),
		bleed: ((SEEN_DEGREES - PANEL_DEGREES) / 2) * perDegree,
	});
	return lathe(profile, material(finish, label), { arcDegrees: SEEN_DEGREES, flatten });
}

type Bottle = {
	/** Radius of the neck and height of its top. */
	neck: readonly [radius: number, height: number];
	radius: number;
	/** Heights between which the neck widens into the body. */
	shoulder: readonly [top: number, bottom: number];
	/** Grips pressed into the body. */
	dents?: readonly (readonly [height: number, depth: number, reach: number])[];
	label: readonly [top: number, bottom: number];
	cap: readonly [radius: number, bottom: number, top: number];
	finish?: Finish;
	flatten?: number;
	/** A pump instead of a cap. */
	pump?: boolean;
};

export function bottle({ finish = "glass", flatten = 1, ...shape }: Bottle): Package {
	const profile = bottleProfile(shape);
	const [top, bottom] = shape.label;
	const [capRadius, capBottom, capTop] = shape.cap;
	const edge = ([radius, y]: Profile[number]) => [radius * 1.012 + 0.3, y] as const;
	const label = profile.filter(([, y]) => y < top && y > bottom).map(edge);
	const first = edge([radiusAt(profile, top), top]);
	const last = edge([radiusAt(profile, bottom), bottom]);
	return (print) => {
		const skin = finish === "glass" ? liquid(print.contents) : print.contents;
		return view(8, [
			lathe(profile, material(finish, skin), { arcDegrees: SEEN_DEGREES, flatten }),
			wrapped(print, [first, ...label, last], "card", flatten),
			shape.pump
				? pump(print.cap, capBottom)
				: lid(capRadius, capBottom, capTop, ribbed(print.cap), print.cap, Math.max(flatten, 0.8)),
		]);
	};
}

function bottleProfile({ neck, radius, shoulder: [top, bottom], dents = [] }: Bottle): Profile {
	return smoothed([
		neck,
		[neck[0] + 1, top],
		[neck[0] + 4, top - 10],
		[radius - 3, bottom + 12],
		[radius, bottom],
		...dents.flatMap(([height, depth, reach]) => [
			[radius, height + reach] as const,
			[radius - depth, height] as const,
			[radius, height - reach] as const,
		]),
		[radius, 10],
		[radius - 2, 2],
		[radius - 6, 0],
	]);
}

function radiusAt(profile: Profile, y: number): number {
	const i = profile.findIndex(([, height]) => height <= y);
	const [[upper, upperY], [lower, lowerY]] = profile.slice(i - 1) as [Profile[0], Profile[0]];
	return lower + ((upper - lower) * (y - lowerY)) / (upperY - lowerY || 1);
}

/** Clear at the shoulder and base, deep in the middle, like a drink in glass. */
function liquid(hex: string): Texture {
	return pixels(64, 128, (u, v) => {
		const middle = 1 - Math.abs(u - 0.5) * 2;
		const thin = Math.max(0, 0.16 - v) * 2.6 + Math.max(0, v - 0.97) * 12;
		const clear = mix(rgbOf(hex), [255, 255, 255], 0.08 + 0.2 * middle * (1 - v) + thin);
		return mix(clear, [0, 0, 0], 0.16 * (1 - middle));
	});
}

/** A cap or lid: a rounded rim, a skirt that ends in a flare, and its face. */
function lid(
	radius: number,
	bottom: number,
	top: number,
	skirt: Paint | string,
	face: Paint | string,
	flatten = 1,
) {
	const profile: Profile = [
		[radius * 0.95, top],
		[radius, top - radius * 0.03],
		[radius * 1.01, top - radius * 0.1],
		[radius * 1.01, bottom + radius * 0.04],
		[radius * 1.03, bottom],
		[radius * 0.96, bottom - radius * 0.03],
	];
	return [
		lathe(profile, material("plastic", skirt), { flatten }),
		disc(radius * 0.96, top, material("plastic", face), flatten),
	];
}

/** Upright ribs, for the grip. */
function ribbed(hex: string): Texture {
	return pixels(400, 1, (u) => mix(rgbOf(hex), [0, 0, 0], (u * 80) % 1 < 0.4 ? 0.16 : 0));
}

function pump(hex: string, y: number): Surface[] {
	const plastic = material("plastic", hex);
	const head: Profile = [
		[1, y + 55],
		[9, y + 54],
		[12, y + 49],
		[11, y + 43],
		[4, y + 40],
		[4, y + 16],
	];
	const collar: Profile = [
		[5, y + 20],
		[15, y + 18],
		[16, y + 14],
		[16, y],
		[15, y - 3],
	];
	const spout = tube(
		(s) => [4 - s * 44, y + 46 - s * s * 9, 4],
		(s) => 6.5 - s * 3,
		plastic,
	);
	return [lathe(smoothed(collar), plastic), lathe(smoothed(head), plastic), spout];
}

type Jar = { glass?: boolean /** Share of the height at which the lid ends. */; lidFrom?: number };

/** A glass jar with a metal lid, or a plastic pot with a high cap. */
export function jar(radius: number, height: number, { glass = true, lidFrom = 0.87 }: Jar = {}): Package {
	const cap = radius * 0.86;
	const neck = height * (lidFrom - 0.04);
	const body = smoothed([
		[cap * 0.96, height * 0.9],
		[cap * 0.97, neck],
		[radius * 0.98, neck - radius * 0.2],
		[radius, neck - radius * 0.3],
		[radius, radius * 0.18],
		[radius * 0.94, radius * 0.04],
		[radius * 0.86, 0],
	]);
	return (print) => {
		const { palette, brand } = print.content;
		const side = cap * 2;
		const face =
			rect(0, 0, side, side, print.cap) +
			circle(cap, cap, cap * 0.9, "none", { stroke: palette.paper, strokeWidth: cap * 0.02 }) +
			text(brand, cap, cap * 1.12, {
				size: cap * 0.4,
				weight: 800,
				maxWidth: cap * 1.5,
				fill: palette.paper,
			});
		return view(
			13,
			[
				lathe(
					body,
					glass
						? material("glass", [print.contents, shadeOf(print.contents, 0.72), 5, 1.1])
						: material("plastic", "#f6f6f2"),
				),
				wrapped(
					print,
					[
						[radius * 1.006, neck - radius * 0.42],
						[radius * 1.006, radius * 0.3],
					],
					"paper",
				),
				lid(cap, height * lidFrom, height, ribbed(print.cap), artwork(side, side, face)),
			],
			0,
			5.5,
		);
	};
}

const STEEL = material("metal", "#d9dcdf");

/** A tin with a paper label and beaded rims. */
export function can(radius: number, height: number): Package {
	const rim = radius * 0.055;
	const top = height - rim * 1.5;
	const bead = (y: number): Profile => [
		[radius * 0.955, y + rim],
		[radius * 1.02, y + rim * 1.9],
		[radius * 1.035, y + rim * 1.2],
		[radius * 1.02, y],
	];
	return (print) =>
		view(
			17,
			[
				wrapped(
					print,
					[
						[radius, top],
						[radius, rim * 1.5],
					],
					"paper",
				),
				lathe(smoothed(bead(top)), STEEL),
				lathe(
					[
						[radius, rim * 1.5],
						[radius * 1.03, rim],
						[radius * 1.03, rim * 0.3],
						[radius * 0.98, 0],
					],
					STEEL,
				),
				disc(radius * 0.95, height - rim, lidOf(radius)),
			],
			0,
			5.5,
		);
}

/** A slim printed drink can with a tapered shoulder. */
export const drinkCan: Package = (print) => {
	const { ground, deep } = print.content.palette;
	return view(
		16,
		[
			lathe(
				[
					[27, 119],
					[31, 109],
					[32.5, 104],
				],
				material("metal", ground),
			),
			wrapped(
				print,
				[
					[32.5, 104],
					[32.5, 8],
				],
				"metal",
			),
			lathe(
				[
					[32.5, 8],
					[30, 3],
					[26, 0],
				],
				material("metal", deep),
			),
			lathe(
				smoothed([
					[25.4, 122],
					[26.6, 122.6],
					[27.4, 121.6],
					[27, 119],
				]),
				STEEL,
			),
			disc(25.6, 120.4, lidOf(26, true)),
		],
		0,
		5.5,
	);
};

/** Pressed rings and, on drinks, the tab. */
function lidOf(radius: number, hasTab = false): Material {
	const rings = [0.96, 0.82, 0.64, 0.5].map((share, i) =>
		circle(50, 50, 50 * share, "none", { stroke: i % 2 ? "#f4f6f7" : "#a9aeb3", strokeWidth: 1.5 }),
	);
	const line = { stroke: "#9aa0a5", strokeWidth: 1.2 };
	const tab =
		rect(41, 27, 18, 30, "#eceff1", { ...line, radius: 9 }) +
		path("M35 62Q50 52 65 62Q67 85 50 87Q33 85 35 62z", "none", line);
	const face = rect(0, 0, 100, 100, "#cfd3d6") + rings.join("") + (hasTab ? tab : "");
	return material("metal", { ...artwork(100, 100, face), width: radius * 2, height: radius * 2 });
}

/** A tapered pot with a printed snap-on lid, seen from a little above. */
export function tub(topRadius: number, bottomRadius: number, height: number): Package {
	const rim = topRadius * 1.045;
	const upper = topRadius * 0.9 + bottomRadius * 0.1;
	return (print) =>
		view(
			24,
			[
				wrapped(
					print,
					[
						[upper, height * 0.8],
						[bottomRadius, 0],
					],
					"plastic",
				),
				lathe(
					[
						[topRadius, height * 0.9],
						[upper, height * 0.8],
					],
					material("plastic", print.content.palette.ground),
				),
				lid(rim, height * 0.875, height, print.cap, tubLid(print, rim)),
			],
			0,
			5,
		);
}

/** The lid repeats brand and food, which are seen from above in a chiller. */
function tubLid({ cap, content: { palette, brand, name, food } }: Print, radius: number) {
	const width = Math.min(radius * 0.9, radius * 0.62 * food.aspect);
	return artwork(
		radius * 2,
		radius * 2,
		rect(0, 0, radius * 2, radius * 2, cap) +
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
