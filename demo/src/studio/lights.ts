import type { Point } from "./vector.ts";

/** A soft box as seen from the product: its direction, apparent size and brightness. */
type SoftBox = {
	azimuthDegrees: number;
	elevationDegrees: number;
	halfWidthDegrees: number;
	halfHeightDegrees: number;
	brightness: number;
};

/** A large key light at the upper left, a strip at the right, a panel overhead, the white wall behind, the floor below. */
const SOFT_BOXES: readonly SoftBox[] = [
	{ azimuthDegrees: -62, elevationDegrees: 18, halfWidthDegrees: 17, halfHeightDegrees: 42, brightness: 1 },
	{ azimuthDegrees: 74, elevationDegrees: 10, halfWidthDegrees: 8, halfHeightDegrees: 48, brightness: 0.75 },
	{ azimuthDegrees: 0, elevationDegrees: 72, halfWidthDegrees: 70, halfHeightDegrees: 13, brightness: 0.8 },
	{
		azimuthDegrees: 0,
		elevationDegrees: -75,
		halfWidthDegrees: 120,
		halfHeightDegrees: 14,
		brightness: 0.25,
	},
];

/** Brightness that a mirror sees in a direction; `blurDegrees` softens the edges of the boxes. */
export function reflected([x, y, z]: Point, blurDegrees: number): number {
	const azimuth = degrees(Math.atan2(x, z));
	const elevation = degrees(Math.asin(Math.max(-1, Math.min(1, y))));
	let sum = 0;
	for (const box of SOFT_BOXES) {
		const aside = Math.abs(azimuth - box.azimuthDegrees);
		const across = inside(
			Math.min(aside, 360 - aside) * Math.cos(radians(elevation) * 0.7),
			box.halfWidthDegrees,
			blurDegrees,
		);
		const along = inside(Math.abs(elevation - box.elevationDegrees), box.halfHeightDegrees, blurDegrees);
		// A blurred box spreads the same light over more directions.
		const dimmed = box.halfWidthDegrees / (box.halfWidthDegrees + blurDegrees * 0.45);
		sum += box.brightness * across * along * dimmed;
	}
	return sum;
}

/** Light that a matt surface with this normal reflects; 1 for one that faces the camera. */
export function scattered([x, y, z]: Point): number {
	const key = Math.max(0, -0.52 * x + 0.46 * y + 0.72 * z);
	const fill = Math.max(0, 0.75 * x + 0.2 * y + 0.6 * z);
	const overhead = Math.max(0, y);
	const bounce = Math.max(0, -y) * 0.14;
	return 0.47 + 0.5 * key + 0.34 * fill + 0.14 * overhead + bounce;
}

function inside(distance: number, half: number, blur: number): number {
	const share = Math.max(0, Math.min(1, (half + blur - distance) / (2 * blur)));
	return share * share * (3 - 2 * share);
}

function degrees(angle: number): number {
	return (angle * 180) / Math.PI;
}

function radians(angle: number): number {
	return (angle * Math.PI) / 180;
}
