import type { FastifyInstance, FastifyReply } from "fastify";
import type { ConnectionQueues } from "./connection-queue.ts";
import type { OpenRequests } from "./open-requests.ts";

/** A connection that reads nothing of an answer for this long is closed. */
const NOTHING_READ_MS = 30_000;
/**
 * A connection that takes longer than this for what lies in memory of an answer is closed: for 2 MB, this means 3.4 kB a second. Of an answer that is
 * written while it is read, such as an archive, that is its end.
 */
const REST_OF_ANSWER_MS = 600_000;
const CHECK_MS = 5000;

/** Closes connections that do not read their answers, because unread answers stay in memory. */
export function cutOffSlowReaders(app: FastifyInstance, queues: ConnectionQueues, open: OpenRequests): void {
	// Emitted after that long without a byte in either direction: during an answer, during a request or between the two.
	app.server.setTimeout(NOTHING_READ_MS, (connection) => {
		const waitsForUs = queues.isAnswering(connection) && connection.writableLength === 0;
		if (!waitsForUs) connection.destroy();
	});
	const wholeSince = new WeakMap<FastifyReply, number>();
	const checking = setInterval(() => {
		const nowMs = performance.now();
		for (const { reply } of open.all()) {
			if (!reply.raw.writableEnded) continue;
			const sinceMs = wholeSince.get(reply);
			if (sinceMs === undefined) wholeSince.set(reply, nowMs);
			else if (nowMs - sinceMs > REST_OF_ANSWER_MS) reply.request.socket.destroy();
		}
	}, CHECK_MS);
	checking.unref();
	app.addHook("onClose", () => clearInterval(checking));
}
