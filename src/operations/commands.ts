import { claimBackup, leaveBackup } from "./backup/schedule.ts";
import { recordExport } from "./pages/export/changes.ts";
import { noteRestore } from "./pages/restore/changes.ts";
import { completeSetup, dismissCheck, keepSetupLink, noteTestMail } from "./pages/set-up/changes.ts";
import { changeServiceSettings } from "./pages/settings/changes.ts";
import { stopBackup } from "./pages/tasks/changes.ts";
import { transferCommands } from "./transfer/commands.ts";
import { noteServedBy } from "./upgrade/served-build.ts";

/** Every write of the operations. */
export const operationsCommands = [
	noteServedBy,
	completeSetup,
	dismissCheck,
	keepSetupLink,
	noteTestMail,
	claimBackup,
	leaveBackup,
	stopBackup,
	changeServiceSettings,
	recordExport,
	noteRestore,
	...transferCommands,
];
