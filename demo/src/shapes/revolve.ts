import type { Material } from "../studio/material.ts";
import type { Paint } from "../studio/paint.ts";
import { type Surface, sheet } from "../studio/surface.ts";
import type { Point } from "../studio/vector.ts";
import { type Profile, smoothed, walk } from "./profile.ts";

export type TurnedOptions = {
	profile: Profile;
	paint: Paint;
	material: Material;
	/** The paint covers this much of the turn, its middle facing the camera. */
	arcDegrees?: number;
	/** Depth against width: below 1 the cross-section is an ellipse. */
	flatten?: number;
	rows?: number;
	columns?: number;
	/** Rounds the corners of the profile; straight lines between its points otherwise. */
	smooth?: boolean;
};

/** A body of revolution. The part of it that faces away from the camera is omitted by default. */
export function turned(options: TurnedOptions): Surface {
	const { profile, paint, material } = options;
	const arc = ((options.arcDegrees ?? 200) * Math.PI) / 180;
	const flatten = options.flatten ?? 1;
	const along = walk(options.smooth ? smoothed(profile) : profile);
	return sheet({
		columns: options.columns ?? 60,
		rows: options.rows ?? 40,
		paint,
		material,
		at: (s, t): Point => {
			const [radius, y] = along(t);
			const angle = (s - 0.5) * arc;
			return [radius * Math.sin(angle), y, radius * Math.cos(angle) * flatten];
		},
	});
}

/** A flat round lid seen from above; its paint is a square around the circle. */
export function disc(radius: number, y: number, paint: Paint, material: Material, flatten = 1): Surface {
	return sheet({
		columns: 65,
		rows: 12,
		paint,
		material,
		at: (s, t): Point => {
			const angle = Math.PI * (2 * s - 1);
			return [radius * t * Math.sin(angle), y + 0.0001 * (1 - t), radius * t * Math.cos(angle) * flatten];
		},
		uv: (s, t) => {
			const angle = Math.PI * (2 * s - 1);
			return [0.5 + 0.5 * t * Math.sin(angle), 0.5 + 0.5 * t * Math.cos(angle)];
		},
	});
}
