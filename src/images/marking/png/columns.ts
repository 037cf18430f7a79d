/** Most by which a cell may shift a channel's value. */
export const maxShift = 4;

/** How far cells keep from pixels that are not opaque: a shift along the silhouette would show on some background. */
const silhouetteMargin = 2;

/** What the columns of a band of rows allow. */
export interface Columns {
	/** 1 where all pixels of the column, and those around them, are opaque. */
	opaque: Uint8Array;
	/** Highest and lowest value of each of the four channels of each column; only told of the columns from the first opaque one to the last. */
	highest: Uint8Array;
	lowest: Uint8Array;
}

/** Looks at rows `from` to `to - 1` of a picture of four channel bytes a pixel. */
export function columnsOfBand(pixels: Int32Array, width: number, from: number, to: number): Columns {
	const opaque = opaqueColumns(pixels, width, from, to);
	const highest = new Uint8Array(4 * width);
	const lowest = new Uint8Array(4 * width).fill(255);
	const first = opaque.indexOf(1);
	const end = opaque.lastIndexOf(1) + 1;
	const bytes = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
	for (let y = from; y < to && end > 0; y++) {
		const row = 4 * y * width;
		for (let i = 4 * first; i < 4 * end; i++) {
			const value = bytes[row + i] ?? 0;
			highest[i] = Math.max(highest[i] ?? 0, value);
			lowest[i] = Math.min(lowest[i] ?? 0, value);
		}
	}
	return { opaque, highest, lowest };
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
