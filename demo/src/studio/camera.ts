import type { Surface } from "./surface.ts";
import type { Rotation } from "./transform.ts";

export type Camera = {
	/** Rotation of the object about its vertical axis; positive shows its right side. */
	yawDegrees: number;
	/** Height of the camera above the horizontal. */
	pitchDegrees: number;
	/** Distance in units of the object's size: small means strong perspective. */
	distance: number;
};

/** The projection of the scene's points into the picture. */
export type Framing = {
	turn: Rotation;
	/** Height the camera looks at, and its distance from there, in units. */
	pivot: number;
	reach: number;
	pxPerUnit: number;
	/** Offset of x and y in the picture after scaling, in pixels. */
	shiftX: number;
	shiftY: number;
};

/** Fits all surfaces into the middle of a square picture. `share` of the side is filled at most. */
export function frame(surfaces: readonly Surface[], camera: Camera, sizePx: number, share = 0.84): Framing {
	const [leftmost, rightmost, lowest, highest] = bounds(surfaces, undefined);
	const loose: Framing = {
		turn: yawThenPitch(camera),
		pivot: (lowest + highest) / 2,
		reach: camera.distance * Math.max(rightmost - leftmost, highest - lowest),
		pxPerUnit: 1,
		shiftX: 0,
		shiftY: 0,
	};
	const [left, right, top, bottom] = bounds(surfaces, loose);
	const pxPerUnit = Math.min((share * sizePx) / (right - left), (share * sizePx) / (bottom - top));
	return {
		...loose,
		pxPerUnit,
		shiftX: sizePx / 2 - ((left + right) / 2) * pxPerUnit,
		shiftY: sizePx * 0.495 - ((top + bottom) / 2) * pxPerUnit,
	};
}

/** Writes a point's position in the picture: x to the right, y downward, and its depth (larger is nearer), in pixels. */
export function project(
	framing: Framing,
	x: number,
	y: number,
	z: number,
	to: Float32Array,
	at: number,
): void {
	const { turn, pxPerUnit } = framing;
	const height = y - framing.pivot;
	const depth = turn[6] * x + turn[7] * height + turn[8] * z;
	const scale = (pxPerUnit * framing.reach) / (framing.reach - depth);
	to[at] = (turn[0] * x + turn[1] * height + turn[2] * z) * scale + framing.shiftX;
	to[at + 1] = framing.shiftY - (turn[3] * x + turn[4] * height + turn[5] * z) * scale;
	to[at + 2] = depth * pxPerUnit;
}

/** The object is rotated about its vertical axis first; only then is the camera raised. */
function yawThenPitch({ yawDegrees, pitchDegrees }: Camera): Rotation {
	const yaw = (yawDegrees * Math.PI) / 180;
	const pitch = (pitchDegrees * Math.PI) / 180;
	const [cosYaw, sinYaw, cosPitch, sinPitch] = [
		Math.cos(yaw),
		Math.sin(yaw),
		Math.cos(pitch),
		Math.sin(pitch),
	];
	return [
		cosYaw,
		0,
		-sinYaw,
		-sinYaw * sinPitch,
		cosPitch,
		-cosYaw * sinPitch,
		sinYaw * cosPitch,
		sinPitch,
		cosYaw * cosPitch,
	];
}

/** Extent of all points in the picture, or of the scene itself (x and y) without a framing. */
function bounds(
	surfaces: readonly Surface[],
	framing: Framing | undefined,
): [left: number, right: number, low: number, high: number] {
	let left = Infinity;
	let right = -Infinity;
	let low = Infinity;
	let high = -Infinity;
	const place = new Float32Array(3);
	for (const { points } of surfaces) {
		for (let i = 0; i < points.length; i += 3) {
			const x = points[i] as number;
			const y = points[i + 1] as number;
			if (framing) project(framing, x, y, points[i + 2] as number, place, 0);
			const across = framing ? (place[0] as number) : x;
			const along = framing ? (place[1] as number) : y;
			if (across < left) left = across;
			if (across > right) right = across;
			if (along < low) low = along;
			if (along > high) high = along;
		}
	}
	return [left, right, low, high];
}
