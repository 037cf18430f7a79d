import sharp from "sharp";

/** A progressive JPEG that validly repeats its first scan of luma's higher frequencies many times: a decoder processes all coefficients each time. */
export async function scanBomb(sidePx: number, scans: number): Promise<Buffer> {
	const create = { width: sidePx, height: sidePx, channels: 3, background: "#888" } as const;
	const file = await sharp({ create }).jpeg({ progressive: true }).toBuffer();
	const first = file.indexOf(START_OF_SCAN);
	const tables = file.indexOf(HUFFMAN_TABLES, first);
	const start = file.indexOf(START_OF_SCAN, tables);
	const end = file.indexOf(HUFFMAN_TABLES, start);
	const again = Buffer.from(file.subarray(tables, end));
	// Last byte of the scan's header: all bits at once (T.81, B.2.3), which a later scan may always repeat.
	again[start - tables + SCAN_HEADER_BYTES - 1] = 0;
	return Buffer.concat([file.subarray(0, -2), ...new Array<Buffer>(scans).fill(again), file.subarray(-2)]);
}

const START_OF_SCAN = Buffer.of(0xff, 0xda);
const HUFFMAN_TABLES = Buffer.of(0xff, 0xc4);
/** For one component: marker, length, count, component and tables, first and last coefficient, bits. */
const SCAN_HEADER_BYTES = 10;
