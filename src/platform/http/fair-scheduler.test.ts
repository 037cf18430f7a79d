import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createFairScheduler } from "./fair-scheduler.ts";

const response = {} as ServerResponse;

/** A fair scheduler for numbered requests. */
function numbered(many: number) {
	const begun: number[] = [];
	const requests = Array.from({ length: many }, (_, number) => ({ number, socket: { destroyed: false } }));
	const scheduler = createFairScheduler((request) =>
		begun.push((request as unknown as (typeof requests)[0]).number),
	);
	const take = (from: number, to: number) => {
		for (const request of requests.slice(from, to))
			scheduler.take(request as unknown as IncomingMessage, response);
	};
	return { begun, requests, scheduler, take };
}

test("starts a few requests immediately", () => {
	const { begun, scheduler, take } = numbered(5);
	take(0, 5);
	expect(begun).toEqual([0, 1, 2, 3, 4]);
	expect(scheduler.waiting()).toBe(0);
});

test("starts many requests over several turns, in order of arrival", async () => {
	const { begun, scheduler, take } = numbered(200);
	take(0, 100);
	const first = begun.length;
	expect(first).toBeLessThan(50);
	expect(scheduler.waiting()).toBe(100 - first);
	await nextTurn();
	take(100, 200);
	expect(begun.length).toBeLessThanOrEqual(2 * first);
	for (let turn = 0; turn < 20; turn++) await nextTurn();
	expect(begun).toEqual(Array.from({ length: 200 }, (_, number) => number));
	expect(scheduler.waiting()).toBe(0);
	take(0, 3);
	expect(begun.slice(200)).toEqual([0, 1, 2]);
});

test("a request whose caller has disconnected is not started", async () => {
	const { begun, requests, take } = numbered(100);
	take(0, 100);
	for (const request of requests.slice(90)) request.socket.destroyed = true;
	for (let turn = 0; turn < 20; turn++) await nextTurn();
	expect(begun).toEqual(Array.from({ length: 90 }, (_, number) => number));
});

test("lets go of what was begun although others are always waiting", async () => {
	setFlagsFromString("--expose-gc");
	const collectGarbage = runInNewContext("gc") as () => void;
	const scheduler = createFairScheduler(() => undefined);
	const taken: WeakRef<object>[] = [];
	const take = (many: number) => {
		for (let count = 0; count < many; count++) {
			const request = { socket: { destroyed: false } };
			taken.push(new WeakRef(request));
			scheduler.take(request as IncomingMessage, response);
		}
	};
	take(100);
	for (let turn = 0; turn < 100; turn++) {
		await nextTurn();
		take(16);
	}
	expect(scheduler.waiting()).toBeGreaterThan(0);
	await nextTurn();
	collectGarbage();
	expect(taken.filter((request) => request.deref()).length).toBeLessThan(400);
});
