import { blockSide, fromBlocks, toBlocks } from "./blocks.ts";
import { learnChannel, strange } from "./channel.ts";
import { compose, type Homography, inverse, project, scaling, stretchAt } from "./homography.ts";
import { type Fitted, fitLocally } from "./local-fit.ts";
import type { Plane } from "./plane.ts";
import { resize } from "./resample.ts";
import { sampleCubic } from "./sample-cubic.ts";
import { fitTone } from "./tone.ts";
import { warpAll } from "./warp.ts";

/** Areas of the cells, in pixels of the base; entry `i` of every array is cell `i`. */
export interface CellAreas {
	readonly cellCount: number;
	readonly x: Uint32Array;
	readonly y: Uint32Array;
	readonly cellWidth: Uint32Array;
	readonly cellHeight: Uint32Array;
}

/** A picture without marks and with every cell flipped. */
export interface MarkedPair {
	readonly base: Plane;
	readonly flipped: Plane;
	/** 0…1; absent when every pixel is opaque. */
	readonly opacity?: Plane;
}

/** What a leak reveals about each cell. */
export interface CellReading {
	/** Towards −1 for not flipped, towards 1 for flipped, near 0 if unclear. */
	readonly softness: Float32Array;
	/** 0…1: the expected magnitude of a cell's softness if the leak is a copy of a single client. */
	readonly certainty: Float32Array;
	/** Absent unless it was asked for. */
	readonly mixed?: MixedCells;
}

/**
 * What a leak shows of each cell in two directions, in standard deviations of noise. Where some copies are flipped and others not, their minimum or
 * maximum is neither state nor between them, but half of the change's *size* below or above the middle. So the cell is compared with its change,
 * and with the part of the change's size that does not resemble the change: `along` is then `alongChange·x + alongSize·y` and `across` is
 * `acrossSize·y`, for a cell that lies `x` changes and `y` sizes from the middle. All are 0 for cells that the leak does not show.
 */
export interface MixedCells {
	readonly along: Float32Array;
	readonly alongChange: Float32Array;
	readonly alongSize: Float32Array;
	readonly across: Float32Array;
	readonly acrossSize: Float32Array;
	/**
	 * How much of a cell's change is left of a share of it when pixels are rounded to whole steps, for the shares 0 to ½ in `roundingSteps` steps,
	 * cell by cell: an average of copies is rounded, and a change is a few steps.
	 */
	readonly rounding: Float32Array;
}

export const roundingSteps = 11;

/** How closely a leak is fitted before its cells are read. */
interface Fit {
	/** Whether a tone curve of the whole leak is fitted first. */
	readonly isToned: boolean;
	/** Side in pixels of the tiles in which brightness and contrast are fitted. */
	readonly tileSide: number;
	/** The least deviation of a block that its weight follows (`learnChannel`). */
	readonly leastStrange: number;
}

/** Scores of stored cases were computed with these: they never change. */
const plain: Fit = { isToned: false, tileSide: 24, leastStrange: strange };

/** Follows tones and noise from place to place. A block is weighed by what deviates in it, however little that is, so that detail which a fit cannot follow does not count as much as a clean area. */
const close: Fit = { isToned: true, tileSide: 16, leastStrange: 0.2 };

interface HowReadCells {
	readonly isFitted?: boolean;
	readonly isMixed?: boolean;
	/** How many steps every change of a pixel's channel has; absent: as many as its brightness changes by. */
	readonly steps?: number | undefined;
}

/**
 * Reads the cells of a leak. `mapping` transforms the base's coordinates to the leak's.
 * @param how.isFitted fits the leak more closely, which takes twice as long, and reads more from flyers and prints
 * @param how.isMixed reads what mixing several copies leaves too, which takes half as long again
 */
export function readCells(
	leak: Plane,
	mapping: Homography,
	pair: MarkedPair,
	areas: CellAreas,
	{ isFitted = false, isMixed = false, steps }: HowReadCells = {},
): CellReading {
	const fit = isFitted ? close : plain;
	const seen = shrinkToBase(cutOut(leak, mapping, shownArea(pair)), pair.base);
	const view = renderAs(seen.leak, seen.mapping, pair, isMixed);
	if (fit.isToned) fitTone(seen.leak, view);
	const fitted = fitLocally(seen.leak, view.picture, view.marks, fit.tileSide);
	const sizes = view.sizes && fitLocally(seen.leak, view.picture, view.sizes, fit.tileSide).marks;
	const weighted = weighByChannel(seen.leak, { ...fitted, sizes }, fit.leastStrange);
	return correlate(weighted, seen.mapping, pair, areas, steps);
}

/** Leaks with more pixels are shrunk: marks are coarse enough to survive, and attributing a leak should only take seconds. */
const mostPixels = 2_500_000;

interface Seen {
	readonly leak: Plane;
	readonly mapping: Homography;
}

