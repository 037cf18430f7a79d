import type { Metric } from "prom-client";
import type { RequestCounts } from "../../api/request-counts.ts";
import type { Database } from "../../platform/db/database.ts";
import { gaugesOf, shown } from "../../platform/telemetry/shown-metrics.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { readFeedAge } from "./feed-state.ts";

/** Plain numbers of this process, for monitoring. */
export const feedCounters = {
	/** Entries sent to clients. */
	entries: 0,
	/** Requests currently waiting for a change. */
	held: 0,
	/** Cursors that could no longer be followed from. */
	expired: 0,
};

export function feedMetrics({
	db,
	clock,
	requests,
	changeDays,
}: {
	readonly requests: RequestCounts;
	readonly db: Database;
	readonly clock: Clock;
	readonly changeDays: number;
}): readonly Metric[] {
	const of = gaugesOf(() => readFeedAge(db.read, clock.now(), changeDays * DAY_MS));
	return [
		shown(
			"gauge",
			"packshot_requests_in_flight",
			"Requests that have no answer yet and are not held on purpose",
			() => requests.inFlight - feedCounters.held,
		),
		of("packshot_change_position", "Position of the newest change of the catalogue", ({ head }) => head),
		of("packshot_changes_kept", "Changes that can be followed", ({ head, earliest }) => head - earliest),
		of(
			"packshot_changes_overdue_seconds",
			"How much longer than it has to be the oldest change has been kept",
			({ overdueSeconds }) => overdueSeconds,
		),
		shown("gauge", "packshot_changes_held", "Requests that wait for a change", () => feedCounters.held),
		shown(
			"counter",
			"packshot_changes_given_total",
			"Entries of GET /changes that were answered with",
			() => feedCounters.entries,
		),
		shown(
			"counter",
			"packshot_cursors_expired_total",
			"Cursors of GET /changes that could no longer be followed from",
			() => feedCounters.expired,
		),
	];
}
