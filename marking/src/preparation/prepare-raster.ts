import { type FlipList, flatten } from "../marks/flip-list.ts";
import { planAlike } from "../marks/jpeg/plan.ts";
import type { MeasuredLuma } from "../marks/jpeg/texture.ts";
import { preparePng } from "../marks/png/prepare.ts";
import { encodeJpegBase } from "./jpeg-base.ts";
import type { Raster } from "./normalise.ts";

/**
 * Cells from which an undamaged copy names its client. Scores are centred and divided by an innocent's deviation, so that a client's own
 * comes out near √cells: of 100 cells 9.8 ± 0.75, where about 6.5 tells one client from 10,000 innocents. That leaves something for damage:
 * 70 cells would just do for a file that was never touched. On top of the 100 comes the tenth that is reserved for the global codeword.
 */
export const minimumCells = 112;

/** A base, its cells, and what of the picture need not be measured again when it is prepared with a watermark. */
export interface PreparedRaster {
	readonly base: Uint8Array;
	readonly flips: FlipList;
	readonly measured?: MeasuredLuma;
}

/**
 * Encodes pixels as the base that deliveries copy, and finds its cells: RGB as a JPEG, RGBA as a PNG.
 * @param alike what was measured of another version of the picture; it saves time and changes nothing.
 */
export async function prepareRaster(picture: Raster, alike?: MeasuredLuma): Promise<PreparedRaster> {
	if (picture.channels === 4) {
		const { base, plan } = preparePng(picture.pixels, picture.width, picture.height);
		return { base, flips: flatten(plan) };
	}
	const base = await encodeJpegBase(picture);
	return { base, ...planAlike(base, alike) };
}
