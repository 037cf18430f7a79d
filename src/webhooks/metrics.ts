import type { Metric } from "prom-client";
import type { Database } from "../platform/db/database.ts";
import { gaugesOf, shown } from "../platform/telemetry/shown-metrics.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { FailureReason } from "./reasons.ts";
import { webhookTotals } from "./register/read.ts";

/** Attempts of this process by how they ended, counted since it started: plain numbers, incremented in place. */
export const attemptCounters = new Map<"delivered" | FailureReason, number>();

export function countAttempt(outcome: "delivered" | FailureReason): void {
	attemptCounters.set(outcome, (attemptCounters.get(outcome) ?? 0) + 1);
}

export function webhookMetrics({
	db,
	clock,
}: {
	readonly db: Database;
	readonly clock: Clock;
}): readonly Metric[] {
	const of = gaugesOf(() => webhookTotals(db.scan));
	const ageOf = (sinceMs: number | null): number =>
		sinceMs === null ? 0 : Math.max(0, clock.now() - sinceMs) / 1000;
	return [
		of("packshot_webhooks", "Webhooks by state; those that fail are active too", (totals) => [
			{ labels: { state: "active" }, value: totals.active },
			{ labels: { state: "failing" }, value: totals.failing },
			{ labels: { state: "off" }, value: totals.off },
		]),
		of("packshot_webhook_events_waiting", "Events that are not delivered yet", ({ waiting }) => waiting),
		of(
			"packshot_webhook_untried_seconds",
			"Age of the oldest event that was never attempted; 0 without one",
			({ oldestUntriedMs }) => ageOf(oldestUntriedMs),
		),
		of(
			"packshot_webhook_last_success_seconds",
			"Since the last delivery to anybody; absent before the first",
			({ lastSuccessMs }) => (lastSuccessMs === null ? [] : ageOf(lastSuccessMs)),
		),
		shown("counter", "packshot_webhook_attempts_total", "Attempts by how they ended", () =>
			[...attemptCounters].map(([outcome, value]) => ({ labels: { outcome }, value })),
		),
	];
}
