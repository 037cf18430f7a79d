import type { Metric } from "prom-client";
import { BATCH_BOUNDS } from "./db/commit-counts.ts";
import type { Database, DatabaseActivity } from "./db/database.ts";
import { freeBytes } from "./disk-room.ts";
import { mailMetrics } from "./mail/metrics.ts";
import { gaugesOf, type Sample, shown, shownHistogram } from "./telemetry/shown-metrics.ts";
import type { Clock } from "./time/clock.ts";

export interface WatchedStores {
	readonly db: Database;
	readonly clock: Clock;
	readonly dataFolder: string;
}

export function platformMetrics(watched: WatchedStores): readonly Metric[] {
	return [...databaseMetrics(watched), ...diskMetrics(watched), ...mailMetrics(watched)];
}

function databaseMetrics({ db: { activity } }: WatchedStores) {
	const pools = (value: (pool: DatabaseActivity["pools"][string]) => number): Sample[] =>
		Object.entries(activity().pools).map(([pool, state]) => ({ labels: { pool }, value: value(state) }));
	return [
		shownHistogram(
			"packshot_commit_batch_writes",
			"Writes that were committed together",
			BATCH_BOUNDS,
			() => {
				const { batches, writes } = activity().commits;
				return [{ buckets: batches, sum: writes }];
			},
		),
		shown(
			"counter",
			"packshot_commit_seconds_total",
			"Time that transactions took, sync included",
			() => activity().commits.transactionMs / 1000,
		),
		shown(
			"counter",
			"packshot_commits_failed_total",
			"Transactions that failed and were tried write by write",
			() => activity().commits.failed,
		),
		shown(
			"gauge",
			"packshot_writes_waiting",
			"Writes that have no outcome yet",
			() => activity().writesWaiting,
		),
		shown("gauge", "packshot_database_pool_open", "Connections or threads, by what they are for", () =>
			pools(({ open }) => open),
		),
		shown("gauge", "packshot_database_pool_idle", "Of these, those with nothing to do", () =>
			pools(({ idle }) => idle),
		),
		shown("gauge", "packshot_database_pool_waiting", "Statements that wait for one of these", () =>
			pools(({ waiting }) => waiting),
		),
	];
}

function diskMetrics({ dataFolder }: WatchedStores) {
	const of = gaugesOf(() => freeBytes(dataFolder));
	return [
		of(
			"packshot_disk_free_bytes",
			"Free space on the disk of PACKSHOT_DATA; below PACKSHOT_DISK_RESERVE_MEBIBYTES, uploads and imports stop",
			(bytes) => bytes,
		),
	];
}
