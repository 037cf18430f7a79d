import type { Database } from "../platform/db/database.ts";
import { leaveTask } from "../platform/tasks/claims.ts";
import { type ProcessedKind, runInProcesses } from "../platform/tasks/run-in-processes.ts";
import { isTaskDue } from "../platform/tasks/stored-tasks.ts";
import type { Work } from "../platform/tasks/work.ts";
import type { Clock } from "../platform/time/clock.ts";
import { claimReading } from "./requests.ts";
import { READING } from "./run.ts";

export function labelWorks({ db, clock }: { readonly db: Database; readonly clock: Clock }): Work[] {
	const reading: ProcessedKind = {
		kind: READING.kind,
		isDue: () => isTaskDue(db.read, READING.kind),
		claim: (holder) => db.write(claimReading, holder),
		crashed: (held, failure) => db.write(leaveTask, { ...held, end: { kind: "failed", failure } }),
	};
	return [
		{
			failed: "labels could not be read; it is tried again",
			begin: (onFault) => runInProcesses({ db, clock }, reading, onFault),
		},
	];
}
