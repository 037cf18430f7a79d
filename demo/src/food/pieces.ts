import { type Material, material } from "../studio/material.ts";
import { cloudy, mix, pixels, rgbOf } from "../studio/paint.ts";
import { blob, disc, lathe, leaf, plate, tube } from "../studio/solids.ts";
import { type Point, placed, type Solid, type Surface } from "../studio/surface.ts";
import { rosette } from "./arrange.ts";

export const GREEN = material("peel", ["#4f8a34", "#2d5c1e"]);

export const STALK = material("baked", ["#6b4a26", "#4a3017"]);

/** A dimple at the top and the bottom of something round: how far a point of it is pulled in, 0 to `depth`. */
function dimple([x, y, z]: Point, radius: number, depth: number): number {
	const width = y > 0 ? 0.34 : 0.27;
	const share = Math.exp(-((Math.hypot(x, z) / radius / width) ** 2));
	return Math.sign(y) * share * depth * (y > 0 ? 1 : 0.5);
}

/** The skin of an apple or a pomegranate: streaks and a few flecks of light. */
export function blushing(base: string, blush: string): Material {
	const patches = cloudy(3, 3);
	const streaks = cloudy(7, 5);
	const paint = pixels(256, 160, (u, v) => {
		const share = patches(u, v) * 1.5 + streaks(u * 9, v * 0.6) * 0.9 - 0.72 - Math.max(0, 0.16 - v) * 3.4;
		const fleck = streaks(u * 17, v * 13) > 0.735 ? 0.3 : 0;
		return mix(mix(rgbOf(base), rgbOf(blush), share), [246, 226, 168], fleck);
	});
	return material("peel", paint, 0.04);
}

/** Standing on the ground, its stalk up. */
export function apple(skin: Material, radius = 36): Surface[] {
	const flesh = blob([radius, radius * 0.92, radius], skin, {
		dent: ([x, y, z]) => {
			const out = Math.hypot(x, z) / radius;
			const ribs = 1 + 0.02 * Math.cos(5 * Math.atan2(x, z)) * Math.max(0, 1 - out * 0.7);
			const narrow = ribs * (1 - 0.13 * Math.max(0, -y / radius));
			return [x * narrow, (y - dimple([x, y, z], radius, 0.3 * radius)) * ribs, z * narrow];
		},
	});
	const stalk = tube(
		(s) => [s * s * 7, radius * 0.52 + s * 22, 0],
		(s) => 1.7 + s * 0.8,
		STALK,
	);
	return placed([flesh, stalk], [0, radius * 0.78, 0]);
}

/** Standing on the ground. */
export function orange(radius = 36): Surface[] {
	const skin = blob(
		[radius, radius * 0.95, radius],
		material("peel", ["#f08a1c", "#dd6a08", 4, 1.1], 0.3, 3),
	);
	const button = placed(blob([3.4, 1.6, 3.4], material("baked", "#7d8a3a")), [0, radius * 0.94, 0]);
	return placed([skin, button], [0, radius * 0.95, 0]);
}

/** A halved citrus fruit, cut face upward. */
export function citrusHalf(rind: string, flesh: string, radius: number): Surface {
	const cells = cloudy(5, 20);
	const face = pixels(220, 220, (u, v) => {
		const reach = Math.hypot(u - 0.5, v - 0.5) / 0.4;
		const wall = 0.5 - Math.abs((((Math.atan2(v - 0.5, u - 0.5) / 6.2832 + 1) * 10) % 1) - 0.5);
		if (reach > 0.965) return rgbOf(rind);
		if (reach > 0.885 || reach < 0.09 || wall < 0.045 / reach) return [252, 240, 214];
		return mix(rgbOf(flesh), [255, 236, 190], cells(u, v) * 1.5 - 0.55);
	});
	return plate(radius, 3, material("wet", face, 0.12, 1.5));
}

export function lemon(): Surface {
	return blob([40, 29, 29], material("peel", ["#f7d838", "#e8bf1c", 4, 1.2], 0.3, 3), {
		dent: ([x, y, z]) => {
			const tip = Math.max(0, Math.abs(x) / 40 - 0.72) / 0.28;
			return [x + Math.sign(x) * tip ** 3 * 9, y * (1 - 0.05 * tip), z * (1 - 0.05 * tip)];
		},
	});
}

