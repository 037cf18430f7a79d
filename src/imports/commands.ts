import { fromReserve } from "../platform/db/command.ts";
import { askForTask, beginUpload, deleteUpload, endUpload, stopTask } from "./batches/changes.ts";
import {
	beginCommandImport,
	claimImport,
	leaveImport,
	noteChangeSet,
	renewImport,
} from "./batches/claims.ts";
import { markGone, noteDelivered, removeGone } from "./batches/deliveries.ts";
import { forgetMapping, saveMapping } from "./batches/mappings.ts";
import { addRefusals, clearRefusals } from "./batches/refusals.ts";
import { expireIdleUploads, expireUploads } from "./batches/upload-work.ts";
import { recordImport } from "./progress-state.ts";
import { saveGroups } from "./studio/save-groups.ts";

/** Every write of the imports. */
export const importCommands = [
	// Access can be taken away, and room made, on a full disk.
	...[deleteUpload, stopTask, expireUploads, expireIdleUploads].map(fromReserve),
	recordImport,
	beginUpload,
	endUpload,
	askForTask,
	claimImport,
	renewImport,
	noteChangeSet,
	leaveImport,
	beginCommandImport,
	addRefusals,
	clearRefusals,
	noteDelivered,
	markGone,
	removeGone,
	saveGroups,
	saveMapping,
	forgetMapping,
];
