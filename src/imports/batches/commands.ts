import { fromReserve } from "../../platform/db/command.ts";
import {
	beginCommandImport,
	claimTask,
	endTask,
	freeAbandoned,
	noteChangeSet,
	releaseTask,
	renewTask,
} from "./claims.ts";
import { markGone, noteDelivered, removeGone } from "./deliveries.ts";
import { forgetMapping, saveMapping } from "./mappings.ts";
import { addRefusals, clearRefusals } from "./refusals.ts";
import { expireIdleUploads, expireUploads } from "./upload-work.ts";

/** Every write of imports that the pages do not make. */
export const importCommands = [
	claimTask,
	renewTask,
	noteChangeSet,
	releaseTask,
	endTask,
	beginCommandImport,
	freeAbandoned,
	addRefusals,
	clearRefusals,
	noteDelivered,
	markGone,
	removeGone,
	saveMapping,
	forgetMapping,
	fromReserve(expireUploads),
	fromReserve(expireIdleUploads),
];
