import type { Agency } from "../catalogue/agencies.ts";
import { moveTo, path, text } from "./svg.ts";

const OUTLINES: Record<Agency["mark"], string> = {
	hexagon: "M0 -10L8.7 -5V5L0 10L-8.7 5V-5z",
	leaf: "M-10 9Q-11 -9 10 -10Q11 9 -10 9z",
	gate: "M-9 10V-2Q-9 -10 0 -10Q9 -10 9 -2V10z",
	drop: "M0 -12Q10 -1 10 3A10 8 0 0 1 -10 3Q-10 -1 0 -12z",
	octagon: "M-4 -10H4L10 -4V4L4 10H-4L-10 4V-4z",
	tablet: "M-10 10V-4Q-10 -9 -5 -9Q-1 -9 0 -6Q1 -9 5 -9Q10 -9 10 -4V10z",
};

/** An agency's mark around a centre, `size` high, with the designation beside it. */
export function hechsherMark(
	{ agency, designation }: { agency: Agency; designation: string },
	x: number,
	y: number,
	size: number,
	ink: string,
): string {
	const mark =
		path(OUTLINES[agency.mark], "none", { stroke: ink, strokeWidth: 1.7 }) +
		text(agency.symbol, 0, 4.4, { size: 9.4, weight: 800, maxWidth: 15, fill: ink }) +
		text(designation.toUpperCase(), 13, 2.6, { size: 7.2, weight: 700, anchor: "start", fill: ink });
	return moveTo(x, y, mark, 0, size / 20);
}
