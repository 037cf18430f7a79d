import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

/** How many requests are begun in one turn of the event loop: two milliseconds of work, and enough for the threads to work side by side. */
const A_TURN = 16;

/** Requests that wait until others had their turn. */
export interface FairScheduler {
	/** Begins a request, now or in one of the next turns, in the order in which they came. */
	take(request: IncomingMessage, response: ServerResponse): void;
	/** How many were read and are not begun. */
	waiting(): number;
}

type Waiting = readonly [IncomingMessage, ServerResponse];

/**
 * Keeps the turns of the event loop short, however many connections have something to say. Node.js accepts one connection a turn: when
 * hundreds of requests are begun in each, whoever connects anew, such as a health check, waits for seconds. Long turns also let the
 * writing thread stand idle and then overwhelm it.
 */
export function fairScheduler(handler: RequestListener): FairScheduler {
	let queue: Waiting[] = [];
	/** Of the queue, those that are begun. */
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
			// Nobody would get the answer, which would be charged all the same.
			if (!request.socket.destroyed) handler(request, response);
		}
		if (begun === queue.length) {
			queue = [];
			begun = 0;
		}
	}

	function schedule(): void {
		isScheduled = true;
		begunThisTurn = 0;
		setImmediate(nextTurn);
	}

	return {
		take(request, response) {
			if (!isScheduled) schedule();
			if (queue.length === 0 && begunThisTurn < A_TURN) {
				begunThisTurn++;
				handler(request, response);
			} else queue.push([request, response]);
		},
		waiting: () => queue.length - begun,
	};
}
