import { reflected, scattered } from "./lights.ts";
import { unit } from "./vector.ts";

export type Finish =
	| "paper"
	| "card"
	| "plastic"
	| "glass"
	| "metal"
	| "film"
	| "foil"
	| "peel"
	| "baked"
	| "wet";

export type Material = {
	finish: Finish;
	/** Fine relief: how many times its pattern repeats over the paint's width, and how strongly it tilts the surface. */
	relief?: { repeats: number; strength: number };
};

/** How much light a finish scatters and reflects, for every direction of a surface's normal. */
export type Response = { scatter: Float32Array; mirror: Float32Array };

/** Directions are looked up by the normal's x and y in a square table of this side. */
export const RESPONSE_SIDE = 192;

type Optics = {
	/** Share of the scattered light; the rest of the look comes from reflections. */
	scatter: number;
	/** Strength of reflections seen straight on, and at a grazing angle. */
	mirror: number;
	grazing: number;
	/** Width of the blur of reflections. */
	blurDegrees: number;
	/** Darkening towards the silhouette, as of glass and thick plastic. */
	edge: number;
	/** Metals colour their reflections: contrast of the bands seen in them. */
	metal?: number;
};

const OPTICS: Record<Finish, Optics> = {
	paper: { scatter: 1, mirror: 0.03, grazing: 0.08, blurDegrees: 32, edge: 0.02 },
	card: { scatter: 0.99, mirror: 0.1, grazing: 0.2, blurDegrees: 20, edge: 0.04 },
	plastic: { scatter: 0.96, mirror: 0.3, grazing: 0.5, blurDegrees: 7, edge: 0.1 },
	glass: { scatter: 1, mirror: 0.55, grazing: 0.5, blurDegrees: 3, edge: 0.42 },
	metal: { scatter: 0.34, mirror: 0.12, grazing: 0.3, blurDegrees: 9, edge: 0.05, metal: 1.05 },
	film: { scatter: 0.93, mirror: 0.42, grazing: 0.5, blurDegrees: 9, edge: 0.1 },
	foil: { scatter: 0.62, mirror: 0.3, grazing: 0.4, blurDegrees: 8, edge: 0.06, metal: 0.5 },
	peel: { scatter: 0.97, mirror: 0.2, grazing: 0.25, blurDegrees: 13, edge: 0.16 },
	baked: { scatter: 1, mirror: 0.06, grazing: 0.1, blurDegrees: 26, edge: 0.12 },
	wet: { scatter: 0.94, mirror: 0.45, grazing: 0.5, blurDegrees: 6, edge: 0.2 },
};

const responses = new Map<Finish, Response>();

/** The response of a finish, cached. */
export function responseOf(finish: Finish): Response {
	const known = responses.get(finish);
	if (known) return known;
	const response = compute(OPTICS[finish]);
	responses.set(finish, response);
	return response;
}

function compute(optics: Optics): Response {
	const scatter = new Float32Array(RESPONSE_SIDE * RESPONSE_SIDE);
	const mirror = new Float32Array(RESPONSE_SIDE * RESPONSE_SIDE);
	for (let i = 0; i < scatter.length; i++) {
		const x = ((i % RESPONSE_SIDE) / (RESPONSE_SIDE - 1)) * 2 - 1;
		const y = (Math.floor(i / RESPONSE_SIDE) / (RESPONSE_SIDE - 1)) * 2 - 1;
		const [nx, ny, nz] = unit([x, y, Math.sqrt(Math.max(0.0004, 1 - x * x - y * y))]);
		const glance = (1 - nz) ** 3;
		const seen = reflected([2 * nz * nx, 2 * nz * ny, 2 * nz * nz - 1], optics.blurDegrees);
		const banded = optics.metal ? optics.metal * (0.35 + 0.9 * seen) : 0;
		scatter[i] =
			optics.scatter * scattered([nx, ny, nz]) * (1 - optics.edge * glance) + banded * (1 - 0.5 * glance);
		mirror[i] = (optics.mirror + (optics.grazing - optics.mirror) * glance) * seen;
	}
	return { scatter, mirror };
}
