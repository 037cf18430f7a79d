import type { Database } from "../platform/db/database.ts";
import { type Maintenance, pausedInMaintenance } from "../platform/maintenance.ts";
import { regularWork, type Work } from "../platform/tasks/work.ts";
import type { Clock } from "../platform/time/clock.ts";
import { runImports } from "./batches/runner.ts";
import { uploadWork } from "./batches/upload-work.ts";
import type { UploadFolder } from "./uploads/folder.ts";

interface ImportWorkParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly maintenance: Maintenance;
	readonly uploadFolder: UploadFolder;
}

export function importWorks({ db, clock, maintenance, uploadFolder: folder }: ImportWorkParts): Work[] {
	return [
		regularWork(
			"uploads could not be tidied up",
			pausedInMaintenance(uploadWork(db, clock, folder), maintenance),
		),
		{
			failed: "an import could not be done; it is tried again",
			begin: (onFault) => runImports({ db, clock, folder }, onFault),
		},
	];
}
