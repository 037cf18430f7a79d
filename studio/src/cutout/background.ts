import { solve } from "./least-squares.ts";

/** A picture's pixels, three bytes each. */
export interface Pixels {
	readonly rgb: Uint8Array;
	readonly width: number;
	readonly height: number;
}

/** A plain background as light falls on it: for each channel a surface of second degree. */
export interface Background {
	/** Writes its levels, 0 to 255, of a row of pixels, three each. */
	row(y: number, levels: Float32Array): void;
	/** How much its pixels vary around it, in levels: noise, and what is not plain. */
	readonly spread: number;
	/** The share of the given pixels that show it. */
	readonly share: number;
}

/** What differs more from the surface than so many spreads is no background. */
const OUTLIER = 3;
const ROUNDS = 5;
/** The distances by which the spread is measured: objects and shadows may cover the others. */
const NEARER = 0.5;
const LEAST_SPREAD = 1;

/** Fits a background to pixels that mostly show it: those that differ most are left out, round by round. @param places of the pixels */
export function fitBackground({ rgb, width, height }: Pixels, places: Uint32Array): Background {
	const features = (place: number) =>
		powers((2 * (place % width)) / width - 1, (2 * Math.floor(place / width)) / height - 1);
	let kept = places;
	let surfaces: number[][] = [];
	let spread = 0;
	const distance = (place: number) => {
		const around = features(place);
		const of = (channel: number) =>
			Math.abs((rgb[place * 3 + channel] ?? 0) - dot(surfaces[channel] ?? [], around));
		return Math.max(of(0), of(1), of(2));
	};
	for (let round = 0; round < ROUNDS; round++) {
		surfaces = [0, 1, 2].map((channel) => solve(kept, features, (place) => rgb[place * 3 + channel] ?? 0));
		const distances = Float64Array.from(places, distance);
		spread = Math.max(LEAST_SPREAD, distances.toSorted()[Math.floor(distances.length * NEARER)] ?? 0);
		kept = places.filter((_, at) => (distances[at] ?? 0) <= OUTLIER * spread);
	}
	return {
		spread,
		share: kept.length / places.length,
		row: (y, levels) => writeRow(surfaces, (2 * y) / height - 1, levels),
	};
}

function writeRow(surfaces: readonly number[][], y: number, levels: Float32Array): void {
	const width = levels.length / 3;
	for (let channel = 0; channel < 3; channel++) {
		const [c0 = 0, c1 = 0, c2 = 0, c3 = 0, c4 = 0, c5 = 0] = surfaces[channel] ?? [];
		const [start, slope] = [c0 + c2 * y + c5 * y * y, c1 + c4 * y];
		for (let at = 0; at < width; at++) {
			const x = (2 * at) / width - 1;
			levels[at * 3 + channel] = start + slope * x + c3 * x * x;
		}
	}
}

/** Powers of x and y, from -1 to 1, that make a surface of second degree. */
function powers(x: number, y: number): number[] {
	return [1, x, y, x * x, x * y, y * y];
}

function dot(a: readonly number[], b: readonly number[]): number {
	return b.reduce((sum, value, at) => sum + value * (a[at] ?? 0), 0);
}
