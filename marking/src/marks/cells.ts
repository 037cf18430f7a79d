/**
 * The types shared by preparation, delivery and attribution.
 *
 * A picture is prepared once into a *base* file and a list of *cells*. A cell is a small area of the picture together with the bits of the base that
 * change that area by an invisible, known amount. In every format, a change is the XOR of single bytes of the base, so a marked file always has
 * exactly the length of its base.
 */

/** XOR `xor` (1…255) into the byte of the base at `offset`. */
export interface Patch {
	offset: number;
	xor: number;
}

/** An area of the base, in pixels, and the patches that change it. No byte is patched by two cells, or twice by one. */
export interface Cell {
	x: number;
	y: number;
	width: number;
	height: number;
	patches: Patch[];
}

/** What flipping a PNG cell adds to the file's two checksums. Both are linear, so the contributions of cells simply add up. */
export interface PngCell extends Cell {
	/** XORed into the IDAT chunk's CRC-32; without the contribution of the changed Adler-32 bytes themselves. */
	crc: number;
	/** Added to the low half of the zlib stream's Adler-32, modulo 65521; 0…65520. */
	adlerA: number;
	/** Added to the high half, modulo 65521; 0…65520. */
	adlerB: number;
}

/** Positions of the two checksums of a PNG base: the Adler-32 is the last four data bytes of the only IDAT chunk, and the CRC-32 follows it. */
export interface ChecksumPlaces {
	adlerOffset: number;
	crcOffset: number;
}

interface PlannedPicture {
	/** Size of the picture in pixels. */
	width: number;
	height: number;
	/** Length of the base file. */
	sizeBytes: number;
}

export interface JpegPlan extends PlannedPicture {
	format: "jpeg";
	cells: Cell[];
}

export interface PngPlan extends PlannedPicture {
	format: "png";
	cells: PngCell[];
	checksums: ChecksumPlaces;
}

/** The cells that a planner finds in a base file. Their order is the order of a codeword's bits. */
export type CellPlan = JpegPlan | PngPlan;

/** Modulus of Adler-32: the largest prime below 2^16 (RFC 1950, section 8.2). */
export const adlerModulus = 65521;
