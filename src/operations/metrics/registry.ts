import { collectDefaultMetrics, Registry } from "prom-client";
import { UNITS_PER_CREDIT } from "../../api/credits.ts";
import { LATENCY_BOUNDS_MS, type RequestCounts } from "../../api/request-counts.ts";
import type { FeedAge } from "../../catalogue/changes/feed-state.ts";
import { feedCounters } from "../../catalogue/changes/metrics.ts";
import type { ImportState } from "../../imports/progress-state.ts";
import { pictureCounters } from "../../pictures/metrics.ts";
import { BATCH_BOUNDS } from "../../platform/db/commit-counts.ts";
import type { DatabaseActivity } from "../../platform/db/database.ts";
import { type MailTotals, mailCounters } from "../../platform/mail/metrics.ts";
import { SECOND_MS } from "../../platform/time/durations.ts";
import { attemptCounters } from "../../webhooks/metrics.ts";
import type { WebhookTotals } from "../../webhooks/register/read.ts";
import { BACKUP_TASKS, type BackupState } from "../backup/schedule.ts";
import { type Figures, type Sample, shown, shownHistogram } from "./shown-metrics.ts";

interface Watched {
	readonly requests: RequestCounts;
	readonly activity: () => DatabaseActivity;
	readonly importState: () => Promise<ImportState | undefined>;
	readonly webhooks: () => Promise<WebhookTotals>;
	readonly mail: () => Promise<MailTotals>;
	/** Regular backups and drills. */
	readonly backups: () => Promise<BackupState>;
	readonly nowMs: () => number;
	readonly feedAge: () => Promise<FeedAge>;
	/** Free space where pictures, uploads and a SQLite database are. */
	readonly diskFreeBytes: () => Promise<number>;
	readonly version: string;
}

export function createMetricsRegistry(watched: Watched): Registry {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	const metrics = [
		...requestMetrics(watched),
		...databaseMetrics(watched),
		...diskMetrics(watched),
		...pictureMetrics(),
		...importMetrics(watched),
		...webhookMetrics(watched),
		...mailMetrics(watched),
		...backupMetrics(watched),
		...feedMetrics(watched),
	];
	for (const metric of metrics) registry.registerMetric(metric);
	return registry;
}

function backupMetrics({ backups, nowMs }: Watched) {
	return [
		shown(
			"gauge",
			"packshot_backup_age_seconds",
			"Time since the last regular backup, or the last drill, that succeeded began; absent where there never was one",
			async () => {
				const { goodMs } = await backups();
				return BACKUP_TASKS.flatMap((task) => {
					const good = goodMs[task];
					return good === undefined ? [] : [{ labels: { task }, value: (nowMs() - good) / SECOND_MS }];
				});
			},
			"max",
		),
		shown(
			"gauge",
			"packshot_backup_failed",
			"1 if the last regular backup, or the last drill, failed",
			async () => {
				const { last } = await backups();
				return BACKUP_TASKS.flatMap((task) => {
					const attempt = last[task];
					return attempt ? [{ labels: { task }, value: attempt.failure === null ? 0 : 1 }] : [];
				});
			},
			"max",
		),
	];
}

function requestMetrics({ requests, version }: Watched) {
	const endpoints = () => [...requests.endpoints.values()];
	return [
		shown(
			"gauge",
			"packshot_info",
			"The version that runs",
			() => [{ labels: { version }, value: 1 }],
			"max",
		),
		shown(
			"gauge",
			"packshot_requests_in_flight",
			"Requests that have no answer yet and are not held on purpose",
			() => requests.inFlight - feedCounters.held,
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

function databaseMetrics({ activity }: Watched) {
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

function diskMetrics({ diskFreeBytes }: Watched) {
	return [
		shown(
			"gauge",
			"packshot_disk_free_bytes",
			"Free space on the disk of PACKSHOT_DATA; below PACKSHOT_DISK_RESERVE_MEBIBYTES, uploads and imports stop",
			diskFreeBytes,
			"max",
		),
	];
}

function pictureMetrics() {
	return [
		shown(
			"counter",
			"packshot_picture_cache_total",
			"Prepared pictures asked for, by whether they lay in memory",
			() => [
				{ labels: { outcome: "hit" }, value: pictureCounters.cacheHits },
				{ labels: { outcome: "miss" }, value: pictureCounters.cacheMisses },
			],
		),
		shown(
			"gauge",
			"packshot_picture_cache_bytes",
			"Memory of cached pictures, as prepared and as marked for a client; either has half of PACKSHOT_IMAGE_CACHE_BYTES",
			() => [
				{ labels: { kind: "prepared" }, value: pictureCounters.cachedBaseBytes },
				{ labels: { kind: "marked" }, value: pictureCounters.cachedFileBytes },
			],
		),
		shown("counter", "packshot_url_claims_total", "Signed URLs that were claimed, by outcome", () => [
			{ labels: { outcome: "claimed" }, value: pictureCounters.urlsClaimed },
			{ labels: { outcome: "refused" }, value: pictureCounters.urlsRefused },
		]),
	];
}

/** Gauges that are read from the shared database, so that every process reports the same values; absent while they cannot be read. */
function gaugesOf<State>(read: () => Promise<State | undefined>) {
	return (name: string, help: string, figure: (state: State) => Figures) =>
		shown(
			"gauge",
			name,
			help,
			async () => {
				const state = await read().catch(() => undefined);
				return state === undefined ? [] : figure(state);
			},
			"max",
		);
}

function importMetrics({ importState }: Watched) {
	const of = gaugesOf(importState);
	return [
		of("packshot_import_running", "1 while an import runs", ({ running }) => (running ? 1 : 0)),
		of("packshot_import_lines", "Lines that the last import has read", ({ lines }) => lines),
		of("packshot_import_pictures", "Pictures that the last import has read", ({ pictures }) => pictures),
		of("packshot_import_refused", "What the last import has refused", ({ refused }) => refused),
	];
}

function webhookMetrics({ webhooks, nowMs }: Watched) {
	const of = gaugesOf(webhooks);
	const ageOf = (sinceMs: number | null): number =>
		sinceMs === null ? 0 : Math.max(0, nowMs() - sinceMs) / 1000;
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

function mailMetrics({ mail, nowMs }: Watched) {
	const of = gaugesOf(mail);
	return [
		of("packshot_mails_waiting", "Mails that no mail server has taken yet", ({ waiting }) => waiting),
		of("packshot_mail_oldest_seconds", "Age of the oldest of them; 0 without one", ({ oldestMs }) =>
			oldestMs === null ? 0 : Math.max(0, nowMs() - oldestMs) / 1000,
		),
		shown("counter", "packshot_mail_attempts_total", "Attempts to send a mail by how they ended", () =>
			Object.entries(mailCounters).map(([outcome, value]) => ({ labels: { outcome }, value })),
		),
	];
}

function feedMetrics({ feedAge }: Watched) {
	const of = gaugesOf(feedAge);
	return [
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
