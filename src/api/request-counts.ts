import type { FastifyInstance } from "fastify";
import { sinceArrivalMs } from "../platform/http/arrival.ts";
import type { RefusalCause } from "../platform/http/refusal.ts";

/** Upper bounds of the latency buckets, in milliseconds. */
export const LATENCY_BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const;

export interface EndpointCounts {
	readonly method: string;
	/** The declared route, such as `/api/v1/products/:barcode`; empty for unknown paths and for requests refused before routing. */
	readonly route: string;
	/** Answers by bucket, the last of which is unbounded; not cumulative. */
	readonly buckets: number[];
	sumMs: number;
	readonly statuses: Map<number, number>;
}

export interface RequestCounts {
	readonly endpoints: ReadonlyMap<unknown, EndpointCounts>;
	inFlight: number;
	connectionsRefused: number;
	debits: number;
	debitedUnits: number;
	/** Called after every answer. @param endpoint the framework's object for the endpoint, used as a key. */
	answered(endpoint: unknown, answer: Answered): void;
	/** Answers given before routing, by status and cause. */
	readonly refusals: ReadonlyMap<string, Refusals>;
	/** Called after such an answer. */
	refused(status: number, cause: RefusalCause): void;
	/** Called after a connection was closed unread because there were too many. */
	connectionRefused(): void;
}

export interface Refusals {
	readonly status: number;
	readonly cause: RefusalCause;
	count: number;
}

interface Answered {
	readonly method: string;
	readonly route: string;
	readonly status: number;
	readonly elapsedMs: number;
	readonly debitedUnits: number;
}

/** Counts in memory: a few additions per answer. */
export function createRequestCounts(): RequestCounts {
	const endpoints = new Map<unknown, EndpointCounts>();
	const refusals = new Map<string, Refusals>();
	const counts = {
		endpoints,
		refusals,
		inFlight: 0,
		connectionsRefused: 0,
		debits: 0,
		debitedUnits: 0,
		answered(endpoint: unknown, { method, route, status, elapsedMs, debitedUnits }: Answered) {
			let one = endpoints.get(endpoint);
			if (!one) {
				const buckets = new Array<number>(LATENCY_BOUNDS_MS.length + 1).fill(0);
				one = { method, route, buckets, sumMs: 0, statuses: new Map() };
				endpoints.set(endpoint, one);
			}
			const bucket = bucketOf(elapsedMs);
			one.buckets[bucket] = (one.buckets[bucket] ?? 0) + 1;
			one.sumMs += elapsedMs;
			one.statuses.set(status, (one.statuses.get(status) ?? 0) + 1);
			if (debitedUnits === 0) return;
			counts.debits++;
			counts.debitedUnits += debitedUnits;
		},
		connectionRefused() {
			counts.connectionsRefused++;
		},
		refused(status: number, cause: RefusalCause) {
			const name = `${status} ${cause}`;
			const one = refusals.get(name) ?? { status, cause, count: 0 };
			one.count++;
			refusals.set(name, one);
			counts.answered(UNROUTED, { method: "", route: "", status, elapsedMs: 0, debitedUnits: 0 });
		},
	};
	return counts;
}

const UNROUTED = Symbol("what leads nowhere");

function bucketOf(elapsedMs: number): number {
	let bucket = 0;
	while (bucket < LATENCY_BOUNDS_MS.length && elapsedMs > (LATENCY_BOUNDS_MS[bucket] ?? 0)) bucket++;
	return bucket;
}

/** Counts every answer of the service. */
export function watchRequests(app: FastifyInstance, counts: RequestCounts): void {
	app.addHook("onRequest", (_request, reply, done) => {
		counts.inFlight++;
		reply.raw.once("close", () => {
			counts.inFlight--;
		});
		done();
	});
	app.addHook("onResponse", (request, reply, done) => {
		const { url, config } = request.routeOptions;
		counts.answered(url === undefined ? UNROUTED : config, {
			method: url === undefined ? "" : request.method,
			route: url ?? "",
			status: reply.statusCode,
			elapsedMs: (sinceArrivalMs(request.raw) ?? reply.elapsedTime) - (request.responseMeta.heldMs ?? 0),
			debitedUnits: request.responseMeta.debitedUnits,
		});
		done();
	});
}
