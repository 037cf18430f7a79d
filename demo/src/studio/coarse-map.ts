/** A square grid of values coarser than the picture it belongs to. */
export type CoarseMap = { side: number; values: Float32Array };

/** Pixels of the picture that share one value, along each side. */
export const COARSENESS = 4;

/** The value at a pixel of the picture, mixed from the four nearest. */
export function valueAt({ side, values }: CoarseMap, x: number, y: number): number {
	const nearest = values[Math.floor(y / COARSENESS) * side + Math.floor(x / COARSENESS)] as number;
	if (nearest < 0.002) return 0;
	const fx = Math.max(0, Math.min((x + 0.5) / COARSENESS - 0.5, side - 1.001));
	const fy = Math.max(0, Math.min((y + 0.5) / COARSENESS - 0.5, side - 1.001));
	const i = (fy | 0) * side + (fx | 0);
	const right = fx - (fx | 0);
	const upper = (values[i] as number) * (1 - right) + (values[i + 1] as number) * right;
	const lower = (values[i + side] as number) * (1 - right) + (values[i + side + 1] as number) * right;
	return upper + (lower - upper) * (fy - (fy | 0));
}

/** Mean over a square of side 2 × radius + 1, in place; values beyond the edge count as 0. */
export function blur({ side, values }: CoarseMap, radius: number): void {
	const line = new Float32Array(side + 2 * radius + 1);
	for (let k = 0; k < 2 * side; k++) {
		const [start, step] = k < side ? [k * side, 1] : [k - side, side];
		for (let i = 0; i < side; i++) line[i + radius + 1] = values[start + i * step] as number;
		let sum = 0;
		for (let i = 0; i < radius; i++) sum += line[i + radius + 1] as number;
		for (let i = 0; i < side; i++) {
			sum += (line[i + 2 * radius + 1] as number) - (line[i] as number);
			values[start + i * step] = sum / (2 * radius + 1);
		}
	}
}
