import { seedOf } from "../random.ts";
import { circle, n, path, rect } from "./svg.ts";

/** A repeating motif: its definition, and the value for `fill`. */
export type Pattern = { define: string; fill: string };

function repeat(side: number, content: string): Pattern {
	const id = `p${seedOf(`${side}${content}`).toString(36)}`;
	return {
		define: `<pattern id="${id}" width="${n(side)}" height="${n(side)}" patternUnits="userSpaceOnUse">${content}</pattern>`,
		fill: `url(#${id})`,
	};
}

export const PATTERNS = {
	dots: (side: number, colour: string) =>
		repeat(
			side,
			circle(side * 0.25, side * 0.25, side * 0.11, colour) +
				circle(side * 0.75, side * 0.75, side * 0.11, colour),
		),
	gingham: (side: number, colour: string) =>
		repeat(
			side,
			rect(0, 0, side / 2, side, colour, { opacity: 0.45 }) +
				rect(0, 0, side, side / 2, colour, { opacity: 0.45 }),
		),
	stripes: (side: number, colour: string) => repeat(side, rect(0, 0, side / 2, side, colour)),
	scales: (side: number, colour: string) =>
		repeat(
			side,
			circle(side / 2, 0, side * 0.46, "none", { stroke: colour, strokeWidth: side * 0.05 }) +
				circle(0, side / 2, side * 0.46, "none", { stroke: colour, strokeWidth: side * 0.05 }) +
				circle(side, side / 2, side * 0.46, "none", { stroke: colour, strokeWidth: side * 0.05 }),
		),
	tiles: (side: number, colour: string) => {
		const half = side / 2;
		const petal = `M${n(half)} ${n(half)}Q${n(half * 1.5)} ${n(half * 0.3)} ${n(half)} 0Q${n(half * 0.5)} ${n(half * 0.3)} ${n(half)} ${n(half)}z`;
		const petals = [0, 90, 180, 270]
			.map((turn) => `<g transform="rotate(${turn} ${n(half)} ${n(half)})">${path(petal, colour)}</g>`)
			.join("");
		const corners = [
			[0, 0],
			[side, 0],
			[0, side],
			[side, side],
		].map(
			([x = 0, y = 0]) =>
				circle(x, y, side * 0.2, "none", { stroke: colour, strokeWidth: side * 0.05 }) +
				circle(x, y, side * 0.08, colour),
		);
		return repeat(side, petals + corners.join(""));
	},
	lattice: (side: number, colour: string) =>
		repeat(
			side,
			path(`M0 0L${n(side)} ${n(side)}M${n(side)} 0L0 ${n(side)}`, "none", {
				stroke: colour,
				strokeWidth: side * 0.035,
			}) +
				circle(side / 2, side / 2, side * 0.07, colour) +
				circle(0, 0, side * 0.07, colour) +
				circle(side, side, side * 0.07, colour) +
				circle(0, side, side * 0.07, colour) +
				circle(side, 0, side * 0.07, colour),
		),
	sprigs: (side: number, colour: string) => {
		const leaf = (x: number, y: number, turn: number) =>
			`<g transform="translate(${n(x)} ${n(y)}) rotate(${turn})">${path(`M0 0Q${n(side * 0.08)} ${n(-side * 0.12)} 0 ${n(-side * 0.24)}Q${n(-side * 0.08)} ${n(-side * 0.12)} 0 0z`, colour)}</g>`;
		const sprig = (x: number, y: number, turn: number) =>
			`<g transform="translate(${n(x)} ${n(y)}) rotate(${turn})">${leaf(0, 0, 0)}${leaf(0, side * 0.02, 62)}${leaf(0, side * 0.02, -62)}${rect(-side * 0.008, 0, side * 0.016, side * 0.14, colour)}</g>`;
		return repeat(side, sprig(side * 0.27, side * 0.34, 20) + sprig(side * 0.76, side * 0.8, -160));
	},
	stars: (side: number, colour: string) => {
		const star = (x: number, y: number, reach: number) =>
			path(
				`M${n(x)} ${n(y - reach)}Q${n(x)} ${n(y)} ${n(x + reach)} ${n(y)}Q${n(x)} ${n(y)} ${n(x)} ${n(y + reach)}Q${n(x)} ${n(y)} ${n(x - reach)} ${n(y)}Q${n(x)} ${n(y)} ${n(x)} ${n(y - reach)}z`,
				colour,
			);
		return repeat(
			side,
			star(side * 0.3, side * 0.3, side * 0.16) + star(side * 0.8, side * 0.72, side * 0.1),
		);
	},
} as const satisfies Record<string, (side: number, colour: string) => Pattern>;
