import type { Plane } from "./plane.ts";

/** Mean over squares of 2·radius + 1 pixels a side, cropped at the edges. Proceeds row by row with one running sum per column. */
export function boxMean({ width, height, values }: Plane, radius: number): Plane {
	const out = new Float32Array(values.length);
	const sums = new Float64Array(width);
	for (let y = 0; y < Math.min(radius, height); y++) addRow(sums, values, y, 1);
	for (let y = 0; y < height; y++) {
		if (y + radius < height) addRow(sums, values, y + radius, 1);
		if (y - radius > 0) addRow(sums, values, y - radius - 1, -1);
		const rows = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1;
		meanOfRow(sums, radius, rows, out.subarray(y * width, (y + 1) * width));
	}
	return { width, height, values: out };
}

function meanOfRow(sums: Float64Array, radius: number, rows: number, out: Float32Array): void {
	const width = sums.length;
	const share = 1 / (rows * (2 * radius + 1));
	let sum = 0;
	for (let x = 0; x < Math.min(radius, width); x++) sum += sums[x] as number;
	for (let x = 0; x < width; x++) {
		if (x + radius < width) sum += sums[x + radius] as number;
		if (x > radius) sum -= sums[x - radius - 1] as number;
		const isWhole = x >= radius && x + radius < width;
		out[x] = isWhole
			? sum * share
			: sum / (rows * (Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1));
	}
}

function addRow(sums: Float64Array, values: Float32Array, y: number, sign: number): void {
	for (let x = 0, at = y * sums.length; x < sums.length; x++, at++)
		sums[x] = (sums[x] as number) + sign * (values[at] as number);
}
