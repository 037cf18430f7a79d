import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How much a connection may pipeline while an answer is being sent. Browsers and proxies do not pipeline. */
const WAITING_REQUESTS = 32;
const WAITING_BYTES = 64 * 1024;

/** Requests that wait until the previous ones on the same connection are answered. */
export interface ConnectionQueues {
	take: RequestListener;
	/** What was begun since the last call: how many requests, on how many connections. */
	begunSince(): { readonly requests: number; readonly connections: number };
	/** The answer in progress on a connection; `undefined` once it has been handed to the operating system completely. */
	answerOf(connection: Socket): ServerResponse | undefined;
	/**
	 * Calls `answer` after all complete requests of the connection have been answered. The request after them was malformed, so no further one will
	 * follow. If an answer to the malformed request is already being sent, the connection is closed instead.
	 */
	answerUnreadable(connection: Socket, answer: () => void): void;
}

interface Waiting {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
	/** How many bytes the connection had sent when the request arrived. */
	readonly atByte: number;
}

interface ConnectionQueue {
	/** The request that is being answered, and its answer. */
	begun: IncomingMessage | undefined;
	answer: ServerResponse | undefined;
	readonly waiting: Waiting[];
	/** The period in which the last request was begun. */
	period: number;
	/** Called when no request is waiting any longer. */
	last?: () => void;
	/** Created once per connection, since it is a listener on each of its answers. */
	readonly startNext: () => void;
}

/** Stored on the connection itself: a lookup elsewhere would take a twentieth of the time of a cheap answer. */
const QUEUE = Symbol("connection queue");

type QueuedSocket = Socket & { [QUEUE]?: ConnectionQueue };

/**
 * Starts the requests of a connection one after another, each once the previous answer has been handed to the operating system completely. Node.js
 * would start all of them: a caller who pipelines thousands and reads nothing would make it build and buffer every answer. A connection that
 * pipelines too much is closed (ADR-0013).
 */
export function createConnectionQueues(begin: RequestListener): ConnectionQueues {
	let period = 0;
	let requests = 0;
	let connections = 0;

	function openQueue(connection: QueuedSocket): ConnectionQueue {
		const queue: ConnectionQueue = {
			begun: undefined,
			answer: undefined,
			waiting: [],
			period: -1,
			startNext() {
				queue.begun = undefined;
				queue.answer = undefined;
				const next = queue.waiting.shift();
				if (!next) queue.last?.();
				else if (!next.request.socket.destroyed) start(queue, next.request, next.response);
			},
		};
		connection[QUEUE] = queue;
		return queue;
	}

	function start(queue: ConnectionQueue, request: IncomingMessage, response: ServerResponse): void {
		queue.begun = request;
		queue.answer = response;
		requests++;
		if (queue.period !== period) connections++;
		queue.period = period;
		response.on("close", queue.startNext);
		begin(request, response);
	}

	const queueOf = (connection: QueuedSocket) => connection[QUEUE] ?? openQueue(connection);

	return {
		take(request, response) {
			const { socket } = request;
			// Requests that were already read are still dispatched after the connection is closed.
			if (socket.destroyed) return;
			const queue = queueOf(socket);
			if (!queue.begun) start(queue, request, response);
			else if (isTooFarAhead(queue.waiting, socket)) socket.destroy();
			else queue.waiting.push({ request, response, atByte: socket.bytesRead });
		},
		begunSince() {
			const begun = { requests, connections };
			[requests, connections] = [0, 0];
			period++;
			return begun;
		},
		answerOf: (connection: QueuedSocket) => connection[QUEUE]?.answer,
		answerUnreadable(connection, answer) {
			const queue = queueOf(connection);
			if (queue.waiting.at(-1)?.request.complete === false) queue.waiting.pop();
			if (!queue.begun) answer();
			else if (queue.begun.complete) queue.last = answer;
			else if (queue.answer?.headersSent) connection.destroy();
			else answer();
		},
	};
}

function isTooFarAhead([oldest, ...others]: readonly Waiting[], { bytesRead }: Socket): boolean {
	if (!oldest) return false;
	return others.length + 1 >= WAITING_REQUESTS || bytesRead - oldest.atByte > WAITING_BYTES;
}
