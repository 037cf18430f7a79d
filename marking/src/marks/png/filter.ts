/** The two PNG filter types that a base uses (PNG specification, section 9.2). */
export const filterSub = 1;
export const filterUp = 2;

/**
 * The filter of row `y`. Every band of rows starts with a *head* row, filtered by Sub; the rows below it use Up. A run of pixels that is shifted in
 * the head row is therefore shifted in the whole band, and no farther.
 */
export function filterOfRow(y: number, bandHeight: number): typeof filterSub | typeof filterUp {
	return y % bandHeight === 0 ? filterSub : filterUp;
}

/**
 * Filters a picture. `pixels` has one entry of four channel bytes per pixel, row by row, in either byte order, and so does the result, which omits
 * the filter bytes.
 */
export function filterPixels(pixels: Int32Array, width: number, bandHeight: number): Int32Array {
	const residuals = new Int32Array(pixels.length);
	for (let start = 0, y = 0; start < pixels.length; start += width, y++) {
		if (filterOfRow(y, bandHeight) === filterSub) filterSubRow(pixels, residuals, start, start + width);
		else filterUpRow(pixels, residuals, start, start + width);
	}
	return residuals;
}

function filterSubRow(pixels: Int32Array, residuals: Int32Array, start: number, end: number): void {
	let left = 0;
	for (let i = start; i < end; i++) {
		const pixel = pixels[i] ?? 0;
		residuals[i] = subtractBytes(pixel, left);
		left = pixel;
	}
}

function filterUpRow(pixels: Int32Array, residuals: Int32Array, start: number, end: number): void {
	const width = end - start;
	for (let i = start; i < end; i++) residuals[i] = subtractBytes(pixels[i] ?? 0, pixels[i - width] ?? 0);
}

/** Subtracts four bytes at once, each modulo 256: the top bits are computed separately so that no borrow crosses between bytes. */
function subtractBytes(from: number, what: number): number {
	return ((from | 0x80808080) - (what & 0x7f7f7f7f)) ^ ((from ^ ~what) & 0x80808080);
}
