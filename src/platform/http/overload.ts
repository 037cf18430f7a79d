import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { FastifyInstance } from "fastify";
import { integerSetting, type SettingsOf } from "../settings.ts";
import { commonErrors } from "./http-error.ts";
import type { OpenRequests } from "./open-requests.ts";
import type { RefusalCause } from "./refusal.ts";

export const overloadSettings = {
	requestsAtOnce: integerSetting(
		"PACKSHOT_REQUESTS_AT_ONCE",
		2000,
		{ min: 1, max: 1_000_000 },
		"Requests in flight above which new ones get 503",
	),
	lagMilliseconds: integerSetting(
		"PACKSHOT_LAG_MILLISECONDS",
		1000,
		{ min: 10, max: 60_000 },
		"Event loop delay above which new requests get 503, in milliseconds",
	),
	heapPercent: integerSetting(
		"PACKSHOT_HEAP_PERCENT",
		85,
		{ min: 10, max: 100 },
		"Heap usage, in percent of the Node.js heap limit, above which new requests get 503",
	),
};

const RETRY_SECONDS = 1;
const SAMPLE_MS = 500;
/** Granularity with which paused connections are resumed. */
const REST_CHECK_MS = 50;

export const OVERLOADED = commonErrors.service_unavailable({
	retryAfterSeconds: RETRY_SECONDS,
	message: "The service is overloaded.",
});

/** Sheds load beyond capacity instead of letting every request wait. */
export interface LoadShedding {
	/**
	 * Why a request gets 503 {@link OVERLOADED}; `undefined` if it may proceed. Refusing it through the framework would cost as much as answering it.
	 * @param waiting number of requests that were read but not started.
	 */
	whyRefuse(request: IncomingMessage, waiting: number): RefusalCause | undefined;
	/**
	 * To be called once a request is refused: its connection is not read until `Retry-After` has passed. A caller who waits that long does not
	 * notice; others could otherwise keep the process busy with refusals, which in Node.js alone cost more than half of an answer.
	 */
	rest(connection: Socket): void;
}

interface Resting {
	readonly connection: Socket;
	readonly untilMs: number;
}

/** Measures how busy the process is: requests in flight, event-loop delay, memory. @param isHealthCheck lets a request through regardless. */
export function createLoadShedding(
	open: OpenRequests,
	settings: SettingsOf<typeof overloadSettings>,
	isHealthCheck: (url: string | undefined) => boolean,
): LoadShedding & { watch(app: FastifyInstance): void } {
	let resting: Resting[] = [];
	let lagMs = 0;
	let heapPercent = 0;
	let refused = 0;

	function causeOf(waiting: number): RefusalCause | undefined {
		if (open.count() + waiting >= settings.requestsAtOnce) return "too_many_requests_open";
		if (lagMs > settings.lagMilliseconds) return "slow_event_loop";
		return heapPercent > settings.heapPercent ? "little_memory" : undefined;
	}

	function readAgain(): void {
		const nowMs = performance.now();
		const due = resting.findIndex(({ untilMs }) => untilMs > nowMs);
		const rested = due < 0 ? resting : resting.slice(0, due);
		resting = due < 0 ? [] : resting.slice(due);
		for (const { connection } of rested) connection.resume();
	}

	function sample(app: FastifyInstance, delay: IntervalHistogram): void {
		lagMs = delay.percentile(50) / 1e6;
		delay.reset();
		const heap = getHeapStatistics();
		heapPercent = (100 * heap.used_heap_size) / heap.heap_size_limit;
		// One log line for all of them: a line for each would add to the load.
		if (refused > 0) {
			const busy = { inFlight: open.count(), lagMs: Math.round(lagMs), heapPercent: Math.round(heapPercent) };
			app.log.warn({ refused, ...busy }, "overloaded");
		}
		refused = 0;
	}

	return {
		whyRefuse({ url }, waiting) {
			const cause = causeOf(waiting);
			return cause && !isHealthCheck(url) ? cause : undefined;
		},
		rest(connection) {
			refused++;
			connection.pause();
			resting.push({ connection, untilMs: performance.now() + 1000 * RETRY_SECONDS });
		},
		watch(app) {
			const delay = monitorEventLoopDelay({ resolution: 20 });
			delay.enable();
			const timers = [setInterval(sample, SAMPLE_MS, app, delay), setInterval(readAgain, REST_CHECK_MS)];
			for (const timer of timers) timer.unref();
			app.addHook("onClose", () => {
				for (const timer of timers) clearInterval(timer);
				delay.disable();
			});
		},
	};
}
