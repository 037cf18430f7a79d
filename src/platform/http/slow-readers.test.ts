import type { Socket } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MINUTE_MS } from "../time/durations.ts";
import type { ConnectionQueues } from "./connection-queue.ts";
import type { OpenRequests } from "./open-requests.ts";
import { cutOffSlowReaders } from "./slow-readers.ts";

let app: FastifyInstance;
/** An answer to a slow reader, and its connection. */
let raw: { writableEnded: boolean };
let socket: { bytesWritten: number; writableLength: number; destroy: ReturnType<typeof vi.fn> };
beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
	app = Fastify();
	raw = { writableEnded: false };
	socket = { bytesWritten: 1000, writableLength: 500, destroy: vi.fn() };
	const queues = { answerOf: () => raw } as unknown as ConnectionQueues;
	const answers = [{ reply: { raw, request: { socket } } }];
	const open = { all: () => answers } as unknown as OpenRequests;
	cutOffSlowReaders(app, queues, open);
});
afterEach(async () => {
	await app.close();
	vi.useRealTimers();
});

/** What Node.js emits for a connection that was idle for 30 seconds. */
const standStill = () => app.server.emit("timeout", socket as unknown as Socket);

test("a response may be written for hours while some of it is read; its end may take ten minutes", () => {
	for (let minutes = 0; minutes < 120; minutes++) {
		socket.bytesWritten += 1000;
		vi.advanceTimersByTime(MINUTE_MS);
		standStill();
	}
	raw.writableEnded = true;
	vi.advanceTimersByTime(9 * MINUTE_MS);
	expect(socket.destroy).not.toHaveBeenCalled();
	vi.advanceTimersByTime(2 * MINUTE_MS);
	expect(socket.destroy).toHaveBeenCalled();
});

test("closes a connection that reads nothing for two minutes of a response being written", () => {
	vi.advanceTimersByTime(MINUTE_MS);
	standStill();
	expect(socket.destroy).not.toHaveBeenCalled();
	vi.advanceTimersByTime(2 * MINUTE_MS);
	expect(socket.destroy).toHaveBeenCalled();
});

test("closes a connection that stalls half a minute on a complete response, not one awaiting the service", () => {
	socket.writableLength = 0;
	vi.advanceTimersByTime(20 * MINUTE_MS);
	standStill();
	expect(socket.destroy).not.toHaveBeenCalled();
	socket.writableLength = 500;
	raw.writableEnded = true;
	standStill();
	expect(socket.destroy).toHaveBeenCalled();
});