/** Along x, curved upward, its stalk at the left. */
export function banana(): Surface {
	const patches = cloudy(4, 6);
	const flecks = cloudy(14, 16);
	const paint = pixels(240, 72, (u, v) => {
		const ridge = 0.12 * Math.max(0, Math.cos(v * 10 * Math.PI)) ** 6;
		const ripe = mix([254, 222, 82], [240, 192, 44], patches(u, v * 2) * 1.3 - 0.35 + ridge);
		const green = mix(ripe, [160, 186, 70], Math.max(0, 0.13 - u) * 5 + Math.max(0, u - 0.93) * 4);
		const flecked = mix(green, [136, 88, 30], flecks(u * 2, v) > 0.755 ? 0.42 : 0);
		return mix(flecked, [64, 46, 24], Math.max(0, u - 0.965) * 40 + Math.max(0, 0.018 - u) * 30);
	});
	const ease = (t: number) => {
		const share = Math.max(0, Math.min(1, t));
		return share * share * (3 - 2 * share);
	};
	return tube(
		(s) => [Math.sin((s - 0.46) * 1.62) * 84, 84 - Math.cos((s - 0.46) * 1.62) * 84, 0],
		(s, around) => {
			const narrow = Math.min(0.3 + 0.7 * ease((s - 0.07) / 0.16), 0.24 + 0.76 * ease((0.985 - s) / 0.13));
			return 14.5 * narrow * (1 + 0.045 * Math.cos(around * 10 * Math.PI));
		},
		material("peel", paint),
		60,
	);
}

/** Standing on the ground. */
export function tomato(radius = 32): Surface[] {
	const skin = blob([radius, radius * 0.84, radius], material("wet", ["#d8291c", "#b8180f", 3, 1.2]), {
		dent: ([x, y, z]) => {
			const lobes = 1 + 0.025 * Math.cos(6 * Math.atan2(x, z)) * Math.max(0, y / radius);
			return [x * lobes, y - Math.max(0, dimple([x, y, z], radius, 0.15 * radius)), z * lobes];
		},
	});
	const sepals = rosette(5, leaf(radius * 0.62, 7, GREEN, 0.24), [0, radius * 0.7, 0]);
	const stalk = tube((s) => [s * 3, radius * 0.7 + s * 13, 0], 2.2, GREEN, 8);
	return placed([skin, sepals, stalk], [0, radius * 0.8, 0]);
}

/** Lying along x on the ground. */
export function cucumber(): Surface {
	const field = cloudy(3, 7);
	const bumps = cloudy(9, 24);
	const paint = pixels(220, 90, (u, v) => {
		const stripe = Math.max(0, Math.cos(v * 18 * Math.PI)) * 0.4 * (1 - Math.abs(u - 0.5)) * field(u * 3, v);
		const skin = mix([62, 124, 48], [36, 86, 34], field(u * 2, v * 2) * 1.4 - 0.2);
		return mix(skin, [164, 196, 104], stripe + Math.max(0, Math.abs(u - 0.5) - 0.46) * 8);
	});
	return tube(
		(s) => [(s - 0.5) * 165, 17 + Math.sin(s * Math.PI) * 4, Math.sin(s * Math.PI) * -9],
		(s, around) => 17.5 * Math.min(1, Math.sqrt(Math.min(s, 1 - s) * 11) * 0.9) + bumps(s * 2, around) * 1.6,
		material("peel", paint, 0.1, 1.2),
		90,
	);
}

/** Standing on the ground. */
export function pepper(base: string, deep: string): Surface[] {
	const skin = blob([36, 42, 36], material("wet", [base, deep, 3, 1.2]), {
		squareness: 0.74,
		dent: ([x, y, z]) => {
			const out = Math.min(1, Math.hypot(x, z) / 36);
			const narrow = 1 - 0.2 * Math.max(0, -y / 42);
			const lobes = narrow * (1 + 0.13 * Math.cos(4 * Math.atan2(x, z) + 0.5) * out);
			return [x * lobes, y - dimple([x, y, z], 40, 14), z * lobes];
		},
	});
	const stalk = tube(
		(s) => [s * s * 10, 28 + s * 26, 0],
		(s) => 6.5 - 3 * Math.sin(s * 3),
		GREEN,
	);
	return placed([skin, stalk], [0, 40, 0]);
}

export function egg(base: string, blotch: string): Surface {
	return blob([21, 27, 21], material("peel", [base, blotch, 5, 1.2], 0.03, 2), { taper: 0.16 });
}

export const FILLINGS = ["#f07a4a", "#6fae3c", "#e23b44", "#f4c93a"] as const;

/** One slice of rolled sushi standing on its cut side. */
export function sushiRoll(filling: string): Solid {
	const grains = cloudy(90, 14);
	const face = pixels(110, 110, (u, v) => {
		const reach = Math.hypot(u - 0.5, v - 0.5);
		if (reach > 0.46) return [28, 40, 34];
		if (reach < 0.17)
			return u < 0.5 ? rgbOf(filling) : mix(rgbOf(filling), [94, 160, 62], v > 0.5 ? 0.9 : 0.1);
		return mix([255, 253, 246], [214, 208, 192], (grains(u, v) - 0.4) * 4);
	});
	return [
		lathe(
			[
				[20, 30],
				[21, 27],
				[21, 3],
				[20, 0],
			],
			material("wet", ["#22352a", "#121e17", 10], 0.2),
		),
		disc(20, 30, material("peel", face, 0.4, 0.8)),
	];
}
