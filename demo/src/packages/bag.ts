import { moveTo, rect } from "../label/svg.ts";
import { seeded } from "../random.ts";
import type { Finish } from "../studio/material.ts";
import { colour, type Paint } from "../studio/paint.ts";
import { type Surface, sheet } from "../studio/surface.ts";
import { cloudy } from "../studio/texture-noise.ts";
import type { Point } from "../studio/vector.ts";
import { inset, type Package, type Print, svgPaint } from "./print.ts";

/** A pillow bag sealed along top and bottom, filled with air and slightly crumpled. */
export function pillowBag(width: number, height: number, finish: Finish = "film"): Package {
	return (print) => {
		const relief = crumple(print.content.seed, 1);
		const seal = 0.045;
		const at = (s: number, t: number): Point => {
			const inner = Math.max(0, Math.min(1, (t - seal) / (1 - 2 * seal)));
			const full = Math.sin(Math.PI * inner) ** 0.42;
			const across = (s - 0.5) * 2;
			const puff = Math.max(0, 1 - Math.abs(across) ** 2.6) ** 0.62;
			const narrow = 1 - 0.065 * full;
			const depth =
				width * 0.17 * full * puff +
				relief(s, t) * width * 0.026 * full ** 0.5 * puff +
				gathers(s, t, seal) * width * 0.008;
			const crimp = t < seal || t > 1 - seal ? Math.sin(t * height * 1.6) * 0.35 : 0;
			return [across * (width / 2) * narrow, height * (1 - t), depth + crimp];
		};
		return standingSheet(sealed(print, width, height, seal), at, finish, print.palette.deep, width);
	};
}

/** The print between two crimped seals. */
function sealed(print: Print, width: number, height: number, seal: number): Paint {
	const strip = height * seal;
	const ribs = Array.from({ length: 9 }, (_, i) =>
		rect(0, (i * strip) / 9, width, strip / 26, "#000", { opacity: 0.14 }),
	).join("");
	const { content } = inset(print, { width, height, bleed: 0 }, strip, strip);
	return svgPaint(width, height, content + ribs + moveTo(0, height - strip, ribs));
}

/** A stand-up pouch: a flat seal with a zip line at the top, widening towards a rounded base. */
export function pouch(width: number, height: number, finish: Finish = "film"): Package {
	return (print) => {
		const relief = crumple(print.content.seed, 0.8);
		const at = (s: number, t: number): Point => {
			const across = (s - 0.5) * 2;
			const belly = Math.max(0, Math.min(1, (t - 0.1) / 0.75));
			const full = Math.sin((Math.PI / 2) * belly) ** 1.1;
			const puff = Math.max(0, 1 - Math.abs(across) ** 3) ** 0.6;
			const zip = Math.exp(-(((t - 0.115) / 0.006) ** 2)) + Math.exp(-(((t - 0.132) / 0.006) ** 2));
			const foot = Math.max(0, (t - 0.9) / 0.1);
			const depth =
				width * 0.2 * full * puff + relief(s, t) * width * 0.022 * full * puff + zip * width * 0.006;
			const narrow = 1 - 0.02 * full + 0.012 * foot;
			return [
				across * (width / 2) * narrow,
				height * (1 - t) - foot * foot * 3.4 * puff + height * 0.008,
				depth - foot * width * 0.05,
			];
		};
		return standingSheet(print.facing({ width, height, bleed: 0 }), at, finish, print.palette.deep, width);
	};
}

/** A loaf in a bag whose neck is gathered by a clip. */
export function loafBag(width: number, height: number): Package {
	return (print) => {
		const relief = crumple(print.content.seed, 1);
		const at = (s: number, t: number): Point => {
			const across = (s - 0.5) * 2;
			const neck = Math.max(0, 1 - t / 0.2);
			const flare = Math.max(0, 0.1 - t) * 4.4;
			const wide = 1 - 0.72 * Math.sin((Math.PI / 2) * Math.min(1, neck * 1.5)) + flare;
			const body = Math.min(1, (t / 0.3) ** 0.8) * Math.min(1, Math.max(0, 1 - t) * 14) ** 0.4;
			const puff = Math.max(0, 1 - Math.abs(across) ** 3.2) ** 0.55;
			const folds = Math.sin(across * 21 + relief(s, t) * 5) * neck * 3.4;
			const depth = width * 0.26 * body * puff + relief(s, t) * width * 0.03 * puff + folds;
			return [across * (width / 2) * wide, height * (1 - t), depth];
		};
		const scene = standingSheet(
			inset(print, { width, height, bleed: 0 }, height * 0.2, 0),
			at,
			"film",
			print.palette.light,
			width,
		);
		return { ...scene, surfaces: [...scene.surfaces, clip(print.cap, height, width)] };
	};
}

function clip(hex: string, height: number, width: number): Surface {
	return sheet({
		columns: 12,
		rows: 8,
		paint: colour(hex),
		material: { finish: "plastic" },
		at: (s, t): Point => [
			(s - 0.5) * width * 0.2,
			height * 0.9 - t * width * 0.075,
			width * 0.16 + Math.sin(s * Math.PI) * 2,
		],
	});
}

/** The sheet and its plain reverse, a little behind, which closes the outline. */
function standingSheet(
	paint: Paint,
	at: (s: number, t: number) => Point,
	finish: Finish,
	reverse: string,
	width: number,
) {
	const material = { finish } as const;
	const surfaces: Surface[] = [
		sheet({ columns: 84, rows: 110, paint, material, at }),
		sheet({
			columns: 20,
			rows: 40,
			paint: colour(reverse),
			material,
			at: (s, t) => {
				const [x, y, z] = at(s, t);
				return [x * 0.995, y, -Math.abs(z) * 0.55 - width * 0.03];
			},
		}),
	];
	return { surfaces, camera: { yawDegrees: 0, pitchDegrees: 3, distance: 6 } };
}

/** Creases of film: soft dents and a few sharp folds. */
function crumple(seed: number, strength: number): (s: number, t: number) => number {
	const soft = cloudy(seed + 1, 4);
	const sharp = cloudy(seed + 7, 5);
	const random = seeded(seed + 3);
	const folds = Array.from({ length: 9 }, () => {
		const turn = random() * Math.PI;
		const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
		return { x: random(), y: random(), cosine, sine, reach: 0.1 + random() * 0.18, depth: random() - 0.3 };
	});
	return (s, t) => {
		let height = (soft(s, t) - 0.5) * 1.7 + (0.5 - Math.abs(sharp(s * 0.9, t * 0.9) - 0.5) * 4) * 0.26;
		for (const fold of folds) {
			const dx = s - fold.x;
			const dy = t - fold.y;
			const along = (dx * fold.cosine + dy * fold.sine) / fold.reach;
			const off = Math.abs(dy * fold.cosine - dx * fold.sine) / 0.022;
			if (along * along + off < 7)
				height -= fold.depth * 0.75 * Math.exp(-along * along - off * Math.sqrt(off));
		}
		return height * strength;
	};
}

/** Short folds that run from the seals into the bag. */
function gathers(s: number, t: number, seal: number): number {
	const near = Math.exp(-Math.max(0, t - seal) / 0.085) + Math.exp(-Math.max(0, 1 - seal - t) / 0.085);
	return near * (Math.sin(s * 37) + Math.sin(s * 61 + 2) * 0.7 + Math.sin(s * 19 + 1));
}
