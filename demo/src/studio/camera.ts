import { extent, placed, STRIDE, type Surface } from "./surface.ts";

export type Camera = {
	/** Rotation of the object about its vertical axis; positive shows its right side. */
	yawDegrees: number;
	/** Height of the camera above the horizontal. */
	pitchDegrees: number;
	/** Distance in units of the object's size: small means strong perspective. */
	distance: number;
};

/** A scene as the camera sees it, vertices in pixels: x to the right, y downward, z the depth (larger is nearer). */
export type Framing = {
	pxPerUnit: number;
	seen: readonly Surface[];
	/** Projects something else of the same scene. */
	see: (surfaces: readonly Surface[]) => readonly Surface[];
};

/** Fits all surfaces into the middle of a square picture. `share` of the side is filled at most. */
export function frame(surfaces: readonly Surface[], camera: Camera, sizePx: number, share = 0.84): Framing {
	const [leftmost, rightmost, lowest, highest] = extent(surfaces);
	const reach = camera.distance * Math.max(rightmost - leftmost, highest - lowest);
	const project = (scene: readonly Surface[]) => {
		// The object is rotated about its vertical axis first; only then is the camera raised.
		const yawed = placed(scene, [0, -(lowest + highest) / 2, 0], [0, -camera.yawDegrees, 0]);
		const raised = placed(yawed, [0, 0, 0], [camera.pitchDegrees, 0, 0]);
		for (const { vertices } of raised) {
			for (let i = 0; i < vertices.length; i += STRIDE) {
				const scale = reach / (reach - (vertices[i + 2] as number));
				vertices[i] = (vertices[i] as number) * scale;
				vertices[i + 1] = (vertices[i + 1] as number) * scale;
			}
		}
		return raised;
	};
	const loose = project(surfaces);
	const [left, right, low, high] = extent(loose);
	const pxPerUnit = (share * sizePx) / Math.max(right - left, high - low);
	const shiftX = sizePx / 2 - ((left + right) / 2) * pxPerUnit;
	const shiftY = sizePx * 0.495 + ((low + high) / 2) * pxPerUnit;
	const fit = (scene: readonly Surface[]) => {
		for (const { vertices } of scene) {
			for (let i = 0; i < vertices.length; i += STRIDE) {
				vertices[i] = (vertices[i] as number) * pxPerUnit + shiftX;
				vertices[i + 1] = shiftY - (vertices[i + 1] as number) * pxPerUnit;
				vertices[i + 2] = (vertices[i + 2] as number) * pxPerUnit;
			}
		}
		return scene;
	};
	return { pxPerUnit, seen: fit(loose), see: (scene) => fit(project(scene)) };
}
