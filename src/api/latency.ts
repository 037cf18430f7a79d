import { LATENCY_BOUNDS_MS, type RequestCounts } from "./request-counts.ts";

/** How long this process has taken to answer API calls. */
export interface Latency {
	/** Start of the measurement: when the process started. */
	readonly sinceMs: number;
	readonly requests: number;
	/** Upper bounds of the times of 50 %, 95 % and 99 % of the answers; null without answers, and if the bucket is unbounded. */
	readonly medianMs: number | null;
	readonly p95Ms: number | null;
	readonly p99Ms: number | null;
}

/** Summarises the endpoints of the API; the pages and unknown paths are left out. */
export function latencyOf({ endpoints }: RequestCounts): Latency {
	const buckets = new Array<number>(LATENCY_BOUNDS_MS.length + 1).fill(0);
	for (const { route, buckets: answers } of endpoints.values()) {
		if (!route.startsWith("/api/v1/")) continue;
		for (const [place, count] of answers.entries()) buckets[place] = (buckets[place] ?? 0) + count;
	}
	return {
		sinceMs: Math.round(performance.timeOrigin),
		requests: buckets.reduce((sum, count) => sum + count, 0),
		medianMs: boundOf(buckets, 0.5),
		p95Ms: boundOf(buckets, 0.95),
		p99Ms: boundOf(buckets, 0.99),
	};
}

/** The upper bound of the bucket that contains the given quantile. */
function boundOf(buckets: readonly number[], share: number): number | null {
	const requests = buckets.reduce((sum, count) => sum + count, 0);
	if (requests === 0) return null;
	let counted = 0;
	const place = buckets.findIndex((count) => {
		counted += count;
		return counted >= requests * share;
	});
	return LATENCY_BOUNDS_MS[place] ?? null;
}
