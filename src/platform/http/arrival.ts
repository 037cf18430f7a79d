import type { IncomingMessage, RequestListener } from "node:http";

/** On the request itself: a map would have to forget it again. */
const ARRIVED_AT = Symbol("arrived at");

type StampedMessage = IncomingMessage & { [ARRIVED_AT]?: number };

/** Notes when each request was read. What it waits for its turn afterwards belongs to the time that its answer took. */
export function stampArrivals(take: RequestListener): RequestListener {
	return (request: StampedMessage, response) => {
		request[ARRIVED_AT] = performance.now();
		take(request, response);
	};
}

/** Milliseconds since the request was read; `undefined` where arrivals are not noted. */
export function sinceArrivalMs(request: StampedMessage): number | undefined {
	const arrivedAt = request[ARRIVED_AT];
	return arrivedAt === undefined ? undefined : performance.now() - arrivedAt;
}
