/** A square grid of values four times coarser than the picture it belongs to. */
export type CoarseMap = { side: number; values: Float32Array };

/** Pixels of the picture that share one value, along each side. */
export const COARSENESS = 4;

export function emptyMap(sizePx: number): CoarseMap {
	const side = Math.ceil(sizePx / COARSENESS);
	return { side, values: new Float32Array(side * side) };
}

/** The value at a pixel of the picture, mixed from the four nearest. */
export function valueAt(map: CoarseMap, x: number, y: number): number {
	const { side, values } = map;
	const fx = inside((x + 0.5) / COARSENESS - 0.5, side);
	const fy = inside((y + 0.5) / COARSENESS - 0.5, side);
	const column = fx | 0;
	const row = fy | 0;
	const i = row * side + column;
	const right = fx - column;
	const upper = (values[i] as number) * (1 - right) + (values[i + 1] as number) * right;
	const lower = (values[i + side] as number) * (1 - right) + (values[i + side + 1] as number) * right;
	return upper + (lower - upper) * (fy - row);
}

function inside(place: number, side: number): number {
	return place < 0 ? 0 : Math.min(place, side - 1.001);
}

/** Mean over a square of side 2 × radius + 1, in place; values beyond the edge count as 0. */
export function blur({ side, values }: CoarseMap, radius: number): void {
	const line = new Float32Array(side);
	for (let k = 0; k < side; k++) blurLine(values, k * side, 1, radius, line);
	for (let k = 0; k < side; k++) blurLine(values, k, side, radius, line);
}

function blurLine(
	values: Float32Array,
	start: number,
	step: number,
	radius: number,
	line: Float32Array,
): void {
	const length = line.length;
	for (let i = 0; i < length; i++) line[i] = values[start + i * step] as number;
	let sum = 0;
	for (let i = 0; i < Math.min(radius, length); i++) sum += line[i] as number;
	for (let i = 0; i < length; i++) {
		if (i + radius < length) sum += line[i + radius] as number;
		if (i - radius - 1 >= 0) sum -= line[i - radius - 1] as number;
		values[start + i * step] = sum / (2 * radius + 1);
	}
}
