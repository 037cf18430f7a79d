import type { Plane } from "./plane.ts";

/** Mean over rectangles of 2·radiusX + 1 by 2·radiusY + 1 pixels, cut off at the picture's edge. Walks row by row with one running sum a column. */
export function boxMean({ width, height, values }: Plane, radiusX: number, radiusY = radiusX): Plane {
	const out = new Float32Array(values.length);
	const sums = new Float64Array(width);
	for (let y = 0; y < Math.min(radiusY, height); y++) addRow(sums, values, y, 1);
	for (let y = 0; y < height; y++) {
		if (y + radiusY < height) addRow(sums, values, y + radiusY, 1);
		if (y - radiusY > 0) addRow(sums, values, y - radiusY - 1, -1);
		const rows = Math.min(height - 1, y + radiusY) - Math.max(0, y - radiusY) + 1;
		meanOfRow(sums, radiusX, rows, out.subarray(y * width, (y + 1) * width));
	}
	return { width, height, values: out };
}

/** Gaussian blur of standard deviation `sigma` pixels; the edge pixel is repeated outwards. */
export function gaussian(plane: Plane, sigma: number): Plane {
	const radius = Math.max(1, Math.ceil(3 * sigma));
	const weights = Float32Array.from({ length: 2 * radius + 1 }, (_, i) =>
		Math.exp(-((i - radius) ** 2) / (2 * sigma * sigma)),
	);
	const sum = weights.reduce((a, b) => a + b, 0);
	const kernel = weights.map((weight) => weight / sum);
	return convolveColumns(convolveRows(plane, kernel), kernel);
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

function convolveRows({ width, height, values }: Plane, kernel: Float32Array): Plane {
	const radius = (kernel.length - 1) / 2;
	const out = new Float32Array(values.length);
	const padded = new Float32Array(width + 2 * radius);
	for (let y = 0; y < height; y++) {
		const row = values.subarray(y * width, (y + 1) * width);
		padded.fill(row[0] as number, 0, radius);
		padded.set(row, radius);
		padded.fill(row[width - 1] as number, radius + width);
		for (let x = 0; x < width; x++) {
			let sum = 0;
			for (let tap = 0; tap < kernel.length; tap++)
				sum += (kernel[tap] as number) * (padded[x + tap] as number);
			out[y * width + x] = sum;
		}
	}
	return { width, height, values: out };
}

function convolveColumns({ width, height, values }: Plane, kernel: Float32Array): Plane {
	const radius = (kernel.length - 1) / 2;
	const out = new Float32Array(values.length);
	for (let y = 0; y < height; y++) {
		for (let tap = 0; tap < kernel.length; tap++) {
			const from = Math.min(height - 1, Math.max(0, y + tap - radius)) * width;
			const weight = kernel[tap] as number;
			for (let x = 0, at = y * width; x < width; x++, at++)
				out[at] = (out[at] as number) + weight * (values[from + x] as number);
		}
	}
	return { width, height, values: out };
}
