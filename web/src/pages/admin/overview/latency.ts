import type { AdminOverview } from "../../../api/shapes.ts";
import { formatCount } from "../../../format/credits.ts";
import { formatMoment } from "../../../format/dates.ts";

/** Response time, as a figure and what it means. */
export function latencyInWords(latency: AdminOverview["latency"]): {
	readonly amount: string;
	readonly words: string;
} {
	if (latency === null) return { amount: "–", words: "not measured: metrics are off" };
	if (latency.requests === 0) return { amount: "–", words: `no calls since ${formatMoment(latency.since)}` };
	const amount = latency.p95_ms === null ? "> 5,000 ms" : `≤ ${formatCount(latency.p95_ms)} ms`;
	return { amount, words: `95% of answers since ${formatMoment(latency.since)}` };
}
