import { type BoxSize, boxFace } from "../shapes/rounded-box.ts";
import type { Package } from "./print.ts";

/** A folding carton, turned so that its narrow side shows. */
export function box(width: number, height: number, depth: number, yawDegrees = 26): Package {
	const size: BoxSize = {
		width,
		height,
		depth,
		edgeRadius: Math.min(width, height, depth) * 0.025 + 0.6,
		bulge: 0.035,
	};
	return (print, facing) => {
		const card = { finish: "card" } as const;
		const turn = facing === "front" ? yawDegrees : -yawDegrees;
		const flank = turn > 0 ? "right" : "left";
		return {
			surfaces: [
				boxFace(size, "front", print.facing({ width, height, bleed: 0 }), card),
				boxFace(size, flank, print.side(depth, height), card),
				boxFace(size, "top", print.lid(width, depth), card),
			],
			camera: { yawDegrees: turn, pitchDegrees: 13, distance: 4.6 },
		};
	};
}
