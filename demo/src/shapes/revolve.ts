import type { Material } from "../studio/material.ts";
import type { Paint } from "../studio/paint.ts";
import { type Surface, sheet } from "../studio/surface.ts";
import type { Point } from "../studio/vector.ts";

/** Radius at a height, listed from the top downward. */
export type Profile = readonly (readonly [radius: number, y: number])[];

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

/** Steps along a line of points evenly by length. */
function walk(profile: Profile): (t: number) => readonly [number, number] {
	const lengths = [0];
	for (let i = 1; i < profile.length; i++) {
		const [from, to] = [profile[i - 1], profile[i]] as [Profile[0], Profile[0]];
		lengths.push((lengths[i - 1] as number) + Math.hypot(to[0] - from[0], to[1] - from[1]));
	}
	const total = lengths.at(-1) as number;
	return (t) => {
		const target = t * total;
		const i = Math.max(
			1,
			lengths.findIndex((length) => length >= target - 1e-9),
		);
		const [from, to] = [profile[i - 1], profile[i]] as [Profile[0], Profile[0]];
		const [start, end] = [lengths[i - 1] as number, lengths[i] as number];
		const share = end > start ? (target - start) / (end - start) : 0;
		return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
	};
}

/** Chaikin's corner cutting, four times; the ends stay. */
export function smoothed(profile: Profile): Profile {
	let points = profile;
	for (let pass = 0; pass < 4; pass++) {
		const next: (readonly [number, number])[] = [points[0] as Profile[0]];
		for (let i = 0; i + 1 < points.length; i++) {
			const [a, b] = [points[i], points[i + 1]] as [Profile[0], Profile[0]];
			next.push([a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25]);
			next.push([a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75]);
		}
		next.push(points.at(-1) as Profile[0]);
		points = next;
	}
	return points;
}
