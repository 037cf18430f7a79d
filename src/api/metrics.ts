import type { Metric } from "prom-client";
import { shown, shownHistogram } from "../platform/telemetry/shown-metrics.ts";
import { VERSION } from "../version.ts";
import { UNITS_PER_CREDIT } from "./credits.ts";
import { LATENCY_BOUNDS_MS, type RequestCounts } from "./request-counts.ts";

export function requestMetrics({ requests }: { readonly requests: RequestCounts }): readonly Metric[] {
	const endpoints = () => [...requests.endpoints.values()];
	return [
		shown(
			"gauge",
			"packshot_info",
			"The version that runs",
			() => [{ labels: { version: VERSION }, value: 1 }],
			"max",
		),
		shown(
			"counter",
			"packshot_connections_refused_total",
			"Connections closed unread: too many were open",
			() => requests.connectionsRefused,
		),
		shown("counter", "packshot_requests_total", "Answers by endpoint and status", () =>
			endpoints().flatMap(({ method, route, statuses }) =>
				[...statuses].map(([status, value]) => ({ labels: { method, route, status }, value })),
			),
		),
		shown(
			"counter",
			"packshot_refusals_total",
			"Answers given before a request was routed, by status and cause; among the requests too",
			() =>
				[...requests.refusals.values()].map(({ status, cause, count }) => ({
					labels: { status, cause },
					value: count,
				})),
		),
		shownHistogram(
			"packshot_request_seconds",
			"Time from a request's arrival to the end of its answer",
			LATENCY_BOUNDS_MS.map((bound) => bound / 1000),
			() =>
				endpoints().map(({ method, route, buckets, sumMs }) => ({
					labels: { method, route },
					buckets,
					sum: sumMs / 1000,
				})),
		),
		shown("counter", "packshot_debits_total", "Requests that were charged", () => requests.debits),
		shown(
			"counter",
			"packshot_debited_credits_total",
			"Credits that were charged",
			() => requests.debitedUnits / UNITS_PER_CREDIT,
		),
	];
}
