import { type FlipList, flatten } from "../marks/flip-list.ts";
import { planAlike } from "../marks/jpeg/plan.ts";
import type { MeasuredLuma } from "../marks/jpeg/texture.ts";
import { preparePng } from "../marks/png/prepare.ts";
import { encodeJpegBase } from "./jpeg-base.ts";
import type { Raster } from "./normalise.ts";

/**
 * Number of cells from which on an undamaged copy identifies its client. Scores are centred and divided by an innocent's deviation, so that a
 * client's own is about √cells: 9.8 ± 0.75 for 100 cells, where about 6.5 distinguishes one client from 10,000 innocents. This leaves a margin for
 * damage: 70 cells would just suffice for an untouched file. The tenth of cells reserved for the global codeword comes on top of the 100.
 */
export const minimumCells = 112;

/** A base, its cells, and measurements that can be reused when the picture is prepared with a watermark. */
export interface PreparedRaster {
	readonly base: Uint8Array;
	readonly flips: FlipList;
	readonly measured?: MeasuredLuma;
}

/**
 * Encodes pixels as the base that deliveries copy, and finds its cells: RGB as a JPEG, RGBA as a PNG.
 * @param alike measurements of another version of the picture; saves time without changing the result.
 */
export async function prepareRaster(picture: Raster, alike?: MeasuredLuma): Promise<PreparedRaster> {
	if (picture.channels === 4) {
		const { base, plan } = preparePng(picture.pixels, picture.width, picture.height);
		return { base, flips: flatten(plan) };
	}
	const base = await encodeJpegBase(picture);
	return { base, ...planAlike(base, alike) };
}
