import type { LatencyMs, LoadRequests, LoadResult } from "./load/job.ts";
import { load } from "./load/load.ts";

/** A server under load, and its requests. */
export interface Side {
	readonly port: number;
	readonly connections?: number;
	/** At least this many distinct requests, if every request must be different. */
	requests(count: number): LoadRequests;
}

/** Number and length of the measurements. */
export interface Pace {
	readonly rounds: number;
	readonly seconds: number;
	/** 0: no latencies. */
	readonly latencySeconds: number;
}

/** Keeps all of `npm run bench` within half an hour. */
export const usualPace: Pace = { rounds: 3, seconds: 1.2, latencySeconds: 0.6 };

export const quickPace: Pace = { rounds: 1, seconds: 0.5, latencySeconds: 0.5 };

const WARM_UP_SECONDS = 0.3;
const SETTLING_SECONDS = 0.7;

/** More than any server answers in a second if every request must be different. */
const MOST_PER_SECOND = 40_000;

/** Share of its peak rate at which a server's latency is measured. */
const LATENCY_LOAD = 0.7;

export interface Comparison {
	readonly ours: LoadResult;
	readonly beside: LoadResult;
	readonly ratio: number;
	/** Over all rounds. */
	readonly errors: number;
}

/** Peak rates of two servers, measured alternately so that a slow moment of the machine affects both. The median round counts. */
export async function sideBySide(ours: Side, beside: Side, { rounds, seconds }: Pace): Promise<Comparison> {
	const measured: Omit<Comparison, "errors">[] = [];
	let errors = 0;
	// A program that has just started runs code that is not optimised yet.
	for (const side of [beside, ours]) await peakOf(side, SETTLING_SECONDS);
	for (let round = 0; round < rounds; round++) {
		const pair = { beside: await peakOf(beside, seconds), ours: await peakOf(ours, seconds) };
		errors += pair.beside.errors + pair.ours.errors;
		measured.push({ ...pair, ratio: pair.ours.requestsPerSecond / pair.beside.requestsPerSecond });
	}
	const middle = measured.sort((a, b) => a.ratio - b.ratio)[measured.length >> 1];
	if (!middle) throw new Error("no rounds");
	return { ...middle, errors };
}

function peakOf({ port, connections = 64, requests }: Side, seconds: number): Promise<LoadResult> {
	const most = MOST_PER_SECOND * (seconds + WARM_UP_SECONDS);
	return load({ port, connections, seconds, warmUpSeconds: WARM_UP_SECONDS, requests: requests(most) });
}

export interface Latencies {
	readonly ours: LatencyMs;
	readonly beside: LatencyMs;
	readonly errors: number;
}

/** Latencies of two servers, each at 70 % of its peak rate, measured alternately. For each, the median round counts. */
export async function latenciesOf(
	ours: Side,
	beside: Side,
	peak: Comparison,
	{ rounds, latencySeconds }: Pace,
): Promise<Latencies> {
	const measured: Record<"ours" | "beside", LatencyMs[]> = { ours: [], beside: [] };
	let errors = 0;
	for (let round = 0; round < rounds; round++) {
		for (const [who, side] of [["beside", beside] as const, ["ours", ours] as const]) {
			const found = await latencyOf(side, peak[who], latencySeconds);
			measured[who].push(found.latency);
			errors += found.errors;
		}
	}
	return { ours: middleOf(measured.ours), beside: middleOf(measured.beside), errors };
}

function latencyOf(
	{ port, connections = 64, requests }: Side,
	peak: LoadResult,
	seconds: number,
): Promise<LoadResult> {
	const requestsPerSecond = LATENCY_LOAD * peak.requestsPerSecond;
	const count = Math.ceil(requestsPerSecond * (seconds + WARM_UP_SECONDS + 0.1));
	const common = { port, connections, seconds, warmUpSeconds: WARM_UP_SECONDS };
	return load({ ...common, requests: requests(count), requestsPerSecond });
}

function middleOf(latencies: readonly LatencyMs[]): LatencyMs {
	const middle = [...latencies].sort((a, b) => a.p99 - b.p99)[latencies.length >> 1];
	if (!middle) throw new Error("no rounds");
	return middle;
}
