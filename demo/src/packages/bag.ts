import { moveTo, rect } from "../label/svg.ts";
import { seeded } from "../random.ts";
import { type Finish, material } from "../studio/material.ts";
import { type Artwork, cloudy } from "../studio/paint.ts";
import { view } from "../studio/photograph.ts";
import { type Surface, sheet } from "../studio/surface.ts";
import { artwork, inset, type Package, type Print } from "./print.ts";

/**
 * The form of a bag of film at a place across (-1 to 1) and from the top (0 to 1): its width, its depth relative to the whole width, and how
 * much its lower edge is drawn down. `puff` is 1 in the middle and 0 at the sides.
 */
type Form = (
	across: number,
	t: number,
	puff: number,
) => readonly [wide: number, depth: number, creased: number];

function sheetOf(
	print: Print,
	width: number,
	height: number,
	finish: Finish,
	paint: Artwork,
	form: Form,
): Surface {
	const relief = crumple(print.content.seed);
	return sheet(material(finish, paint), 64, 90, (s, t) => {
		const across = (s - 0.5) * 2;
		const puff = (1 - Math.abs(across) ** 3) ** 0.6;
		const [wide, depth, creased] = form(across, t, puff);
		const foot = Math.max(0, t - 0.9) * 10 * depth * 20;
		return [
			across * (width / 2) * wide,
			height * (1 - t) - foot,
			width * (depth + relief(s, t) * 0.026 * creased * puff),
		];
	});
}

/** A pillow bag sealed along top and bottom, filled with air and slightly crumpled. */
export function pillowBag(width: number, height: number, finish: Finish = "film"): Package {
	const seal = 0.045;
	const strip = height * seal;
	const ribs = Array.from({ length: 9 }, (_, i) =>
		rect(0, (i * strip) / 9, width, strip / 26, "#000", { opacity: 0.14 }),
	).join("");
	return (print) => {
		const { svg } = inset(print, width, height, strip, strip);
		const paint = artwork(width, height, svg + ribs + moveTo(0, height - strip, ribs));
		return view(
			3,
			sheetOf(print, width, height, finish, paint, (across, t, puff) => {
				const full = Math.sin(Math.PI * Math.max(0, Math.min(1, (t - seal) / (1 - 2 * seal)))) ** 0.42;
				// Short folds that run from the seals into the bag.
				const near = Math.exp(-Math.abs(t - seal) / 0.085) + Math.exp(-Math.abs(1 - seal - t) / 0.085);
				const gathers = Math.sin(across * 18) + Math.sin(across * 30 + 2) * 0.7 + Math.sin(across * 9 + 1);
				return [1 - 0.065 * full, 0.17 * full * puff + near * gathers * 0.008, full ** 0.5];
			}),
		);
	};
}

/** A stand-up pouch: a flat seal with a zip line at the top, widening towards a rounded base. */
export function pouch(width: number, height: number, finish: Finish = "film"): Package {
	return (print) => {
		const paint = print.facing({ width, height, bleed: 0 });
		return view(
			3,
			sheetOf(print, width, height, finish, paint, (_across, t, puff) => {
				const full = Math.sin((Math.PI / 2) * Math.max(0, Math.min(1, (t - 0.1) / 0.75))) ** 1.1;
				const zip = Math.exp(-(((t - 0.115) / 0.006) ** 2)) + Math.exp(-(((t - 0.132) / 0.006) ** 2));
				return [1 - 0.02 * full, 0.2 * full * puff + zip * 0.006, full];
			}),
		);
	};
}

/** A loaf in a bag whose neck is gathered by a clip. */
export function loafBag(width: number, height: number): Package {
	return (print) => {
		const paint = inset(print, width, height, height * 0.2, 0);
		const bag = sheetOf(print, width, height, "film", paint, (across, t, puff) => {
			const neck = Math.max(0, 1 - t / 0.2);
			const gathered = 0.72 * Math.sin((Math.PI / 2) * Math.min(1, neck * 1.5));
			const body = Math.min(1, (t / 0.3) ** 0.8) * Math.min(1, Math.max(0, 1 - t) * 14) ** 0.4;
			const folds = Math.sin(across * 21) * neck * 0.018;
			return [1 - gathered + Math.max(0, 0.1 - t) * 4.4, 0.26 * body * puff + folds, 1];
		});
		const clip = sheet(material("plastic", print.cap), 12, 8, (s, t) => [
			(s - 0.5) * width * 0.2,
			height * 0.9 - t * width * 0.075,
			width * 0.16 + Math.sin(s * Math.PI) * 2,
		]);
		return view(3, [bag, clip]);
	};
}

/** Creases of film: soft dents and a few sharp folds. */
function crumple(seed: number): (s: number, t: number) => number {
	const soft = cloudy(seed + 1, 4);
	const sharp = cloudy(seed + 7, 5);
	const random = seeded(seed + 3);
	const folds = Array.from({ length: 9 }, () => {
		const turn = random() * Math.PI;
		const [x, y, reach, depth] = [random(), random(), 0.1 + random() * 0.18, random() - 0.3];
		return { x, y, reach, depth, cosine: Math.cos(turn), sine: Math.sin(turn) };
	});
	return (s, t) => {
		const dents = (soft(s, t) - 0.5) * 1.7 + (0.5 - Math.abs(sharp(s, t) - 0.5) * 4) * 0.26;
		return folds.reduce((height, { x, y, reach, depth, cosine, sine }) => {
			const along = ((s - x) * cosine + (t - y) * sine) / reach;
			const off = Math.abs((t - y) * cosine - (s - x) * sine) / 0.022;
			return along * along + off > 7 ? height : height - depth * 0.75 * Math.exp(-along * along - off ** 1.5);
		}, dents);
	};
}
