import { fingerprint } from "../attribution/fingerprint.ts";
import type { FlipList } from "../marks/flip-list.ts";
import type { Background, Refusal } from "./inspect.ts";
import { openPicture } from "./open-picture.ts";
import { minimumCells, prepareRaster } from "./prepare-raster.ts";
import { encodePrepared, type PreparedBytes } from "./prepared.ts";

/** A picture that is ready to be delivered, each copy with its own mark. */
export interface PreparedPicture {
	readonly contentType: "image/jpeg" | "image/png";
	/** Size in pixels, upright. */
	readonly width: number;
	readonly height: number;
	/** The file before any cell is flipped; never to be sent as is. */
	readonly base: Uint8Array;
	readonly flips: FlipList;
	/** Base and cells as one blob to store, which `decodePrepared` reads. */
	readonly stored: PreparedBytes;
	/** Up to 6 KB by which leaks are recognised. */
	readonly fingerprint: Uint8Array;
	/** Whether it has at least `minimumCells`, so that an undamaged copy identifies its client. A plain area has none. */
	readonly markable: boolean;
}

/**
 * Converts a JPEG or PNG to what is stored and delivered, or says why it is rejected. The same bytes yield the same result.
 * @param background `white` yields a JPEG, `transparent` a PNG cut-out
 */
export async function preparePicture(
	bytes: Uint8Array,
	background: Background = "white",
): Promise<PreparedPicture | Refusal> {
	const opened = await openPicture(bytes, { background });
	if ("refused" in opened) return opened;
	const { raster } = opened;
	const { base, flips } = await prepareRaster(raster);
	return {
		contentType: `image/${flips.format}`,
		width: raster.width,
		height: raster.height,
		base,
		flips,
		stored: encodePrepared(base, flips),
		fingerprint: fingerprint(raster),
		markable: flips.cellCount >= minimumCells,
	};
}
