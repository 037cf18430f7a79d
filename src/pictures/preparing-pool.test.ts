import sharp from "sharp";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { PATIENCE_MS } from "../../test/support/patience.ts";
import { watchStartedProcesses } from "../../test/support/started-processes.ts";
import { SVG_BOMBS } from "../../test/support/svg-bombs.ts";
import { createProcessPool } from "../platform/tasks/process-pool.ts";
import { PoolFull } from "../platform/tasks/task.ts";
import { defaultWatermark } from "./preparation/watermark-settings.ts";
import { createPreparingPool } from "./preparing-pool.ts";

/** Processes started by these tests that are still there. */
const running = watchStartedProcesses();

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

const logo = Buffer.from(
	'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><path fill="#c00" d="M0 0h80v40H0z"/></svg>',
);

function poolOf(more: Parameters<typeof createPreparingPool>[0] = {}) {
	const pool = createPreparingPool({ processes: 1, ...more });
	onTestFinished(() => pool.close());
	return pool;
}

test("a picture that takes too long is refused, and the next one still gets a process", async () => {
	const [large, small] = [await square(3000), await square(200)];
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
	const pool = poolOf({ longestMs: 1000 });
	// Starts the process, so that it has the next picture at once.
	expect(await pool.prepare(small, options)).toMatchObject({ width: 200 });

	const late = pool.prepare(large, options);
	// Its timer is running when all promises have settled, and no answer of the process is received before that.
	await new Promise<void>((resolve) => process.nextTick(resolve));
	vi.advanceTimersByTime(1000);
	expect(await late).toEqual({ refused: "preparing it takes longer than 1 s" });
	expect(await pool.prepare(small, options)).toMatchObject({ width: 200 });
});

describe("a logo", () => {
	test("that is a drawing becomes a PNG", async () => {
		const made = await poolOf().rasteriseLogo(logo);
		if ("refused" in made) throw new Error(made.refused);
		expect(await sharp(made.png).metadata()).toMatchObject({ format: "png", width: 2048, height: 1024 });
	});

	test.each(Object.entries(SVG_BOMBS))("of %s is refused, and nothing is left running", async (_, bomb) => {
		expect(bomb.length).toBeLessThan(9 * 1024);
		const pool = poolOf({ longestMs: 3000, isWaitedFor: true });
		expect(await pool.rasteriseLogo(bomb)).toEqual({
			refused:
				"the logo cannot be drawn: it takes longer than 3 s; choose a simpler one, or save it as a PNG",
		});
		expect(running()).toEqual([]);
		expect(await pool.rasteriseLogo(logo)).toMatchObject({ png: expect.any(Uint8Array) });
	});

	test("that needs too much memory ends its process", async () => {
		const pool = createProcessPool({
			entry: "picture-preparer",
			processes: 1,
			mostWaiting: 0,
			idleMs: 1000,
			niceness: 0,
		});
		onTestFinished(() => pool.close());
		const input = SVG_BOMBS["nested masks"];
		const task = { name: "rasteriseLogo", input, longestMs: 60_000, mostBytes: 10 * 1024 ** 2 };
		await expect(pool.run(task)).rejects.toThrow("it takes more than 10 MiB of memory");
	});

	test("that is one too many is turned away, and the others are served", async () => {
		const pool = poolOf({ mostWaiting: 2 });
		const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => pool.rasteriseLogo(logo)));
		expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
		expect(outcomes[3]).toMatchObject({ reason: expect.any(PoolFull) });
	});
});

test("a pool that is closed kills its processes, and fails what they work on and what waits", async () => {
	const pool = poolOf();
	const bombs = [pool.rasteriseLogo(SVG_BOMBS["huge filters"]!), pool.rasteriseLogo(logo)];
	await vi.waitUntil(() => running().length > 0, { timeout: PATIENCE_MS });
	const outcomes = Promise.allSettled(bombs);
	await pool.close();
	expect((await outcomes).map(({ status }) => status)).toContain("rejected");
	expect(running()).toEqual([]);
});
