import type { Plane } from "./plane.ts";

/** Gaussian blur with a standard deviation of `sigma` pixels; the edge pixel is repeated outwards. */
export function gaussian(plane: Plane, sigma: number): Plane {
	const radius = Math.max(1, Math.ceil(3 * sigma));
	const weights = Float32Array.from({ length: 2 * radius + 1 }, (_, i) =>
		Math.exp(-((i - radius) ** 2) / (2 * sigma * sigma)),
	);
	const sum = weights.reduce((a, b) => a + b, 0);
	const kernel = weights.map((weight) => weight / sum);
	return convolveColumns(convolveRows(plane, kernel), kernel);
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
