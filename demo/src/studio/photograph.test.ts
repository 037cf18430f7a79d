import { describe, expect, it } from "vitest";
import { turned } from "../shapes/revolve.ts";
import { colour } from "./paint.ts";
import { photograph, type Scene } from "./photograph.ts";
import { sheet } from "./surface.ts";
import type { Point } from "./vector.ts";

const STRAIGHT = { yawDegrees: 0, pitchDegrees: 0, distance: 1e6 };
const PAPER = { finish: "paper" } as const;

function wall(width: number, height: number, z = 0, hex = "#808080") {
	return sheet({
		columns: 4,
		rows: 4,
		paint: colour(hex),
		material: PAPER,
		at: (s, t): Point => [(s - 0.5) * width, height * (1 - t), z],
	});
}

async function coveredShare(scene: Scene, sizePx: number, share: number): Promise<number> {
	const { rgba } = await photograph(scene, sizePx, share);
	let sum = 0;
	for (let i = 3; i < rgba.length; i += 4) sum += rgba[i]!;
	return sum / 255 / (sizePx * sizePx);
}

describe("a photograph", () => {
	it("fits the object into its share of the picture", async () => {
		const scene = { surfaces: [wall(10, 10)], camera: STRAIGHT };
		expect(await coveredShare(scene, 200, 0.8)).toBeCloseTo(0.64, 2);
		expect(await coveredShare({ surfaces: [wall(10, 5)], camera: STRAIGHT }, 200, 0.8)).toBeCloseTo(0.32, 2);
	});

	it("covers the true area of a curved silhouette", async () => {
		const profile = Array.from({ length: 60 }, (_, i): [number, number] => {
			const angle = (i / 59) * Math.PI;
			return [10 * Math.sin(angle), 10 + 10 * Math.cos(angle)];
		});
		const ball = turned({
			profile,
			paint: colour("#808080"),
			material: PAPER,
			arcDegrees: 360,
			columns: 90,
			rows: 90,
		});
		expect(await coveredShare({ surfaces: [ball], camera: STRAIGHT }, 200, 0.8)).toBeCloseTo(
			(Math.PI / 4) * 0.64,
			2,
		);
	});

	it("shows the nearer surface, whatever the drawing order", async () => {
		const surfaces = [wall(10, 10, 1, "#ff0000"), wall(10, 10, 0, "#0000ff")];
		for (const order of [surfaces, [...surfaces].reverse()]) {
			const { rgba } = await photograph({ surfaces: order, camera: STRAIGHT }, 100);
			const middle = (50 * 100 + 50) * 4;
			expect(rgba[middle]).toBeGreaterThan(rgba[middle + 2]!);
		}
	});

	it("does not show a sheet from behind", async () => {
		const behind = { surfaces: [wall(10, 10)], camera: { ...STRAIGHT, yawDegrees: 180 } };
		expect(await coveredShare(behind, 100, 0.8)).toBe(0);
	});
});
