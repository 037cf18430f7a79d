import type { Database } from "../platform/db/database.ts";
import type { SettingsOf } from "../platform/settings.ts";
import type { Work } from "../platform/tasks/work.ts";
import type { Clock } from "../platform/time/clock.ts";
import { runBackups } from "./backup/runner.ts";
import type { backupSettings } from "./backup/settings.ts";

interface OperationWorkParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly config: { readonly backups: SettingsOf<typeof backupSettings> };
}

export function operationWorks({ db, clock, config }: OperationWorkParts): Work[] {
	const schedule = config.backups;
	return [
		{
			failed: "a backup or drill could not be done; it is tried again",
			begin: (onFault) => runBackups({ db, clock, schedule }, onFault),
		},
	];
}
