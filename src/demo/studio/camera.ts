import type { Point, Surface } from "./surface.ts";

export type Camera = {
	/** Turn of the object about its vertical axis; positive shows its right side. */
	yawDegrees: number;
	/** Height of the camera above the horizontal. */
	pitchDegrees: number;
	/** Distance in units of the object's size: small means strong perspective. */
	distance: number;
};

export type Framing = {
	/** Pixel position (x to the right, y downward) and depth (larger is nearer). */
	project: (p: Point) => Point;
	/** A direction as seen from the camera. */
	direct: (p: Point) => Point;
	pxPerUnit: number;
};

export const EYE_LEVEL: Camera = { yawDegrees: 0, pitchDegrees: 6, distance: 7 };

/** Fits all surfaces into the middle of a square picture. `share` of the side is filled at most. */
export function frame(surfaces: readonly Surface[], camera: Camera, sizePx: number, share = 0.84): Framing {
	const turn = turning(camera);
	const [leftmost, rightmost, lowest, highest] = bounds(surfaces, (p) => p);
	const reach = camera.distance * Math.max(rightmost - leftmost, highest - lowest);
	const pivot = (lowest + highest) / 2;
	const see = (p: Point): Point => {
		const [x, y, z] = turn([p[0], p[1] - pivot, p[2]]);
		const nearness = reach / (reach - z);
		return [x * nearness, y * nearness, z];
	};
	const [left, right, bottom, top] = bounds(surfaces, see);
	const pxPerUnit = Math.min((share * sizePx) / (right - left), (share * sizePx) / (top - bottom));
	const middleX = (left + right) / 2;
	const middleY = (bottom + top) / 2;
	return {
		project: (p) => {
			const [x, y, z] = see(p);
			return [
				(x - middleX) * pxPerUnit + sizePx / 2,
				sizePx * 0.495 - (y - middleY) * pxPerUnit,
				z * pxPerUnit,
			];
		},
		direct: turn,
		pxPerUnit,
	};
}

function turning(camera: Camera): (p: Point) => Point {
	const yaw = (camera.yawDegrees * Math.PI) / 180;
	const pitch = (camera.pitchDegrees * Math.PI) / 180;
	const [cosYaw, sinYaw, cosPitch, sinPitch] = [
		Math.cos(yaw),
		Math.sin(yaw),
		Math.cos(pitch),
		Math.sin(pitch),
	];
	return ([x, y, z]) => {
		const turnedX = x * cosYaw - z * sinYaw;
		const turnedZ = x * sinYaw + z * cosYaw;
		return [turnedX, y * cosPitch - turnedZ * sinPitch, y * sinPitch + turnedZ * cosPitch];
	};
}

function bounds(
	surfaces: readonly Surface[],
	see: (p: Point) => Point,
): [left: number, right: number, bottom: number, top: number] {
	let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
	for (const { points } of surfaces) {
		for (let i = 0; i < points.length; i += 3) {
			const [x, y] = see([points[i] as number, points[i + 1] as number, points[i + 2] as number]);
			left = Math.min(left, x);
			right = Math.max(right, x);
			bottom = Math.min(bottom, y);
			top = Math.max(top, y);
		}
	}
	return [left, right, bottom, top];
}
