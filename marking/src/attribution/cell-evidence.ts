import { blockSide, fromBlocks, toBlocks } from "./blocks.ts";
import { learnChannel } from "./channel.ts";
import { compose, type Homography, inverse, project, scaling, stretchAt } from "./homography.ts";
import { type Fitted, fitLocally } from "./local-fit.ts";
import type { Plane } from "./plane.ts";
import { resize } from "./resample.ts";
import { sampleCubic } from "./sample-cubic.ts";
import { warp } from "./warp.ts";

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
}

/** Reads the cells of a leak. `mapping` transforms the base's coordinates to the leak's. */
export function readCells(leak: Plane, mapping: Homography, pair: MarkedPair, areas: CellAreas): CellReading {
	const seen = shrinkToBase(cutOut(leak, mapping, pair.base), pair.base);
	const view = renderAs(seen.leak, seen.mapping, pair);
	const fitted = fitLocally(seen.leak, view.picture, view.marks, tileSide);
	const weighted = weighByChannel(seen.leak, fitted);
	return correlate(weighted, seen.mapping, pair, areas);
}

/** Side in pixels of the tiles in which brightness and contrast are fitted. */
const tileSide = 24;

/** Leaks with more pixels are shrunk: marks are coarse enough to survive, and attributing a leak should only take seconds. */
const mostPixels = 2_500_000;

interface Seen {
	readonly leak: Plane;
	readonly mapping: Homography;
}

/** The part of the leak that shows the picture: the rest of a page would only take time, and change what is learned about the channel. */
function cutOut(leak: Plane, mapping: Homography, { width, height }: Plane): Seen {
	const corners = [[0, 0], [width, 0], [0, height], [width, height]].map(([x = 0, y = 0]) => project(mapping, { x, y })); // biome-ignore format: four corners
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

/** The picture halfway between unmarked and marked, and the marks, as they would appear in the leak. */
function renderAs(leak: Plane, mapping: Homography, { base, flipped, opacity }: MarkedPair) {
	const stretch = stretchAt(mapping, { x: base.width / 2, y: base.height / 2 });
	const width = Math.round(base.width * Math.min(1, stretch.alongX));
	const height = Math.round(base.height * Math.min(1, stretch.alongY));
	const toSmall = compose(scaling(width / base.width, height / base.height), inverse(mapping));
	const render = (plane: Plane) => warp(resize(plane, width, height), toSmall, leak.width, leak.height);
	const halfway = new Float32Array(base.values.length);
	const change = new Float32Array(base.values.length);
	for (let i = 0; i < halfway.length; i++) {
		const [before, after] = [base.values[i] as number, flipped.values[i] as number];
		halfway[i] = (before + after) / 2;
		change[i] = after - before;
	}
	const picture = render({ ...base, values: halfway });
	if (opacity) hideTransparent(picture, render(opacity));
	return { picture, marks: render({ ...base, values: change }) };
}

function hideTransparent(picture: Plane, opacity: Plane): void {
	for (let i = 0; i < opacity.values.length; i++)
		if (!((opacity.values[i] as number) > 0.99)) picture.values[i] = Number.NaN;
}

/** Removes what is known, and weights the residual, and the marks likewise, by how well each coefficient survived. */
function weighByChannel(leak: Plane, { picture, marks }: Fitted): Weighted {
	const shown = leak.values.slice();
	for (let i = 0; i < shown.length; i++) if (Number.isNaN(picture.values[i])) shown[i] = Number.NaN;
	const seen = toBlocks({ ...leak, values: shown });
	const sought = toBlocks(marks);
	const { expected, gain, power } = learnChannel(seen, toBlocks(picture));
	for (let i = 0; i < gain.length; i++) {
		const weight = (gain[i] as number) / (power[i] as number);
		seen.coefficients[i] = ((seen.coefficients[i] as number) - (expected[i] as number)) * weight;
		sought.coefficients[i] = (sought.coefficients[i] as number) * (gain[i] as number) * weight;
	}
	return { residual: fromBlocks(seen), marks: fromBlocks(sought) };
}

interface Weighted {
	readonly residual: Plane;
	readonly marks: Plane;
}

/**
 * Correlates each cell's own change with the residual, both weighted. The sums run over the base's pixels, each reading the leak at its position: the
 * transpose of shrinking, exact even if one of the leak's pixels covers several cells.
 */
function correlate(
	{ residual, marks }: Weighted,
	mapping: Homography,
	{ base, flipped }: MarkedPair,
	areas: CellAreas,
): CellReading {
	const [a, b, c, d, e, f, g, h, i] = mapping;
	const softness = new Float32Array(areas.cellCount);
	const certainty = new Float32Array(areas.cellCount);
	for (let cell = 0; cell < areas.cellCount; cell++) {
		const right = (areas.x[cell] as number) + (areas.cellWidth[cell] as number);
		const bottom = (areas.y[cell] as number) + (areas.cellHeight[cell] as number);
		let found = 0;
		let power = 0;
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
				found += change * value;
				power += change * sampleCubic(marks, u, v);
			}
		}
		if (!(power > 0)) continue;
		// `found` has variance `power` and mean ± half of `power`: dividing by the square root gives all cells the same noise.
		softness[cell] = Math.tanh(found / Math.sqrt(power));
		certainty[cell] = Math.tanh(Math.sqrt(power) / 2);
	}
	return { softness, certainty };
}
