import type { Plane } from "./plane.ts";

/** A place that can be found again in another copy of the picture. Coordinates are the pixel's column and row. */
export interface Corner {
	readonly x: number;
	readonly y: number;
	readonly strength: number;
}

/** Corners weaker than this are noise; in squared luma differences. */
const leastStrength = 12;

/**
 * The strongest corner (Harris and Stephens' measure in Noble's form: determinant over trace of the summed gradient products) of every
 * square of `spacing` pixels, so that corners spread over the whole picture and any crop has some; none within `border` pixels of the edge.
 */
export function findCorners(plane: Plane, spacing: number, border: number): Corner[] {
	const strength = cornerStrength(plane);
	const [spanX, spanY] = [plane.width - 2 * border, plane.height - 2 * border];
	if (spanX <= 0 || spanY <= 0) return [];
	const [across, down] = [Math.ceil(spanX / spacing), Math.ceil(spanY / spacing)];
	const corners: Corner[] = [];
	for (let row = 0; row < down; row++) {
		for (let column = 0; column < across; column++) {
			const corner = strongestIn(strength, {
				left: border + Math.floor((column * spanX) / across),
				right: border + Math.floor(((column + 1) * spanX) / across),
				top: border + Math.floor((row * spanY) / down),
				bottom: border + Math.floor(((row + 1) * spanY) / down),
			});
			if (corner) corners.push(corner);
		}
	}
	return corners;
}

interface Rectangle {
	readonly left: number;
	readonly right: number;
	readonly top: number;
	readonly bottom: number;
}

function strongestIn(strength: Plane, { left, right, top, bottom }: Rectangle): Corner | undefined {
	const { width, values } = strength;
	let best = leastStrength;
	let bestAt = -1;
	for (let y = top; y < bottom; y++) {
		for (let at = y * width + left; at < y * width + right; at++) {
			if ((values[at] as number) > best) {
				best = values[at] as number;
				bestAt = at;
			}
		}
	}
	if (bestAt < 0 || !isPeak(strength, bestAt)) return undefined;
	return { x: bestAt % width, y: Math.floor(bestAt / width), strength: best };
}

/** Whether none of the eight neighbours is stronger: the strongest of a square may be on the slope of a peak outside it. */
function isPeak({ width, values }: Plane, at: number): boolean {
	const centre = values[at] as number;
	for (const step of [1, width - 1, width, width + 1]) {
		if ((values[at - step] as number) > centre || (values[at + step] as number) > centre) return false;
	}
	return true;
}

/** Side in pixels of the square over which the products of gradients are summed. */
const side = 5;

/**
 * The measure at every pixel at least half a square from the edge, 0 closer to it. In one pass: each row's products are added to running sums per
 * column, and those of the row leaving the square are subtracted, so that products are not stored for the whole picture.
 */
function cornerStrength({ width, height, values }: Plane): Plane {
	const strength = new Float32Array(values.length);
	const products = Array.from({ length: side }, () => new Float32Array(3 * width));
	const sums = new Float64Array(3 * width);
	for (let y = 1; y < height - 1; y++) {
		takeRow(sums, products[y % side] as Float32Array, values, y * width);
		const centre = y - (side >> 1);
		if (y >= side) strengthOfRow(sums, strength.subarray(centre * width, (centre + 1) * width));
	}
	return { width, height, values: strength };
}

/**
 * Updates the column sums with a row. Three entries per column: the products xx, yy and xy; `products` holds those of the row one square above, and
 * is updated too.
 */
function takeRow(sums: Float64Array, products: Float32Array, values: Float32Array, row: number): void {
	const width = sums.length / 3;
	for (let x = 1, at = row + 1, k = 3; x < width - 1; x++, at++, k += 3) {
		const dx = (values[at + 1] as number) - (values[at - 1] as number);
		const dy = (values[at + width] as number) - (values[at - width] as number);
		// On a plain background, nothing enters or leaves the sums.
		if (dx === 0 && dy === 0 && products[k] === 0 && products[k + 1] === 0) continue;
		const xx = Math.fround(dx * dx);
		const yy = Math.fround(dy * dy);
		const xy = Math.fround(dx * dy);
		sums[k] = (sums[k] as number) + (xx - (products[k] as number));
		sums[k + 1] = (sums[k + 1] as number) + (yy - (products[k + 1] as number));
		sums[k + 2] = (sums[k + 2] as number) + (xy - (products[k + 2] as number));
		products[k] = xx;
		products[k + 1] = yy;
		products[k + 2] = xy;
	}
}

function strengthOfRow(sums: Float64Array, strength: Float32Array): void {
	const area = side * side;
	// The measure is less than the smaller of the two sums, so if either is small there is no corner, and the value stays 0.
	const leastSum = area * leastStrength;
	let xx = 0;
	let yy = 0;
	let xy = 0;
	for (let x = 1, enters = 3; x < strength.length - 1; x++, enters += 3) {
		xx += sums[enters] as number;
		yy += sums[enters + 1] as number;
		xy += sums[enters + 2] as number;
		if (x < side) continue;
		if (xx > leastSum && yy > leastSum)
			strength[x - (side >> 1)] = (xx * yy - xy * xy) / (area * (xx + yy + area * 1e-3));
		const leaves = enters - 3 * (side - 1);
		xx -= sums[leaves] as number;
		yy -= sums[leaves + 1] as number;
		xy -= sums[leaves + 2] as number;
	}
}