/** A rectangle of the base, in its pixels. */
interface Area {
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

/** The part of the base that is not transparent: half of a packshot is background without marks. */
function shownArea({ base, opacity }: MarkedPair): Area {
	const whole = { left: 0, top: 0, right: base.width, bottom: base.height };
	if (!opacity) return whole;
	let [left, top, right, bottom] = [base.width, base.height, 0, 0];
	for (let y = 0, at = 0; y < base.height; y++) {
		for (let x = 0; x < base.width; x++, at++) {
			if (!((opacity.values[at] as number) > 0)) continue;
			if (x < left) left = x;
			if (x >= right) right = x + 1;
			if (y < top) top = y;
			bottom = y + 1;
		}
	}
	return right > left ? { left, top, right, bottom } : whole;
}

/** The part of the leak that shows the picture: the rest of a page would only take time, and change what is learned about the channel. */
function cutOut(leak: Plane, mapping: Homography, { left, top, right, bottom }: Area): Seen {
	const corners = [[left, top], [right, top], [left, bottom], [right, bottom]].map(([x = 0, y = 0]) => project(mapping, { x, y })); // biome-ignore format: four corners
	const span = (all: readonly number[], end: number) => {
		// On the leak's own grid of blocks, in which it was compressed.
		const from = Math.max(0, blockSide * Math.floor((Math.min(...all) - margin) / blockSide));
		return { from, to: Math.min(end, Math.ceil(Math.max(...all)) + margin) };
	};
	const [across, down] = [span(corners.map(({ x }) => x), leak.width), span(corners.map(({ y }) => y), leak.height)]; // biome-ignore format: both axes
	const size = { width: across.to - across.from, height: down.to - down.from };
	if (!(size.width > margin && size.height > margin)) return { leak, mapping };
	const values = new Float32Array(size.width * size.height);
	for (let y = 0; y < size.height; y++) {
		const start = (down.from + y) * leak.width + across.from;
		values.set(leak.values.subarray(start, start + size.width), y * size.width);
	}
	return {
		leak: { ...size, values },
		mapping: compose([1, 0, -across.from, 0, 1, -down.from, 0, 0, 1], mapping),
	};
}

/** Pixels around the picture that filters may read. */
const margin = 8;

/** A leak larger than the base is shrunk too: enlarging added no information. */
function shrinkToBase({ leak, mapping }: Seen, base: Plane): Seen {
	const stretch = stretchAt(mapping, { x: base.width / 2, y: base.height / 2 });
	const excess = Math.max(1, Math.sqrt((leak.width * leak.height) / mostPixels));
	const [sx, sy] = [Math.max(excess, stretch.alongX), Math.max(excess, stretch.alongY)];
	if (sx < 1.1 && sy < 1.1) return { leak, mapping };
	const small = resize(leak, Math.round(leak.width / sx), Math.round(leak.height / sy));
	return {
		leak: small,
		mapping: compose(scaling(small.width / leak.width, small.height / leak.height), mapping),
	};
}

/** The picture halfway between unmarked and marked, the marks, and their sizes if wanted, as they would appear in the leak. */
function renderAs(
	leak: Plane,
	mapping: Homography,
	{ base, flipped, opacity }: MarkedPair,
	withSizes: boolean,
) {
	const stretch = stretchAt(mapping, { x: base.width / 2, y: base.height / 2 });
	const width = Math.round(base.width * Math.min(1, stretch.alongX));
	const height = Math.round(base.height * Math.min(1, stretch.alongY));
	const toSmall = compose(scaling(width / base.width, height / base.height), inverse(mapping));
	const halfway = new Float32Array(base.values.length);
	const change = new Float32Array(base.values.length);
	for (let i = 0; i < halfway.length; i++) {
		const [before, after] = [base.values[i] as number, flipped.values[i] as number];
		halfway[i] = (before + after) / 2;
		change[i] = after - before;
	}
	const layered = withSizes ? [halfway, change, change.map(Math.abs)] : [halfway, change];
	const planes = layered.map((values) => resize({ ...base, values }, width, height));
	const layers = { planes, opacity: opacity && resize(opacity, width, height) };
	const [picture, marks, sizes] = warpAll(layers, toSmall, leak.width, leak.height) as [Plane, Plane, Plane?];
	return { picture, marks, sizes };
}

/** Removes what is known, and weights the residual, and the marks and their sizes likewise, by how well each coefficient survived. */
function weighByChannel(
	leak: Plane,
	{ picture, marks, sizes }: Fitted & { readonly sizes: Plane | undefined },
	leastStrange: number,
): Weighted {
	const shown = leak.values.slice();
	for (let i = 0; i < shown.length; i++) if (Number.isNaN(picture.values[i])) shown[i] = Number.NaN;
	const seen = toBlocks({ ...leak, values: shown });
	const sought = [marks, ...(sizes ? [sizes] : [])].map(toBlocks);
	const { expected, gain, power } = learnChannel(seen, toBlocks(picture), leastStrange);
	for (let i = 0; i < gain.length; i++) {
		const weight = (gain[i] as number) / (power[i] as number);
		seen.coefficients[i] = ((seen.coefficients[i] as number) - (expected[i] as number)) * weight;
		for (const { coefficients } of sought)
			coefficients[i] = (coefficients[i] as number) * (gain[i] as number) * weight;
	}
	const [weighted, weightedSizes] = sought.map(fromBlocks);
	return { residual: fromBlocks(seen), marks: weighted as Plane, sizes: weightedSizes };
}

interface Weighted {
	readonly residual: Plane;
	readonly marks: Plane;
	readonly sizes: Plane | undefined;
}

/**
 * Correlates each cell's own change with the residual, both weighted. The sums run over the base's pixels, each reading the leak at its position: the
 * transpose of shrinking, exact even if one of the leak's pixels covers several cells.
 */
function correlate(
	{ residual, marks, sizes }: Weighted,
	mapping: Homography,
	{ base, flipped }: MarkedPair,
	areas: CellAreas,
	steps: number | undefined,
): CellReading {
	const [a, b, c, d, e, f, g, h, i] = mapping;
	const softness = new Float32Array(areas.cellCount);
	const certainty = new Float32Array(areas.cellCount);
	const mixed = sizes && emptyMixed(areas.cellCount);
	for (let cell = 0; cell < areas.cellCount; cell++) {
		const right = (areas.x[cell] as number) + (areas.cellWidth[cell] as number);
		const bottom = (areas.y[cell] as number) + (areas.cellHeight[cell] as number);
		const sums = { found: 0, power: 0, foundSize: 0, sizePower: 0, shared: 0 };
		for (let y = areas.y[cell] as number; y < bottom; y++) {
			for (let x = areas.x[cell] as number; x < right; x++) {
				const at = y * base.width + x;
				const change = (flipped.values[at] as number) - (base.values[at] as number);
				if (change === 0) continue;
				const w = g * (x + 0.5) + h * (y + 0.5) + i;
				const u = (a * (x + 0.5) + b * (y + 0.5) + c) / w;
				const v = (d * (x + 0.5) + e * (y + 0.5) + f) / w;
				const value = sampleCubic(residual, u, v);
				if (Number.isNaN(value)) continue;
				sums.found += change * value;
				sums.power += change * sampleCubic(marks, u, v);
				if (!sizes || !mixed) continue;
				addRounded(mixed.rounding, cell, change, steps);
				const size = sampleCubic(sizes, u, v);
				sums.foundSize += Math.abs(change) * value;
				sums.sizePower += Math.abs(change) * size;
				sums.shared += change * size;
			}
		}
		const { found, power } = sums;
		if (!(power > 0)) continue;
		// `found` has variance `power` and mean ± half of `power`: dividing by the square root gives all cells the same noise.
		softness[cell] = Math.tanh(found / Math.sqrt(power));
		certainty[cell] = Math.tanh(Math.sqrt(power) / 2);
		if (mixed) {
			splitDirections(mixed, cell, sums);
			normaliseRounded(mixed.rounding, cell);
		}
	}
	return mixed ? { softness, certainty, mixed } : { softness, certainty };
}

function emptyMixed(cells: number): { readonly [Name in keyof MixedCells]: Float32Array } {
	const zeros = () => new Float32Array(cells);
	return {
		along: zeros(),
		alongChange: zeros(),
		alongSize: zeros(),
		across: zeros(),
		acrossSize: zeros(),
		rounding: new Float32Array(cells * roundingSteps),
	};
}

/** A shift of a whole cell is nearly its own size, up to the sign: then there is no second direction. */
const leastOwnShare = 0.05;

interface CellSums {
	readonly found: number;
	readonly power: number;
	readonly foundSize: number;
	readonly sizePower: number;
	readonly shared: number;
}

function splitDirections(
	mixed: MixedCells,
	cell: number,
	{ found, power, foundSize, sizePower, shared }: CellSums,
): void {
	const deviation = Math.sqrt(power);
	mixed.along[cell] = found / deviation;
	mixed.alongChange[cell] = deviation;
	mixed.alongSize[cell] = shared / deviation;
	const own = sizePower - shared ** 2 / power;
	if (!(own > leastOwnShare * sizePower)) return;
	mixed.across[cell] = (foundSize - (shared / power) * found) / Math.sqrt(own);
	mixed.acrossSize[cell] = Math.sqrt(own);
}

/** The last step holds half of the whole change, unrounded, until `normaliseRounded`. */
function addRounded(rounding: Float32Array, cell: number, change: number, steps = Math.abs(change)): void {
	const first = cell * roundingSteps;
	for (let step = 0; step < roundingSteps - 1; step++) {
		const share = step / 2 / (roundingSteps - 1);
		rounding[first + step] =
			(rounding[first + step] as number) + (change ** 2 / steps) * Math.round(steps * share);
	}
	const last = first + roundingSteps - 1;
	rounding[last] = (rounding[last] as number) + change ** 2 / 2;
}

function normaliseRounded(rounding: Float32Array, cell: number): void {
	const first = cell * roundingSteps;
	const whole = 2 * (rounding[first + roundingSteps - 1] as number);
	for (let step = 0; step < roundingSteps; step++)
		rounding[first + step] = (rounding[first + step] as number) / whole;
}
