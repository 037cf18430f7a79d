import { circle, data, type Fill, moveTo, path, pattern, rect } from "./svg.ts";

type Pattern = (side: number, colour: string) => Fill;

export const dots: Pattern = (side, colour) =>
	pattern(side, circle(25, 25, 11, colour) + circle(75, 75, 11, colour));

export const gingham: Pattern = (side, colour) => {
	const half = { opacity: 0.45 };
	return pattern(side, rect(0, 0, 50, 100, colour, half) + rect(0, 0, 100, 50, colour, half));
};

export const stripes: Pattern = (side, colour) => pattern(side, rect(0, 0, 50, 100, colour));

export const scales: Pattern = (side, colour) => {
	const line = { stroke: colour, strokeWidth: 5 };
	return pattern(
		side,
		circle(50, 0, 46, "none", line) + circle(0, 50, 46, "none", line) + circle(100, 50, 46, "none", line),
	);
};

/** The same at all four corners of the motif. */
function corners(content: string): string {
	return [0, 100].map((x) => moveTo(x, 0, content) + moveTo(x, 100, content)).join("");
}

export const tiles: Pattern = (side, colour) => {
	const petal = path("M0 0Q25 -20 0 -50Q-25 -20 0 0z", colour);
	const petals = [0, 90, 180, 270].map((turn) => moveTo(50, 50, petal, turn)).join("");
	const ring = circle(0, 0, 20, "none", { stroke: colour, strokeWidth: 5 }) + circle(0, 0, 8, colour);
	return pattern(side, petals + corners(ring));
};

export const lattice: Pattern = (side, colour) => {
	const lines = path("M0 0L100 100M100 0L0 100", "none", { stroke: colour, strokeWidth: 3.5 });
	return pattern(side, lines + circle(50, 50, 7, colour) + corners(circle(0, 0, 7, colour)));
};

export const sprigs: Pattern = (side, colour) => {
	const leaf = path("M0 0Q8 -12 0 -24Q-8 -12 0 0z", colour);
	const sprig = leaf + moveTo(0, 2, leaf, 62) + moveTo(0, 2, leaf, -62) + rect(-0.8, 0, 1.6, 14, colour);
	return pattern(side, moveTo(27, 34, sprig, 20) + moveTo(76, 80, sprig, -160));
};

export const stars: Pattern = (side, colour) => {
	const star = (x: number, y: number, reach: number) =>
		moveTo(x, y, path("M0 -1Q0 0 1 0Q0 0 0 1Q0 0 -1 0Q0 0 0 -1z", colour), 0, reach);
	return pattern(side, star(30, 30, 16) + star(80, 72, 10));
};

/** A wavy line across a panel of 100 × 100 and its bleed, as the top of a filled area. */
export function wave(y: number, swing: number, fill: Fill): string {
	const [up, down] = [y - swing, y + swing];
	return path(data`M-99 ${y}H0C25 ${up} 40 ${up} 50 ${y}S80 ${down} 100 ${y}H199V102H-99z`, fill);
}
