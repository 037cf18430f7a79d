/** Maximum shift of a channel's value by a cell. */
export const maxShift = 4;

/** Distance that cells keep from pixels that are not opaque: a shift along the silhouette would show on some backgrounds. */
const silhouetteMargin = 2;

/** What the columns of a band of rows allow. */
export interface Columns {
	/** 1 where all pixels of the column, and those around them, are opaque. */
	opaque: Uint8Array;
	/**
	 * Highest and lowest value of each of the four channels of each column. Not exact for columns that leave room for `maxShift` in all channels:
	 * these get values that leave just that much room.
	 */
	highest: Uint8Array;
	lowest: Uint8Array;
}

/** Examines rows `from` to `to - 1` of a picture with four channel bytes per pixel. */
export function columnsOfBand(pixels: Int32Array, width: number, from: number, to: number): Columns {
	const opaque = opaqueColumns(pixels, width, from, to);
	const isTight = tightColumns(pixels, width, from, to, opaque);
	const highest = new Uint8Array(4 * width).fill(255 - maxShift);
	const lowest = new Uint8Array(4 * width).fill(maxShift);
	const bytes = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
	for (let x = 0; x < width; x++) {
		if (isTight[x] === 0) continue;
		for (let i = 4 * x; i < 4 * x + 4; i++) {
			let high = 0;
			let low = 255;
			for (let y = from; y < to; y++) {
				const value = bytes[4 * y * width + i] ?? 0;
				high = Math.max(high, value);
				low = Math.min(low, value);
			}
			highest[i] = high;
			lowest[i] = low;
		}
	}
	return { opaque, highest, lowest };
}

/** Nonzero for the opaque columns in which some colour is closer to 0 or to 255 than `maxShift`. Most are not, so four bytes are tested at once. */
function tightColumns(
	pixels: Int32Array,
	width: number,
	from: number,
	to: number,
	opaque: Uint8Array,
): Int32Array {
	const colours = new Int32Array(Uint8Array.of(0x80, 0x80, 0x80, 0).buffer)[0] ?? 0;
	const tight = new Int32Array(width);
	const first = opaque.indexOf(1);
	const end = opaque.lastIndexOf(1) + 1;
	for (let y = from; y < to && end > 0; y++) {
		for (let x = first, i = y * width + first; x < end; x++, i++) {
			const pixel = pixels[i] ?? 0;
			tight[x] = (tight[x] ?? 0) | ((nearTop(pixel) | nearTop(~pixel)) & colours);
		}
	}
	return tight;
}

/** The top bit of each of the four bytes that is above 255 - maxShift. */
function nearTop(pixel: number): number {
	return ((pixel & 0x7f7f7f7f) + 0x01010101 * maxShift) & pixel & 0x80808080;
}

function opaqueColumns(pixels: Int32Array, width: number, from: number, to: number): Uint8Array {
	const end = Math.min(pixels.length, (to + silhouetteMargin) * width);
	const intersection = new Int32Array(width).fill(-1);
	for (let i = Math.max(0, from - silhouetteMargin) * width; i < end; ) {
		for (let x = 0; x < width; x++, i++) intersection[x] = (intersection[x] ?? 0) & (pixels[i] ?? 0);
	}
	const bytes = new Uint8Array(intersection.buffer);
	const opaque = new Uint8Array(width).fill(1);
	for (let x = 0; x < width; x++) {
		if (bytes[4 * x + 3] !== 255) opaque.fill(0, Math.max(0, x - silhouetteMargin), x + silhouetteMargin + 1);
	}
	return opaque;
}
