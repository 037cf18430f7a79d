import type { Database } from "../../platform/db/database.ts";
import { leaveTask } from "../../platform/tasks/claims.ts";
import { runInProcesses } from "../../platform/tasks/run-in-processes.ts";
import { isTaskDue } from "../../platform/tasks/stored-tasks.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { claimRun } from "./claims.ts";

interface RunnerParts {
	readonly db: Database;
	readonly clock: Clock;
}

/** Reprocesses pictures beside a server. @returns a function that stops it; a run in progress is released, and resumed by the next server. */
export function runPreparing(parts: RunnerParts, onFault: (fault: unknown) => void): () => Promise<void> {
	const { db } = parts;
	return runInProcesses(
		parts,
		{
			kind: "preparing",
			isDue: () => isTaskDue(db.read, "preparing"),
			claim: (holder) => db.write(claimRun, holder),
			crashed: (held, failure) => db.write(leaveTask, { ...held, end: { kind: "failed", failure } }),
		},
		onFault,
	);
}
