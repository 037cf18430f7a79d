import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { defaultWatermark } from "./preparation/watermark-settings.ts";
import { createPreparingPool } from "./preparing-pool.ts";

const options = {
	variant: "front",
	watermark: defaultWatermark,
	sizesPx: [],
	nowMs: Date.UTC(2026, 0, 1),
} as const;

function square(sidePx: number): Promise<Buffer> {
	const create = { width: sidePx, height: sidePx, channels: 3, background: "#888" } as const;
	return sharp({ create }).jpeg().toBuffer();
}

test("a picture that takes too long is refused, and the next one still gets a thread", async () => {
	const impatient = createPreparingPool({ longestMs: 1 });
	onTestFinished(() => impatient.close());
	const refusal = { refused: "preparing it takes longer than 0.001 s" };
	expect(await impatient.prepare(await square(3000), options)).toEqual(refusal);
	expect(await impatient.prepare(await square(3000), options)).toEqual(refusal);

	const patient = createPreparingPool();
	onTestFinished(() => patient.close());
	expect(await patient.prepare(await square(200), options)).toMatchObject({ width: 200 });
});
