import type { IncomingMessage, RequestListener } from "node:http";

/** Stored on the request itself, since entries in a map would have to be removed again. */
const ARRIVED_AT = Symbol("arrived at");

type StampedMessage = IncomingMessage & { [ARRIVED_AT]?: number };

/** Records when each request was read, so that the time it then waits for its turn counts towards its response time. */
export function stampArrivals(take: RequestListener): RequestListener {
	return (request: StampedMessage, response) => {
		request[ARRIVED_AT] = performance.now();
		take(request, response);
	};
}

/** Milliseconds since the request was read; `undefined` where arrivals are not recorded. */
export function sinceArrivalMs(request: StampedMessage): number | undefined {
	const arrivedAt = request[ARRIVED_AT];
	return arrivedAt === undefined ? undefined : performance.now() - arrivedAt;
}
