import type { Plane } from "./picture.ts";
import { boxMean } from "./smooth.ts";

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
			const [left, right] = [column, column + 1].map((edge) => border + Math.floor((edge * spanX) / across));
			const [top, bottom] = [row, row + 1].map((edge) => border + Math.floor((edge * spanY) / down));
			const corner = strongestIn(strength, { left, right, top, bottom } as Rectangle);
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

/** Whether none of the eight neighbours is stronger: the strongest of a square may lie on a neighbour's slope. */
function isPeak({ width, values }: Plane, at: number): boolean {
	const centre = values[at] as number;
	for (const step of [1, width - 1, width, width + 1]) {
		if ((values[at - step] as number) > centre || (values[at + step] as number) > centre) return false;
	}
	return true;
}

function cornerStrength({ width, height, values }: Plane): Plane {
	const xx = new Float32Array(values.length);
	const yy = new Float32Array(values.length);
	const xy = new Float32Array(values.length);
	for (let y = 1; y < height - 1; y++) {
		for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
			const dx = (values[at + 1] as number) - (values[at - 1] as number);
			const dy = (values[at + width] as number) - (values[at - width] as number);
			xx[at] = dx * dx;
			yy[at] = dy * dy;
			xy[at] = dx * dy;
		}
	}
	const [a, b, c] = [xx, yy, xy].map(
		(products) => boxMean({ width, height, values: products }, 2).values,
	) as [Float32Array, Float32Array, Float32Array];
	const strength = a.map((ixx, at) => {
		const iyy = b[at] as number;
		const ixy = c[at] as number;
		return (ixx * iyy - ixy * ixy) / (ixx + iyy + 1e-3);
	});
	return { width, height, values: strength };
}
