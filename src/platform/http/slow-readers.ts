import type { FastifyInstance } from "fastify";
import type { ConnectionQueues } from "./connection-queue.ts";
import type { OpenRequests } from "./open-requests.ts";

/** A connection that reads nothing of an answer for this long is closed. */
const NOTHING_READ_MS = 30_000;
/** A connection that takes longer than this for one answer is closed: for 2 MB, this means 3.4 kB a second. */
const WHOLE_ANSWER_MS = 600_000;
const CHECK_MS = 5000;

/** Closes connections that do not read their answers, because unread answers stay in memory. */
export function cutOffSlowReaders(app: FastifyInstance, queues: ConnectionQueues, open: OpenRequests): void {
	// Emitted after that long without a byte in either direction: during an answer, during a request or between the two.
	app.server.setTimeout(NOTHING_READ_MS, (connection) => {
		const waitsForUs = queues.isAnswering(connection) && connection.writableLength === 0;
		if (!waitsForUs) connection.destroy();
	});
	const checking = setInterval(() => {
		const latest = performance.now() - WHOLE_ANSWER_MS;
		for (const { reply, startedAt } of open.all()) {
			if (startedAt < latest && reply.raw.writableEnded) reply.request.socket.destroy();
		}
	}, CHECK_MS);
	checking.unref();
	app.addHook("onClose", () => clearInterval(checking));
}
