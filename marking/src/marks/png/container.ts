import { crcOf } from "./crc32.ts";

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const chunkHead = 8;
const checksumLength = 4;
const bitDepth = 8;
const trueColourWithAlpha = 6;

/** A zlib stream of deflate with a window of 32 KB (RFC 1950, section 2.2). */
const zlibHead = Uint8Array.of(0x78, 0xda);

/** Where the deflate blocks start: after the signature, the whole IHDR chunk, and the heads of the IDAT chunk and of the zlib stream. */
export const blocksOffset = signature.length + chunkHead + 13 + checksumLength + chunkHead + zlibHead.length;

/** Wraps deflate blocks, and the Adler-32 of their content, into a PNG file of RGBA pixels with one IDAT chunk. */
export function pngFile(width: number, height: number, blocks: Uint8Array, adler: number): Uint8Array {
	const header = new Uint8Array(13);
	const view = new DataView(header.buffer);
	view.setUint32(0, width);
	view.setUint32(4, height);
	header.set([bitDepth, trueColourWithAlpha], 8);
	return Buffer.concat([
		signature,
		...chunk("IHDR", header),
		...chunk("IDAT", zlibHead, blocks, uint32(adler)),
		...chunk("IEND"),
	]);
}

function chunk(type: string, ...data: Uint8Array[]): Uint8Array[] {
	const length = data.reduce((sum, part) => sum + part.length, 0);
	const covered = [Buffer.from(type, "latin1"), ...data];
	return [uint32(length), ...covered, uint32(crcOf(...covered))];
}

function uint32(value: number): Uint8Array {
	const bytes = new Uint8Array(4);
	new DataView(bytes.buffer).setUint32(0, value);
	return bytes;
}
