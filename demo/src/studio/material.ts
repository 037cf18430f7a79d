import { mottled, type Paint, pixels, rgbOf } from "./paint.ts";

export type Material = {
	paint: Paint;
	finish: Finish;
	/** Fine relief: how strongly it tilts the surface, and how many times its pattern repeats over the paint's width. */
	relief: number;
	repeats: number;
};

/** @param paint a colour covers everything; two are mottled, in so many cells and with this contrast. */
export function material(
	finish: Finish,
	paint: Paint | string | Parameters<typeof mottled>,
	relief = 0,
	repeats = 1,
): Material {
	if (typeof paint === "string")
		return material(
			finish,
			pixels(1, 1, () => rgbOf(paint)),
			relief,
			repeats,
		);
	return { finish, paint: "width" in paint ? paint : mottled(...paint), relief, repeats };
}

type Optics = readonly [
	/** Share of the scattered light; the rest of the look comes from reflections. */
	scatter: number,
	/** Strength of reflections seen straight on, and at a grazing angle. */
	mirror: number,
	grazing: number,
	/** Width of the blur of reflections. */
	blurDegrees: number,
	/** Darkening towards the silhouette, as of glass and thick plastic. */
	edge: number,
	/** Metals colour their reflections: contrast of the bands seen in them. */
	metal?: number,
];

const OPTICS = {
	paper: [1, 0.03, 0.08, 32, 0.02],
	card: [0.99, 0.1, 0.2, 20, 0.04],
	plastic: [0.96, 0.3, 0.5, 7, 0.1],
	glass: [1, 0.55, 0.5, 3, 0.42],
	metal: [0.34, 0.12, 0.3, 9, 0.05, 1.05],
	film: [0.93, 0.42, 0.5, 9, 0.1],
	foil: [0.62, 0.3, 0.4, 8, 0.06, 0.5],
	peel: [0.97, 0.2, 0.25, 13, 0.16],
	baked: [1, 0.06, 0.1, 26, 0.12],
	wet: [0.94, 0.45, 0.5, 6, 0.2],
} as const satisfies Record<string, Optics>;

export type Finish = keyof typeof OPTICS;

/** How much light a finish scatters and reflects, for every direction of a surface's normal. */
export type Response = { scatter: Float32Array; mirror: Float32Array };

/** Directions are looked up by the normal's x and y in a square table of this side. */
export const RESPONSE_SIDE = 192;

const responses = new Map<Finish, Response>();

/** The response of a finish, cached. */
export function responseOf(finish: Finish): Response {
	const response = responses.get(finish) ?? compute(OPTICS[finish]);
	responses.set(finish, response);
	return response;
}

function compute([scattering, mirroring, grazing, blurDegrees, edge, metal = 0]: Optics): Response {
	const scatter = new Float32Array(RESPONSE_SIDE * RESPONSE_SIDE);
	const mirror = scatter.slice();
	for (let i = 0; i < scatter.length; i++) {
		const x = ((i % RESPONSE_SIDE) / (RESPONSE_SIDE - 1)) * 2 - 1;
		const y = (Math.floor(i / RESPONSE_SIDE) / (RESPONSE_SIDE - 1)) * 2 - 1;
		const z = Math.sqrt(Math.max(0.0004, 1 - x * x - y * y));
		const length = Math.hypot(x, y, z);
		const [nx, ny, nz] = [x / length, y / length, z / length];
		const glance = (1 - nz) ** 3;
		const seen = reflected([2 * nz * nx, 2 * nz * ny, 2 * nz * nz - 1], blurDegrees);
		scatter[i] =
			scattering * scattered([nx, ny, nz]) * (1 - edge * glance) +
			metal * (0.35 + 0.9 * seen) * (1 - 0.5 * glance);
		mirror[i] = (mirroring + (grazing - mirroring) * glance) * seen;
	}
	return { scatter, mirror };
}

type Direction = readonly [x: number, y: number, z: number];

/** A large key light at the upper left, a strip at the right, a panel overhead, the floor below; angles in degrees. */
const SOFT_BOXES: readonly (readonly [
	azimuth: number,
	elevation: number,
	halfWidth: number,
	halfHeight: number,
	brightness: number,
])[] = [
	[-62, 18, 17, 42, 1],
	[74, 10, 8, 48, 0.75],
	[0, 72, 70, 13, 0.8],
	[0, -75, 120, 14, 0.25],
];

/** Brightness that a mirror sees in a direction; `blur` softens the edges of the boxes. */
function reflected([x, y, z]: Direction, blur: number): number {
	const level = Math.asin(Math.max(-1, Math.min(1, y)));
	const toDegrees = 180 / Math.PI;
	return SOFT_BOXES.reduce((sum, [azimuth, elevation, halfWidth, halfHeight, brightness]) => {
		const aside = Math.abs(Math.atan2(x, z) * toDegrees - azimuth);
		const across = inside(Math.min(aside, 360 - aside) * Math.cos(level * 0.7), halfWidth, blur);
		const along = inside(Math.abs(level * toDegrees - elevation), halfHeight, blur);
		// A blurred box spreads the same light over more directions.
		return sum + (brightness * across * along * halfWidth) / (halfWidth + blur * 0.45);
	}, 0);
}

function inside(distance: number, half: number, blur: number): number {
	const share = Math.max(0, Math.min(1, (half + blur - distance) / (2 * blur)));
	return share * share * (3 - 2 * share);
}

/** Light that a matt surface with this normal reflects, from key, fill, ceiling and floor; 1 for one that faces the camera. */
function scattered([x, y, z]: Direction): number {
	const key = Math.max(0, -0.52 * x + 0.46 * y + 0.72 * z);
	const fill = Math.max(0, 0.75 * x + 0.2 * y + 0.6 * z);
	return 0.47 + 0.5 * key + 0.34 * fill + 0.14 * Math.abs(y);
}
