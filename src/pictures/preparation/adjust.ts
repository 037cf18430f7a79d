import type { Raster, Refusal } from "@packshot/marking/prepare";
import sharp from "sharp";
import type { Adjustment } from "../store/adjustment.ts";

/** Turns a picture, then crops it; refused if it does not contain the rectangle. No pixel changes its value. */
export async function adjusted(
	{ pixels, width, height, channels }: Raster,
	{ turn, crop }: Adjustment,
): Promise<Raster | Refusal> {
	const isOnItsSide = turn === 90 || turn === 270;
	const turned = isOnItsSide ? { width: height, height: width } : { width, height };
	if (crop && (crop.left + crop.width > turned.width || crop.top + crop.height > turned.height)) {
		return { refused: `it is cropped outside of its ${turned.width} × ${turned.height} pixels` };
	}
	const raw = await sharp(pixels, { raw: { width, height, channels } }).rotate(turn).raw().toBuffer();
	if (!crop) return { pixels: raw, ...turned, channels };
	const cropped = await sharp(raw, { raw: { ...turned, channels } })
		.extract({ ...crop })
		.raw()
		.toBuffer();
	return { pixels: cropped, width: crop.width, height: crop.height, channels };
}
