import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

/** Requests started per turn of the event loop: about two milliseconds of work, yet enough to keep the other threads busy. */
const A_TURN = 16;

type Waiting = readonly [IncomingMessage, ServerResponse];

/**
 * Keeps the turns of the event loop short, however many connections are readable. Node.js accepts one connection per turn: if hundreds of
 * requests are started in each, a new connection, such as a health check's, waits for seconds. Long turns also alternately starve and
 * flood the writer thread.
 */
export function createFairScheduler(handler: RequestListener) {
	let queue: Waiting[] = [];
	/** Length of the part of the queue that has been processed. */
	let begun = 0;
	let isScheduled = false;
	let begunThisTurn = 0;

	function nextTurn(): void {
		isScheduled = false;
		if (queue.length === 0) return;
		schedule();
		while (begun < queue.length && begunThisTurn < A_TURN) {
			const [request, response] = queue[begun++] as Waiting;
			begunThisTurn++;
			// The caller has disconnected, so nobody would receive the answer.
			if (!request.socket.destroyed) handler(request, response);
		}
		// What was begun must not stay in memory until the queue is empty once, which it need never be. Copying half of it at most keeps that cheap.
		if (2 * begun >= queue.length) {
			queue = queue.slice(begun);
			begun = 0;
		}
	}

	function schedule(): void {
		isScheduled = true;
		begunThisTurn = 0;
		setImmediate(nextTurn);
	}

	return {
		/** Starts a request in this or one of the next turns, in order of arrival. */
		take(request: IncomingMessage, response: ServerResponse) {
			if (!isScheduled) schedule();
			if (queue.length === 0 && begunThisTurn < A_TURN) {
				begunThisTurn++;
				handler(request, response);
			} else queue.push([request, response]);
		},
		/** Number of requests that were read but not started. */
		waiting: () => queue.length - begun,
	};
}
