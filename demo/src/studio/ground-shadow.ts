import sharp from "sharp";
import type { Framing } from "./camera.ts";
import { blur, COARSENESS, type CoarseMap } from "./coarse-map.ts";
import { extent, STRIDE, type Surface } from "./surface.ts";

/**
 * Shadow (0 to 1) of an object on white paper: narrow and dark where it touches, wide and faint around, from the lowest parts of the object.
 */
export async function groundShadow(
	surfaces: readonly Surface[],
	framing: Framing,
	sizePx: number,
): Promise<CoarseMap> {
	const side = Math.ceil(sizePx / COARSENESS);
	const flat = surfaces.map((surface) => ({
		...surface,
		vertices: surface.vertices.map((value, i) => (i % STRIDE === 1 ? 0 : value)),
	}));
	const cast = framing.see(flat);
	const outline = (share: number) => `M${footprint(surfaces, cast, share * extent(surfaces)[3])}z`;
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${sizePx} ${sizePx}" stroke-width="${2 * COARSENESS}"><path fill="#00f" stroke="#00f" d="${outline(0.45)}"/><path fill="#f00" stroke="#f00" d="${outline(0.035)}"/></svg>`;
	const rgba = await sharp(Buffer.from(svg)).raw().toBuffer();
	const part = (channel: 0 | 3, radius: number) => {
		const values = Float32Array.from(
			{ length: side * side },
			(_, i) => (rgba[i * 4 + channel] as number) / 255,
		);
		for (let pass = 0; pass < 3; pass++) blur({ side, values }, Math.ceil(side * radius));
		return values;
	};
	const [touching, hovering] = [part(0, 0.006), part(3, 0.034)];
	const values = touching.map((dark, i) => {
		const [column, row] = [i % side, Math.floor(i / side)];
		const inset = Math.min(column, side - 1 - column, row, side - 1 - row) / side;
		// The picture's edge stays pure white.
		const fade = Math.max(0, Math.min(1, (inset - 0.012) * 18));
		return fade * (0.5 * dark + 0.18 * (hovering[i] as number));
	});
	return { side, values };
}

type Place = readonly [x: number, y: number];

/** The convex outline of what everything lower than a limit casts straight down. */
function footprint(surfaces: readonly Surface[], cast: readonly Surface[], limit: number): string {
	const [left, right] = [new Map<number, Place>(), new Map<number, Place>()];
	cast.forEach(({ vertices }, k) => {
		for (let i = 0; i < vertices.length; i += STRIDE) {
			if ((surfaces[k]?.vertices[i + 1] as number) > limit) continue;
			const place: Place = [vertices[i] as number, vertices[i + 1] as number];
			const row = Math.round(place[1]);
			if (place[0] <= (left.get(row)?.[0] ?? Infinity)) left.set(row, place);
			if (place[0] >= (right.get(row)?.[0] ?? -Infinity)) right.set(row, place);
		}
	});
	const downward = (edge: Map<number, Place>) => [...edge.values()].sort((a, b) => a[1] - b[1]);
	return [...convex(downward(left)), ...convex(downward(right).reverse())].join("L");
}

/** Leaves out the points where the line turns to the wrong side. */
function convex(line: readonly Place[]): Place[] {
	return line.reduce<Place[]>((kept, [x, y]) => {
		const last = kept.findLastIndex(([bx, by], i) => {
			const [ax, ay] = kept[i - 1] ?? [bx, by - 1];
			return i === 0 || (bx - ax) * (y - ay) < (by - ay) * (x - ax);
		});
		return [...kept.slice(0, last + 1), [x, y]];
	}, []);
}
