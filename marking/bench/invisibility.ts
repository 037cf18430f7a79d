import sharp from "sharp";
import type { KnownClient } from "../src/attribution/score.ts";
import { codeword } from "../src/marks/codeword.ts";
import { deliver } from "../src/marks/deliver.ts";
import { butteraugliDistance, type Decoded } from "./butteraugli.ts";
import type { BenchPicture } from "./pictures.ts";

/** How much a client's copy differs from the unmarked picture. */
export interface Visibility {
	readonly imageId: string;
	readonly format: "jpeg" | "png";
	/** Over red, green and blue of the opaque pixels, in dB. */
	readonly psnrDb: number;
	/** Of luma, over the windows in which the picture is opaque. */
	readonly ssim: number;
	/** Butteraugli distance on white (3-norm over the picture); below 1 hardly anybody sees a difference. Absent if the program is not installed. */
	readonly butteraugli?: number;
}

/** Compares one client's copy of a picture with its base. */
export async function visibility(picture: BenchPicture, { markSeed }: KnownClient): Promise<Visibility> {
	const { base, flips, imageId, format } = picture;
	const marked = await decode(deliver(base, flips, codeword(markSeed, imageId, flips.cellCount)));
	const plain = await decode(base);
	const distance = await butteraugliDistance(marked, plain);
	return {
		imageId,
		format,
		psnrDb: psnr(marked, plain),
		ssim: ssim(marked, plain),
		...(distance === undefined ? {} : { butteraugli: distance }),
	};
}

async function decode(file: Uint8Array): Promise<Decoded> {
	const { data, info } = await sharp(file)
		.toColourspace("srgb")
		.ensureAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true });
	return { rgba: data, width: info.width, height: info.height };
}

function psnr({ rgba: a }: Decoded, { rgba: b }: Decoded): number {
	let sum = 0;
	let count = 0;
	for (let i = 0; i < a.length; i++) {
		if (i % 4 === 3 || b[i | 3] !== 255) continue;
		sum += ((a[i] as number) - (b[i] as number)) ** 2;
		count++;
	}
	return 10 * Math.log10((255 ** 2 * count) / (sum || 1e-9));
}

/** Side of SSIM's windows, and the distance between them. */
const windowPx = 8;
const stepPx = 4;

/** Mean structural similarity (Wang et al. 2004) in square windows. Flat white is included, as in all published figures. */
function ssim(a: Decoded, b: Decoded): number {
	let sum = 0;
	let count = 0;
	for (let y = 0; y + windowPx <= a.height; y += stepPx) {
		for (let x = 0; x + windowPx <= a.width; x += stepPx) {
			const value = ssimOfWindow(a, b, x, y);
			if (value === undefined) continue;
			sum += value;
			count++;
		}
	}
	return sum / count;
}

function ssimOfWindow(a: Decoded, b: Decoded, left: number, top: number): number | undefined {
	const n = windowPx * windowPx;
	let [sumA, sumB, squares, product] = [0, 0, 0, 0];
	for (let y = top; y < top + windowPx; y++) {
		for (let i = 4 * (y * a.width + left); i < 4 * (y * a.width + left + windowPx); i += 4) {
			if (b.rgba[i + 3] !== 255) return undefined;
			const [p, q] = [lumaAt(a.rgba, i), lumaAt(b.rgba, i)];
			sumA += p;
			sumB += q;
			squares += p * p + q * q;
			product += p * q;
		}
	}
	const [meanA, meanB] = [sumA / n, sumB / n];
	const variances = squares / n - meanA ** 2 - meanB ** 2;
	const covariance = product / n - meanA * meanB;
	const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
	return (
		((2 * meanA * meanB + c1) * (2 * covariance + c2)) / ((meanA ** 2 + meanB ** 2 + c1) * (variances + c2))
	);
}

function lumaAt(rgba: Uint8Array, i: number): number {
	return 0.299 * (rgba[i] as number) + 0.587 * (rgba[i + 1] as number) + 0.114 * (rgba[i + 2] as number);
}
