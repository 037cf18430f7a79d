import type { Metric } from "prom-client";
import type { Database } from "../../platform/db/database.ts";
import { gaugesOf } from "../../platform/telemetry/shown-metrics.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { SECOND_MS } from "../../platform/time/durations.ts";
import { BACKUP_TASKS, readBackupState } from "./schedule.ts";

export function backupMetrics({
	db,
	clock,
}: {
	readonly db: Database;
	readonly clock: Clock;
}): readonly Metric[] {
	const of = gaugesOf(() => readBackupState(db.read));
	return [
		of(
			"packshot_backup_age_seconds",
			"Time since the last regular backup, or the last drill, that succeeded began; absent where there never was one",
			({ goodMs }) =>
				BACKUP_TASKS.flatMap((task) => {
					const good = goodMs[task];
					return good === undefined ? [] : [{ labels: { task }, value: (clock.now() - good) / SECOND_MS }];
				}),
		),
		of("packshot_backup_failed", "1 if the last regular backup, or the last drill, failed", ({ last }) =>
			BACKUP_TASKS.flatMap((task) => {
				const attempt = last[task];
				return attempt ? [{ labels: { task }, value: attempt.failure === null ? 0 : 1 }] : [];
			}),
		),
	];
}
