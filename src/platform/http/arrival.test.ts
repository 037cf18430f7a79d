import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { sinceArrivalMs, stampArrivals } from "./arrival.ts";
import { createFairScheduler } from "./fair-scheduler.ts";

const message = () => ({ socket: { destroyed: false } }) as IncomingMessage;

test("the wait for a turn is part of the time since the arrival", async () => {
	const elapsedMs: number[] = [];
	const done = new Promise<void>((resolve) => {
		const scheduler = createFairScheduler((request) => {
			elapsedMs.push(sinceArrivalMs(request) ?? Number.NaN);
			const until = performance.now() + 5;
			while (performance.now() < until);
			if (elapsedMs.length === 20) resolve();
		});
		const take = stampArrivals(scheduler.take);
		for (let count = 0; count < 20; count++) take(message(), {} as ServerResponse);
	});
	await done;
	expect(elapsedMs[0]).toBeLessThan(elapsedMs[19] as number);
	// Sixteen are taken in the first turn; in the next, the last request also waits for the three before it.
	expect(elapsedMs.at(-1)).toBeGreaterThanOrEqual(3 * 5);
});

test("the time since arrival is undefined for a request without a recorded arrival", () => {
	expect(sinceArrivalMs(message())).toBeUndefined();
});
