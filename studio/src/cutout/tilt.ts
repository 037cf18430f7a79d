/** An object found in a picture. */
export interface FoundObject {
	readonly rgba: Uint8Array;
	readonly width: number;
	readonly height: number;
}

/** More than this many degrees askew is meant so, or is no straight pack. */
const MOST_DEGREES = 12;
/** Less cannot be seen, and turning costs sharpness. */
const LEAST_DEGREES = 0.4;
const STEP_DEGREES = 0.25;
/** How much of its upright rectangle a straight pack fills, at least. */
const LEAST_FILLED = 0.9;

/** How many degrees an object has to be turned, clockwise, to be straight: the angle at which the upright rectangle around it is smallest. */
export function tiltOf({ rgba, width, height }: FoundObject): number {
	const outline: [number, number][] = [];
	let size = 0;
	for (let y = 0; y < height; y++) {
		let [first, last] = [-1, -1];
		for (let x = 0; x < width; x++) {
			if ((rgba[(y * width + x) * 4 + 3] ?? 0) < 128) continue;
			size++;
			if (first < 0) first = x;
			last = x;
		}
		if (first >= 0) outline.push([first, y], [last, y]);
	}
	let best = { angle: 0, area: areaAt(outline, 0) };
	for (let angle = -MOST_DEGREES; angle <= MOST_DEGREES; angle += STEP_DEGREES) {
		const area = areaAt(outline, angle);
		if (area < best.area) best = { angle, area };
	}
	const isStraight = size >= LEAST_FILLED * best.area;
	return isStraight && Math.abs(best.angle) >= LEAST_DEGREES ? best.angle : 0;
}

function areaAt(outline: readonly [number, number][], degrees: number): number {
	const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
	let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
	for (const [x, y] of outline) {
		const [across, down] = [x * cos - y * sin, x * sin + y * cos];
		left = Math.min(left, across);
		right = Math.max(right, across);
		top = Math.min(top, down);
		bottom = Math.max(bottom, down);
	}
	return (right - left + 1) * (bottom - top + 1);
}
