import Fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { createConnectionQueues } from "./connection-queue.ts";
import type { OpenRequests } from "./open-requests.ts";
import { cutOffSlowReaders } from "./slow-readers.ts";

const HOUR_MS = 3_600_000;

test("an answer may be written for hours; once it is whole, ten minutes are left to read its end", async () => {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
	onTestFinished(() => void vi.useRealTimers());
	const destroy = vi.fn();
	const raw = { writableEnded: false };
	const answer = { reply: { raw, request: { socket: { destroy } } }, startedAt: 0 };
	const app = Fastify();
	onTestFinished(() => app.close());
	const queues = createConnectionQueues(() => undefined);
	cutOffSlowReaders(app, queues, { all: () => [answer] } as unknown as OpenRequests);
	vi.advanceTimersByTime(HOUR_MS);
	raw.writableEnded = true;
	vi.advanceTimersByTime(9 * 60_000);
	expect(destroy).not.toHaveBeenCalled();
	vi.advanceTimersByTime(2 * 60_000);
	expect(destroy).toHaveBeenCalled();
});
