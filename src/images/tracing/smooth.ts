import type { Plane } from "./picture.ts";

/** Mean over rectangles of 2·radiusX + 1 by 2·radiusY + 1 pixels, cut off at the picture's edge. */
export function boxMean(plane: Plane, radiusX: number, radiusY = radiusX): Plane {
	return boxRows(boxColumns(plane, radiusY), radiusX);
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

function boxRows({ width, height, values }: Plane, radius: number): Plane {
	const out = new Float32Array(values.length);
	for (let y = 0; y < height; y++) {
		const row = y * width;
		let sum = 0;
		for (let x = 0; x < Math.min(radius, width); x++) sum += values[row + x] as number;
		for (let x = 0; x < width; x++) {
			if (x + radius < width) sum += values[row + x + radius] as number;
			if (x - radius > 0) sum -= values[row + x - radius - 1] as number;
			out[row + x] = sum / (Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1);
		}
	}
	return { width, height, values: out };
}

/** Walks row by row with one running sum per column: several times faster than column by column. */
function boxColumns({ width, height, values }: Plane, radius: number): Plane {
	const out = new Float32Array(values.length);
	const sums = new Float64Array(width);
	for (let y = 0; y < Math.min(radius, height); y++) addRow(sums, values, y, 1);
	for (let y = 0; y < height; y++) {
		if (y + radius < height) addRow(sums, values, y + radius, 1);
		if (y - radius > 0) addRow(sums, values, y - radius - 1, -1);
		const share = 1 / (Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1);
		for (let x = 0, at = y * width; x < width; x++, at++) out[at] = (sums[x] as number) * share;
	}
	return { width, height, values: out };
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
