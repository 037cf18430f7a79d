import type { DemoProduct } from "@packshot/demo/catalogue";
import { photograph } from "@packshot/demo/studio/photograph";
import sharp from "sharp";
import { valueAt } from "../../demo/src/studio/coarse-map.ts";

/** A picture of a drawn pack as a lamp and a camera make it of the scene, with its true outline. */
export interface TruePicture {
	readonly jpeg: Uint8Array;
	/** Of the object alone: colour and coverage, before noise. */
	readonly rgba: Uint8Array;
	readonly sizePx: number;
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** A pack on white: paper under a lamp at one side, the pack's shadow, the camera's noise, and JPEG. */
export async function photographOnWhite(
	product: Pick<DemoProduct, "scene">,
	facing: "front" | "back",
	{ sizePx, seed }: { readonly sizePx: number; readonly seed: number },
): Promise<TruePicture> {
	const random = seeded(seed);
	const photo = await photograph(await product.scene(facing), sizePx);
	const darkness = await photo.shadow();
	const [slopeX, slopeY] = [(random() - 0.5) * 0.14, (random() - 0.5) * 0.14];
	const warmth = [1, 0.985 + random() * 0.015, 0.95 + random() * 0.05];
	const rgba = photo.rgba.slice();
	const rgb = new Uint8Array(sizePx * sizePx * 3);
	for (let place = 0; place < sizePx * sizePx; place++) {
		const [x, y] = [place % sizePx, Math.floor(place / sizePx)];
		const lamp = 0.93 + slopeX * (x / sizePx - 0.5) + slopeY * (y / sizePx - 0.5);
		const alpha = (rgba[place * 4 + 3] ?? 0) / 255;
		const noise = (random() + random() + random() - 1.5) * 4;
		for (let channel = 0; channel < 3; channel++) {
			const light = lamp * (warmth[channel] ?? 1);
			const lit = (rgba[place * 4 + channel] ?? 0) * light;
			rgba[place * 4 + channel] = lit;
			const ground = 255 * light * (1 - valueAt(darkness, x, y));
			rgb[place * 3 + channel] = Math.min(255, Math.max(0, lit * alpha + ground * (1 - alpha) + noise + 0.5));
		}
	}
	const jpeg = await sharp(rgb, { raw: { width: sizePx, height: sizePx, channels: 3 } })
		.jpeg({ quality: 90 })
		.toBuffer();
	return { jpeg, rgba, sizePx };
}
