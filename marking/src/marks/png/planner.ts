import { columnsOfBand, maxShift } from "./columns.ts";
import type { Deflated } from "./deflate.ts";
import { byteAfter } from "./flip.ts";
import { type HeadRow, headRow } from "./head-row.ts";
import { findShifts, flipsOf, type Shift, type Site } from "./shifts.ts";
import { type HiddenShifts, hiddenShifts } from "./texture.ts";

const goldenSection = (Math.sqrt(5) - 1) / 2;

/** A filtered picture: four channel bytes per pixel, before (`pixels`) and after (`residuals`). */
export interface FilteredPicture {
	pixels: Int32Array;
	residuals: Int32Array;
	width: number;
	/** Number of rows from one head row to the next. */
	bandHeight: number;
}

/** A cell: the smallest area that contains its shifts, with the rows of one band; `flipsOf` returns the flips for them. */
export interface PlannedCell {
	x: number;
	y: number;
	width: number;
	height: number;
	head: HeadRow;
	shifts: Shift[];
}

/** Lower bands, at the bottom of a picture, are not used. */
const leastBandHeight = 8;

/** A peak signal-to-noise ratio of 45 dB as the mean square of the difference. */
const meanSquareLimit = 255 ** 2 / 10 ** 4.5;

/**
 * Finds the cells of a compressed picture, at most one in every `cellWidth` columns of a band; no two cells touch the same byte. Shifts are kept
 * small enough for a marked picture to stay at 45 dB or more even if only its opaque pixels are considered.
 */
export function planCells(picture: FilteredPicture, deflated: Deflated, cellWidth: number): PlannedCell[] {
	const bands = surveyBands(picture, deflated, cellWidth);
	const opaque = countOpaque(picture.pixels);
	const unseen = cellsInView(bands, opaque, "enlarged");
	return unseen.length >= plenty ? unseen : cellsInView(bands, opaque, "atOwnSize");
}

/**
 * A picture with this many cells identifies each of five clients who average their copies, however it was downscaled for a shop: it can do without
 * the cells that would show when enlarged.
 */
const plenty = 1500;

function cellsInView(bands: Band[], opaque: number, view: keyof HiddenShifts): PlannedCell[] {
	for (let limit = maxShift; ; ) {
		const cells = cellsWithin(bands, limit, view);
		const excess = likelyMeanSquare(cells, opaque) / meanSquareLimit;
		if (excess <= 1) return cells;
		limit *= 0.98 / Math.sqrt(excess);
	}
}

interface Band {
	y: number;
	height: number;
	sites: Site[];
}

function surveyBands(picture: FilteredPicture, deflated: Deflated, cellWidth: number): Band[] {
	const pictureHeight = picture.pixels.length / picture.width;
	const bands: Band[] = [];
	for (let y = 0; y + leastBandHeight <= pictureHeight; y += picture.bandHeight) {
		const height = Math.min(picture.bandHeight, pictureHeight - y);
		bands.push({ y, height, sites: surveySites(picture, deflated, cellWidth, y, height) });
	}
	return bands;
}

function surveySites(
	{ pixels, residuals, width, bandHeight }: FilteredPicture,
	deflated: Deflated,
	cellWidth: number,
	y: number,
	height: number,
): Site[] {
	const bytes = new Uint8Array(residuals.buffer);
	const columns = columnsOfBand(pixels, width, y, y + height);
	const head = headRow(deflated, bytes, width, bandHeight, y);
	const sites: Site[] = [];
	for (let x = 0; x < width; x += cellWidth) {
		const area = { x, y, width: Math.min(cellWidth, width - x), height };
		if (!columns.opaque.subarray(x, x + area.width).includes(1)) continue;
		sites.push({ x, width: area.width, hidden: hiddenShifts(bytes, width, area), columns, head });
	}
	return sites;
}

/** A fractional limit is rounded up for some of the sites, which multiples of the golden ratio distribute evenly. */
function cellsWithin(bands: Band[], limit: number, view: keyof HiddenShifts): PlannedCell[] {
	const cells: PlannedCell[] = [];
	let firstByte = 0;
	let phase = 0;
	for (const { y, height, sites } of bands) {
		for (const site of sites) {
			phase = (phase + goldenSection) % 1;
			const shifts = findShifts(site, { shift: Math.floor(limit + phase), view, firstByte });
			if (shifts.length === 0) continue;
			cells.push({ ...areaOf(shifts), y, height, head: site.head, shifts });
			for (const flip of flipsOf(site.head, shifts)) firstByte = Math.max(firstByte, byteAfter(flip));
		}
	}
	return cells;
}

function areaOf(shifts: Shift[]): { x: number; width: number } {
	let x = Infinity;
	let right = 0;
	for (const { start, end } of shifts) {
		x = Math.min(x, start);
		right = Math.max(right, end);
	}
	return { x, width: right - x };
}

function countOpaque(pixels: Int32Array): number {
	const alpha = new Int32Array(Uint8Array.of(0, 0, 0, 255).buffer)[0] ?? 0;
	let count = 0;
	for (let i = 0; i < pixels.length; i++) if (((pixels[i] ?? 0) & alpha) === alpha) count++;
	return count;
}

/**
 * Mean square of the difference over the opaque pixels' three channels. Every cell is flipped with a probability of one half; the result assumes half
 * of them plus three standard deviations.
 */
function likelyMeanSquare(cells: PlannedCell[], opaque: number): number {
	let sum = 0;
	for (const { shifts, height } of cells) {
		for (const { start, end, by } of shifts) sum += (end - start) * height * by ** 2;
	}
	const share = Math.min(1, 0.5 + 1.5 / Math.sqrt(cells.length));
	return cells.length === 0 ? 0 : (share * sum) / (3 * opaque);
}
