import { text } from "../label/svg.ts";
import { disc, turned } from "../shapes/revolve.ts";
import { boxFace } from "../shapes/rounded-box.ts";
import { colour, type Paint } from "../studio/paint.ts";
import { type Surface, sheet } from "../studio/surface.ts";
import { placed } from "../studio/transform.ts";
import type { Point } from "../studio/vector.ts";
import { type Package, svgPaint } from "./print.ts";

const SIZE = { width: 94, height: 178, depth: 94, edgeRadius: 2 };
const RISE = 40;
const FIN = 17;
const BOARD = { finish: "card" } as const;

/** A drink carton with a gabled roof and a screw cap. */
export const gableCarton: Package = (print, facing) => {
	const { width, height, depth } = SIZE;
	const [left, right, near] = [-width / 2, width / 2, depth / 2];
	const ridge = height + RISE;
	const { palette, content } = print;
	const roof = svgPaint(
		width,
		62,
		`<rect width="${width}" height="62" fill="${palette.ground}"/>${text(content.brand, width / 2, 55, { size: 10, weight: 800, maxWidth: 70, fill: palette.paper })}`,
	);
	const flank = svgPaint(
		depth,
		RISE,
		`<rect width="${depth}" height="${RISE}" fill="${palette.deep}"/><path d="M0 ${RISE}L${depth / 2} ${RISE * 0.42}L${depth} ${RISE}z" fill="${palette.ground}"/>`,
	);
	const surfaces: Surface[] = [
		boxFace(SIZE, "front", print.facing({ width, height, bleed: 0 }), BOARD),
		boxFace(SIZE, "right", print.side(depth, height), BOARD),
		quad([left, ridge, 0], [right, ridge, 0], [left, height, near], [right, height, near], roof),
		quad([right, ridge, 0], [right, ridge, 0], [right, height, near], [right, height, -near], flank),
		quad(
			[left, ridge + FIN, 1],
			[right, ridge + FIN, 1],
			[left, ridge - 2, 2],
			[right, ridge - 2, 2],
			colour(palette.deep),
		),
		quad(
			[right, ridge + FIN, 1],
			[right, ridge + FIN, -3],
			[right, ridge - 2, 2],
			[right, ridge - 2, -3],
			colour(palette.paper),
		),
	];
	return {
		surfaces: facing === "front" ? [...surfaces, ...screwCap(print.cap, height)] : surfaces,
		camera: { yawDegrees: 30, pitchDegrees: 13, distance: 4.6 },
	};
};

function quad(topLeft: Point, topRight: Point, lowLeft: Point, lowRight: Point, paint: Paint): Surface {
	const along = (a: Point, b: Point, s: number): Point => [
		a[0] + (b[0] - a[0]) * s,
		a[1] + (b[1] - a[1]) * s,
		a[2] + (b[2] - a[2]) * s,
	];
	return sheet({
		columns: 10,
		rows: 10,
		paint,
		material: BOARD,
		at: (s, t) => along(along(topLeft, topRight, s), along(lowLeft, lowRight, s), t),
	});
}

function screwCap(hex: string, height: number): Surface[] {
	const look = {
		paint: colour(hex),
		material: { finish: "plastic", relief: { repeats: 4, strength: 0.12 } },
	} as const;
	const cap = [
		turned({
			profile: [
				[13.4, 15],
				[14, 14],
				[14, 2],
				[15.5, 1],
				[15.5, 0],
			],
			...look,
			arcDegrees: 360,
			columns: 60,
			rows: 20,
		}),
		disc(13.4, 15, colour(hex), { finish: "plastic" }),
	];
	const slope = (Math.atan2(RISE, SIZE.depth / 2) * 180) / Math.PI;
	return placed(cap, { at: [0, height + RISE * 0.5, SIZE.depth / 4], turn: [90 - slope, 0, 0] });
}
