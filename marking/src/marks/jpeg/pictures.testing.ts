import sharp from "sharp";
import { decodeCoefficients, encodeCoefficients, halveChroma, withRestarts } from "./recode.testing.ts";

/** The kinds of baseline JPEG that can be marked. */
export const kinds = ["4:2:0", "4:2:2", "4:4:4", "grey", "restarts", "standard tables"] as const;
export type Kind = (typeof kinds)[number];

/** Pixels of a product on white: a textured, shaded rectangle with a margin of pure white, a quarter of the width, on the left. */
export function product(width: number, height: number, seed: number): Buffer {
	const pixels = Buffer.alloc(width * height * 3, 255);
	let state = seed * 2654435761 + 1;
	const random = () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
	for (let y = 0; y < height; y++) {
		for (let x = Math.floor(width / 4); x < width; x++) {
			const wave = 40 * Math.sin((x + seed) / 7) * Math.cos(y / (5 + (seed % 4)));
			const level = 60 + (100 * y) / height + wave + 24 * (random() + random() - 1);
			for (let c = 0; c < 3; c++)
				pixels[(y * width + x) * 3 + c] = Math.max(0, Math.min(255, level + 15 * c));
		}
	}
	return pixels;
}

/** The same product as a JPEG of the given kind. */
export async function productJpeg(kind: Kind, width: number, height: number, seed: number): Promise<Buffer> {
	const picture = sharp(product(width, height, seed), { raw: { width, height, channels: 3 } });
	const optimiseCoding = kind === "4:2:0" || kind === "4:4:4" || kind === "grey";
	const chromaSubsampling = kind === "4:2:0" || kind === "restarts" ? "4:2:0" : "4:4:4";
	const jpeg = await (kind === "grey" ? picture.greyscale() : picture)
		.jpeg({ quality: 88, chromaSubsampling, optimiseCoding })
		.toBuffer();
	if (kind === "restarts") return encodeCoefficients(withRestarts(decodeCoefficients(jpeg), 3));
	if (kind === "4:2:2") return encodeCoefficients(halveChroma(decodeCoefficients(jpeg)));
	return jpeg;
}

export interface Grey {
	width: number;
	height: number;
	levels: Float32Array;
}

/** Luma of RGB or RGBA pixels, 0…255 (ITU-R BT.601, as in JFIF). */
export function lumaOf(pixels: Uint8Array, width: number, height: number): Grey {
	const channels = pixels.length / (width * height);
	const levels = new Float32Array(width * height);
	for (let i = 0; i < levels.length; i++) {
		const at = i * channels;
		levels[i] = 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
	}
	return { width, height, levels };
}

/** Decodes with libjpeg-turbo. */
export async function decodeLuma(jpeg: Uint8Array): Promise<Grey> {
	const { data, info } = await sharp(jpeg, { failOn: "warning" })
		.toColourspace("srgb")
		.raw()
		.toBuffer({ resolveWithObject: true });
	return lumaOf(data, info.width, info.height);
}
