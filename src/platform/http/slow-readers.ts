import type { FastifyInstance, FastifyReply } from "fastify";
import type { ConnectionQueues } from "./connection-queue.ts";
import type { OpenRequests } from "./open-requests.ts";

/** A connection that reads nothing of a completely written answer for this long is closed. */
const NOTHING_READ_MS = 30_000;
/**
 * The same for an answer that is still being written, such as an archive. The operating system buffers megabytes of it and reports no progress while
 * those are read: this closes connections slower than about 12 kB/s.
 */
const NOTHING_TAKEN_MS = 120_000;
/** Time limit for reading the rest of a completely written answer from memory: for 2 MB, this means at least 3.4 kB/s. */
const REST_OF_ANSWER_MS = 600_000;
const CHECK_MS = 5000;

/** How far a connection had got when it last accepted bytes. */
interface Progress {
	readonly sentBytes: number;
	readonly atMs: number;
}

/** Closes connections that do not read their answers, because unread answers stay in memory. */
export function cutOffSlowReaders(app: FastifyInstance, queues: ConnectionQueues, open: OpenRequests): void {
	// Emitted after that long without a byte in either direction: during an answer, during a request, or in between.
	app.server.setTimeout(NOTHING_READ_MS, (connection) => {
		const answer = queues.answerOf(connection);
		const isWhole = answer === undefined || (answer.writableEnded && connection.writableLength > 0);
		if (isWhole) connection.destroy();
	});
	const progress = new WeakMap<FastifyReply, Progress>();
	const checking = setInterval(() => {
		const nowMs = performance.now();
		for (const { reply } of open.all()) {
			const { socket } = reply.request;
			const last = progress.get(reply);
			if (!last || last.sentBytes !== socket.bytesWritten || socket.writableLength === 0) {
				progress.set(reply, { sentBytes: socket.bytesWritten, atMs: nowMs });
				continue;
			}
			const patienceMs = reply.raw.writableEnded ? REST_OF_ANSWER_MS : NOTHING_TAKEN_MS;
			if (nowMs - last.atMs > patienceMs) socket.destroy();
		}
	}, CHECK_MS);
	checking.unref();
	app.addHook("onClose", () => clearInterval(checking));
}
