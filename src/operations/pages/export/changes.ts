import { type Actor, recordEvent } from "../../../pages/events.ts";
import { command } from "../../../platform/db/command.ts";

export const recordExport = command<{ readonly actor: Actor }, undefined>(
	"portal.record_export",
	async (tx, { actor }) => {
		await recordEvent(tx, actor, "export.listed", "everything");
		return undefined;
	},
);
