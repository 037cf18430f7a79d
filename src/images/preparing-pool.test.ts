import sharp from "sharp";
import { expect, onTestFinished, test, vi } from "vitest";
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
	const [large, small] = [await square(3000), await square(200)];
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
	const pool = createPreparingPool({ longestMs: 1000, threads: 1 });
	onTestFinished(() => pool.close());
	// Starts the thread, so that it has the next picture at once.
	expect(await pool.prepare(small, options)).toMatchObject({ width: 200 });

	const late = pool.prepare(large, options);
	// Its timer is running when all promises have settled, and no answer of the thread is received before that.
	await new Promise<void>((resolve) => process.nextTick(resolve));
	vi.advanceTimersByTime(1000);
	expect(await late).toEqual({ refused: "preparing it takes longer than 1 s" });
	expect(await pool.prepare(small, options)).toMatchObject({ width: 200 });
});
