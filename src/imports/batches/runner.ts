import type { Database } from "../../platform/db/database.ts";
import { runInProcesses } from "../../platform/tasks/run-in-processes.ts";
import { isTaskDue } from "../../platform/tasks/stored-tasks.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { UploadFolder } from "../uploads/folder.ts";
import { claimImport, leaveImport } from "./claims.ts";

interface RunnerParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly folder: UploadFolder;
}

/** Checks, runs and undoes imports beside a server. @returns a function that stops it; a task in progress is returned to the queue for the next server. */
export function runImports(
	{ db, clock, folder }: RunnerParts,
	onFault: (fault: unknown) => void,
): () => Promise<void> {
	return runInProcesses(
		{ db, clock },
		{
			kind: "import",
			isDue: () => isTaskDue(db.read, "import"),
			claim: async (holder) => db.write(claimImport, { ...holder, folderId: await folder.id() }),
			crashed: (held, failure) =>
				db.write(leaveImport, { ...held, end: { kind: "failed", failure }, state: "failed" }),
		},
		onFault,
	);
}
