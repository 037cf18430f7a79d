import type { Deflated } from "./deflate.ts";
import type { PrefixCode } from "./huffman.ts";

/** The first row of a band, as filtered bytes and as coded in the deflate blocks. */
export interface HeadRow {
	/** Filtered bytes, four per pixel. */
	bytes: Uint8Array;
	/** Where the four literals of each pixel start (see `Deflated`). */
	bits: Uint32Array;
	code: PrefixCode;
}

/** The head row of the band that starts at row `y`; `bytes` are those of the whole filtered picture. */
export function headRow(
	deflated: Deflated,
	bytes: Uint8Array,
	width: number,
	bandHeight: number,
	y: number,
): HeadRow {
	const band = y / bandHeight;
	const code = deflated.headCodes[band];
	if (!code) throw new RangeError(`no band starts at row ${y}`);
	return {
		bytes: bytes.subarray(4 * y * width, 4 * (y + 1) * width),
		bits: deflated.headBits.subarray(band * width, (band + 1) * width),
		code,
	};
}
