import type { Database } from "../platform/db/database.ts";
import type { SettingsOf } from "../platform/settings.ts";
import { regularWork, type Work } from "../platform/tasks/work.ts";
import type { Clock } from "../platform/time/clock.ts";
import { HOUR_MS } from "../platform/time/durations.ts";
import { type DatabasePlace, removeOld } from "./backup/kept-states.ts";
import { runBackups } from "./backup/runner.ts";
import type { backupSettings } from "./backup/settings.ts";

interface OperationWorkParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly config: { readonly backups: SettingsOf<typeof backupSettings> };
	readonly databasePlace: DatabasePlace;
	readonly restoreFolder: string;
}

export function operationWorks(parts: OperationWorkParts): Work[] {
	const { db, clock, databasePlace, restoreFolder } = parts;
	const schedule = parts.config.backups;
	return [
		{
			failed: "a backup or drill could not be done; it is tried again",
			begin: (onFault) => runBackups({ db, clock, schedule }, onFault),
		},
		regularWork("what a restore has replaced could not be deleted", [
			{ everyMs: HOUR_MS, step: () => removeOld(databasePlace, restoreFolder, clock.now()) },
		]),
	];
}
