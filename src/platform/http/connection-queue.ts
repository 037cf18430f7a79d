import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What a connection may have sent ahead while an answer is on its way. Browsers and proxies send nothing ahead. */
const WAITING_REQUESTS = 32;
const WAITING_BYTES = 64 * 1024;

/** Requests that wait until those before them on the same connection are answered. */
export interface ConnectionQueues {
	take: RequestListener;
	/** Whether a request of the connection was begun and its answer not handed to the system whole. */
	isAnswering(connection: Socket): boolean;
	/**
	 * Calls `answer` after the requests that were read whole are answered: what follows them on the connection could not be read, so that
	 * nothing more will come. If an answer to the unreadable request is on its way already, the connection is closed instead.
	 */
	answerUnreadable(connection: Socket, answer: () => void): void;
}

interface Waiting {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
	/** How much the connection had sent when the request came. */
	readonly atByte: number;
}

interface ConnectionQueue {
	begun: Waiting | undefined;
	readonly waiting: Waiting[];
	/** What to do when nothing is waiting any more. */
	last?: () => void;
}

/**
 * Begins the requests of a connection one after another, each when the answer before it was handed to the system whole. Node.js begins
 * them all: whoever sends thousands ahead and reads nothing has the answers to all of them made and kept. A connection that sends too far
 * ahead is closed.
 */
export function connectionQueues(begin: RequestListener): ConnectionQueues {
	const queues = new WeakMap<Socket, ConnectionQueue>();

	function queueOf(connection: Socket): ConnectionQueue {
		let queue = queues.get(connection);
		if (!queue) {
			queue = { begun: undefined, waiting: [] };
			queues.set(connection, queue);
		}
		return queue;
	}

	function start(queue: ConnectionQueue, next: Waiting): void {
		queue.begun = next;
		next.response.once("close", () => startNext(queue));
		begin(next.request, next.response);
	}

	function startNext(queue: ConnectionQueue): void {
		queue.begun = undefined;
		const next = queue.waiting.shift();
		if (!next) queue.last?.();
		else if (!next.request.socket.destroyed) start(queue, next);
	}

	return {
		take(request, response) {
			const { socket } = request;
			// What was read in one piece goes on coming when the connection is closed.
			if (socket.destroyed) return;
			const queue = queueOf(socket);
			const next = { request, response, atByte: socket.bytesRead };
			if (!queue.begun) start(queue, next);
			else if (isTooFarAhead(queue.waiting, socket)) socket.destroy();
			else queue.waiting.push(next);
		},
		isAnswering: (connection) => queues.get(connection)?.begun !== undefined,
		answerUnreadable(connection, answer) {
			const queue = queueOf(connection);
			if (queue.waiting.at(-1)?.request.complete === false) queue.waiting.pop();
			if (!queue.begun) answer();
			else if (queue.begun.request.complete) queue.last = answer;
			else if (queue.begun.response.headersSent) connection.destroy();
			else answer();
		},
	};
}

function isTooFarAhead([oldest, ...others]: readonly Waiting[], { bytesRead }: Socket): boolean {
	if (!oldest) return false;
	return others.length + 1 >= WAITING_REQUESTS || bytesRead - oldest.atByte > WAITING_BYTES;
}
