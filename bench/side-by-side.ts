import type { LatencyMs, LoadRequests, LoadResult } from "./load/job.ts";
import { load } from "./load/load.ts";

/** A server that is loaded, and with what. */
export interface Side {
	readonly port: number;
	readonly connections?: number;
	/** At least so many requests for a load in which each must differ. */
	requests(count: number): LoadRequests;
}

/** How often and how long is measured. */
export interface Pace {
	readonly rounds: number;
	readonly seconds: number;
	/** 0: no latencies. */
	readonly latencySeconds: number;
}

/** What all of `npm run bench` can afford within ten minutes. */
export const usualPace: Pace = { rounds: 3, seconds: 1.2, latencySeconds: 0.6 };

export const quickPace: Pace = { rounds: 1, seconds: 0.5, latencySeconds: 0.5 };

const WARM_UP_SECONDS = 0.3;
const SETTLING_SECONDS = 0.7;

/** More than are answered in a second where each must differ. */
const MOST_PER_SECOND = 14_000;

/** Part of its peak at which a server's latency is measured. */
const LATENCY_LOAD = 0.7;

export interface Comparison {
	readonly ours: LoadResult;
	readonly beside: LoadResult;
	readonly ratio: number;
	/** Of all rounds. */
	readonly errors: number;
}

/** The most that two servers carry, measured in turn, so that a slow moment of the machine strikes both. The middle round counts. */
export async function sideBySide(ours: Side, beside: Side, { rounds, seconds }: Pace): Promise<Comparison> {
	const measured: Omit<Comparison, "errors">[] = [];
	let errors = 0;
	// A program that was just started runs code that nothing has optimised yet.
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

/** How long answers of two servers take while each gets 70 % of the most that it carries, in turn. Of each the middle round counts. */
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
