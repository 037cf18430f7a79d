import sharp from "sharp";
import { isCleanVariant, type Variant } from "../../src/catalogue/fields/scopes.ts";
import { type PreparedPicture, preparePicture } from "../../src/pictures/preparation/prepare.ts";
import { defaultWatermark, type WatermarkPlace } from "../../src/pictures/preparation/watermark-settings.ts";

/** Which picture to render; everything has a default. */
export interface PictureOptions {
	/** Instead of rendering one. */
	readonly original?: Uint8Array;
	/** Different seeds give different pictures. */
	readonly seed?: number;
	/** A single colour, which cannot carry the invisible mark. */
	readonly flat?: boolean;
	/** Placement of the watermark; tiled by default. */
	readonly place?: WatermarkPlace;
	/** Side length in pixels; by default 176, just enough for the invisible mark. */
	readonly sidePx?: number;
	/** Smaller sizes to prepare; none by default. */
	readonly sizesPx?: readonly number[];
	readonly fileDateMs?: number;
	readonly ownership?: string;
	readonly uploadedBy?: string;
	readonly sourceBatch?: string;
}

export interface TestPicture {
	/** The original file. */
	readonly original: Uint8Array;
	readonly prepared: PreparedPicture;
}

const SIDE_PX = 176;
const made = new Map<string, Promise<TestPicture>>();

/** A small picture, rendered and prepared as an import would. Identical requests are served from memory. */
export function testPicture(variant: Variant, options: PictureOptions, nowMs: number): Promise<TestPicture> {
	if (options.original) return prepare(options.original, variant, { sizesPx: [], ...options, nowMs });
	const { seed = 0, flat = false, place = "tiled", sidePx = SIDE_PX, sizesPx = [], fileDateMs } = options;
	const shown = { seed, flat, place, sidePx, sizesPx };
	const key = JSON.stringify([isCleanVariant(variant), shown, fileDateMs]);
	const picture = made.get(key) ?? make(variant, { ...shown, nowMs, ...(fileDateMs ? { fileDateMs } : {}) });
	made.set(key, picture);
	return picture;
}

async function make(
	variant: Variant,
	options: Required<Pick<PictureOptions, "seed" | "flat" | "place" | "sidePx" | "sizesPx">> & {
		nowMs: number;
		fileDateMs?: number;
	},
): Promise<TestPicture> {
	const { sidePx } = options;
	const pixels = render(options.flat, options.seed, sidePx);
	const image = sharp(pixels, { raw: { width: sidePx, height: sidePx, channels: 4 } });
	const clean = isCleanVariant(variant);
	const original = await (clean ? image.png() : image.flatten({ background: "white" }).jpeg()).toBuffer();
	return prepare(original, variant, options);
}

async function prepare(
	original: Uint8Array,
	variant: Variant,
	options: Pick<PictureOptions, "place" | "fileDateMs"> & { sizesPx: readonly number[]; nowMs: number },
): Promise<TestPicture> {
	const watermark = { ...defaultWatermark, ...(options.place ? { place: options.place } : {}) };
	const { sizesPx, nowMs, fileDateMs } = options;
	const dates = { nowMs, ...(fileDateMs === undefined ? {} : { fileDateMs }) };
	const prepared = await preparePicture(original, { sizesPx, variant, watermark, ...dates });
	if ("refused" in prepared) throw new Error(prepared.refused);
	return { original, prepared };
}

/** A product on a plain background, with waves and grain in place of the edges and print of a label. */
function render(flat: boolean, seed: number, sidePx: number): Buffer {
	const pixels = Buffer.alloc(sidePx * sidePx * 4);
	let grain = seed + 1;
	for (let y = 0; y < sidePx; y++) {
		for (let x = 0; x < sidePx; x++) {
			const at = 4 * (y * sidePx + x);
			const inside = Math.min(x, y, sidePx - 1 - x, sidePx - 1 - y) >= 8;
			grain = (Math.imul(grain, 1_103_515_245) + 12_345) & 0x7fffffff;
			const wave = 60 * Math.sin((x + 31 * seed) / 9) * Math.cos(y / (7 + (seed % 5)));
			for (let band = 0; band < 3; band++) {
				pixels[at + band] = flat ? 255 : 120 + 20 * band + wave + (((grain >> 16) % 17) - 8);
			}
			pixels[at + 3] = inside ? 255 : 0;
		}
	}
	return pixels;
}
