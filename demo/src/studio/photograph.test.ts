import { describe, expect, it } from "vitest";
import { material } from "./material.ts";
import { photograph, type Scene } from "./photograph.ts";
import { lathe } from "./solids.ts";
import { sheet } from "./surface.ts";

const STRAIGHT = { yawDegrees: 0, pitchDegrees: 0, distance: 1e6 };

function wall(width: number, height: number, z = 0, hex = "#808080") {
	return sheet(material("paper", hex), 4, 4, (s, t) => [(s - 0.5) * width, height * (1 - t), z]);
}

async function coveredShare(scene: Scene, sizePx: number, share: number): Promise<number> {
	const { rgba } = await photograph(scene, sizePx, share);
	let sum = 0;
	for (let i = 3; i < rgba.length; i += 4) sum += rgba[i]!;
	return sum / 255 / (sizePx * sizePx);
}

describe("a photograph", () => {
	it("fits the object into its share of the picture", async () => {
		const scene = { object: [wall(10, 10)], camera: STRAIGHT };
		expect(await coveredShare(scene, 200, 0.8)).toBeCloseTo(0.64, 2);
		expect(await coveredShare({ object: [wall(10, 5)], camera: STRAIGHT }, 200, 0.8)).toBeCloseTo(0.32, 2);
	});

	it("covers the true area of a curved silhouette", async () => {
		const profile = Array.from({ length: 60 }, (_, i): [number, number] => {
			const angle = (i / 59) * Math.PI;
			return [10 * Math.sin(angle), 10 + 10 * Math.cos(angle)];
		});
		const ball = lathe(profile, material("paper", "#808080"));
		expect(await coveredShare({ object: [ball], camera: STRAIGHT }, 200, 0.8)).toBeCloseTo(
			(Math.PI / 4) * 0.64,
			2,
		);
	});

	it("shows the nearer surface, whatever the drawing order", async () => {
		const surfaces = [wall(10, 10, 1, "#ff0000"), wall(10, 10, 0, "#0000ff")];
		for (const order of [surfaces, [...surfaces].reverse()]) {
			const { rgba } = await photograph({ object: order, camera: STRAIGHT }, 100);
			const middle = (50 * 100 + 50) * 4;
			expect(rgba[middle]).toBeGreaterThan(rgba[middle + 2]!);
		}
	});

	it("does not show a sheet from behind", async () => {
		const behind = { object: [wall(10, 10)], camera: { ...STRAIGHT, yawDegrees: 180 } };
		expect(await coveredShare(behind, 100, 0.8)).toBe(0);
	});
});
