import { LATENCY_BOUNDS_MS, type RequestCounts } from "./request-counts.ts";

/** How long this process took to answer calls of the API. */
export interface Latency {
	/** When it began to measure: its start. */
	readonly sinceMs: number;
	readonly requests: number;
	/** Bounds that half, 95 % and 99 % of the answers kept to; null without answers, and where the bound is open. */
	readonly medianMs: number | null;
	readonly p95Ms: number | null;
	readonly p99Ms: number | null;
}

/** Adds up the endpoints of the API. The pages and what leads nowhere are left out. */
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

/** The bound of the bucket in which the answer at that share is. */
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
