import { type Profile, smoothed } from "../shapes/profile.ts";
import { disc, turned } from "../shapes/revolve.ts";
import { tube } from "../shapes/solids.ts";
import type { Finish } from "../studio/material.ts";
import { colour, type Paint, pixels, rgbOf } from "../studio/paint.ts";
import type { Surface } from "../studio/surface.ts";
import { mix } from "../studio/texture-noise.ts";
import type { Package } from "./print.ts";
import { wrapped } from "./wrap.ts";

type Bottle = {
	/** Body from under the cap to the ground. */
	profile: Profile;
	/** Where the label begins and ends, as heights above the ground. */
	label: readonly [top: number, bottom: number];
	cap: { radius: number; bottom: number; top: number };
	finish: Finish;
	flatten?: number;
	/** Printed on the body itself instead of on a label. */
	printed?: boolean;
	pump?: boolean;
};

const BOTTLES = {
	juice: {
		profile: [
			[13, 232],
			[14, 206],
			[17, 196],
			[37, 160],
			[40, 148],
			[40, 10],
			[38, 2],
			[34, 0],
		],
		label: [138, 26],
		cap: { radius: 15, bottom: 222, top: 242 },
		finish: "glass",
	},
	oil: {
		profile: [
			[11, 238],
			[12, 200],
			[14, 188],
			[30, 168],
			[33, 158],
			[33, 8],
			[31, 1],
			[28, 0],
		],
		label: [148, 30],
		cap: { radius: 13, bottom: 226, top: 250 },
		finish: "glass",
	},
	wine: {
		profile: [
			[13, 286],
			[14, 214],
			[15, 202],
			[34, 176],
			[37, 164],
			[37, 8],
			[35, 1],
			[30, 0],
		],
		label: [146, 34],
		cap: { radius: 14.6, bottom: 226, top: 292 },
		finish: "glass",
	},
	water: {
		profile: [
			[12, 230],
			[13, 218],
			[24, 202],
			[33, 184],
			[34, 172],
			[32, 160],
			[34, 150],
			[34, 92],
			[32, 82],
			[34, 72],
			[32, 58],
			[34, 46],
			[34, 8],
			[30, 0],
		],
		label: [148, 94],
		cap: { radius: 13.6, bottom: 224, top: 240 },
		finish: "glass",
	},
	sauce: {
		profile: [
			[15, 196],
			[17, 184],
			[30, 166],
			[34, 150],
			[32, 100],
			[35, 40],
			[36, 10],
			[33, 2],
			[28, 0],
		],
		label: [146, 26],
		cap: { radius: 19, bottom: 186, top: 214 },
		finish: "plastic",
		flatten: 0.72,
	},
	lotion: {
		profile: [
			[12, 176],
			[14, 172],
			[34, 162],
			[40, 150],
			[40, 10],
			[38, 2],
			[34, 0],
		],
		label: [148, 14],
		cap: { radius: 14, bottom: 172, top: 190 },
		finish: "plastic",
		flatten: 0.55,
		printed: true,
		pump: true,
	},
	cleaner: {
		profile: [
			[13, 218],
			[15, 208],
			[24, 196],
			[40, 170],
			[46, 140],
			[41, 104],
			[46, 60],
			[47, 14],
			[44, 3],
			[38, 0],
		],
		label: [150, 22],
		cap: { radius: 17, bottom: 206, top: 240 },
		finish: "plastic",
		flatten: 0.55,
	},
} as const satisfies Record<string, Bottle>;

export function bottle(name: keyof typeof BOTTLES): Package {
	const shape: Bottle = BOTTLES[name];
	const flatten = shape.flatten ?? 1;
	return (print) => {
		const [labelTop, labelBottom] = shape.label;
		const skin = shape.printed ? colour(print.contents) : liquid(print.contents, shape.finish);
		return {
			surfaces: [
				turned({
					profile: shape.profile,
					paint: skin,
					material: { finish: shape.finish },
					smooth: true,
					rows: 76,
					columns: 64,
					flatten,
				}),
				wrapped(
					print,
					labelProfile(smoothed(shape.profile), labelTop, labelBottom),
					{ finish: shape.printed ? "plastic" : "card" },
					{ flatten },
				),
				...(shape.pump ? pump(print.cap, shape.cap.bottom) : closure(print.cap, shape.cap, flatten)),
			],
			camera: { yawDegrees: 0, pitchDegrees: 8, distance: 6 },
		};
	};
}

/** Clear at the shoulder and base, deep in the middle, like a drink in glass. */
function liquid(hex: string, finish: Finish): Paint {
	const tone = rgbOf(hex);
	if (finish !== "glass") return colour(hex);
	return pixels(64, 128, (u, v) => {
		const middle = 1 - Math.abs(u - 0.5) * 2;
		const thin = Math.max(0, 0.16 - v) * 2.6 + Math.max(0, v - 0.97) * 12;
		return mix(
			mix(tone, [255, 255, 255], 0.08 + 0.2 * middle * (1 - v) + thin),
			[0, 0, 0],
			0.16 * (1 - middle),
		);
	});
}

/** The body's outline between two heights, slightly wider. */
function labelProfile(profile: Profile, top: number, bottom: number): Profile {
	const radiusAt = (y: number) => {
		const i = profile.findIndex(([, height]) => height <= y);
		const [[upperRadius, upperY], [lowerRadius, lowerY]] = [profile[i - 1], profile[i]] as [
			Profile[0],
			Profile[0],
		];
		return lowerRadius + ((upperRadius - lowerRadius) * (y - lowerY)) / (upperY - lowerY || 1);
	};
	return Array.from({ length: 25 }, (_, i) => {
		const y = top + ((bottom - top) * i) / 24;
		return [radiusAt(y) * 1.012 + 0.3, y] as const;
	});
}

function closure(hex: string, cap: Bottle["cap"], flatten: number): Surface[] {
	const { radius, bottom, top } = cap;
	const ribbed = { finish: "plastic", relief: { repeats: 3, strength: 0.06 } } as const;
	const depth = Math.max(flatten, 0.8);
	return [
		turned({
			profile: [
				[radius * 0.9, top],
				[radius * 0.98, top - radius * 0.08],
				[radius, top - radius * 0.2],
				[radius, bottom + 2],
				[radius * 1.05, bottom + 1],
				[radius * 1.05, bottom - 2],
			],
			paint: colour(hex),
			material: ribbed,
			rows: 30,
			flatten: depth,
		}),
		disc(radius * 0.92, top, colour(hex), { finish: "plastic" }, depth),
	];
}

function pump(hex: string, y: number): Surface[] {
	const look = { paint: colour(hex), material: { finish: "plastic" } } as const;
	return [
		turned({
			profile: [
				[5, y + 20],
				[15, y + 18],
				[16, y + 14],
				[16, y],
				[15, y - 3],
			],
			...look,
			rows: 24,
			smooth: true,
		}),
		turned({
			profile: [
				[4, y + 44],
				[4, y + 16],
			],
			...look,
			rows: 6,
		}),
		tube(
			(s) => [4 - s * 44, y + 46 - s * s * 9, 4],
			(s) => 6.5 - s * 3,
			look,
			24,
			18,
		),
		turned({
			profile: [
				[1, y + 55],
				[9, y + 54],
				[12, y + 49],
				[11, y + 43],
				[4, y + 40],
			],
			...look,
			rows: 24,
			smooth: true,
		}),
	];
}
