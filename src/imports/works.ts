import type { Database } from "../platform/db/database.ts";
import { type Maintenance, pausedInMaintenance } from "../platform/maintenance.ts";
import { type ProcessedKind, runInProcesses } from "../platform/tasks/run-in-processes.ts";
import { isTaskDue } from "../platform/tasks/stored-tasks.ts";
import { regularWork, type Work } from "../platform/tasks/work.ts";
import type { Clock } from "../platform/time/clock.ts";
import { claimImport, leaveImport } from "./batches/claims.ts";
import { uploadWork } from "./batches/upload-work.ts";
import type { UploadFolder } from "./uploads/folder.ts";

interface ImportWorkParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly maintenance: Maintenance;
	readonly uploadFolder: UploadFolder;
}

export function importWorks({ db, clock, maintenance, uploadFolder: folder }: ImportWorkParts): Work[] {
	const tasks: ProcessedKind = {
		kind: "import",
		isDue: () => isTaskDue(db.read, "import"),
		claim: async (holder) => db.write(claimImport, { ...holder, folderId: await folder.id() }),
		crashed: (held, failure) =>
			db.write(leaveImport, { ...held, end: { kind: "failed", failure }, state: "failed" }),
	};
	return [
		regularWork(
			"uploads could not be tidied up",
			pausedInMaintenance(uploadWork(db, clock, folder), maintenance),
		),
		{
			failed: "an import could not be done; it is tried again",
			begin: (onFault) => runInProcesses({ db, clock }, tasks, onFault),
		},
	];
}
