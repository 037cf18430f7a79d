import { type Actor, recordEvent } from "../../../pages/events.ts";
import { command } from "../../../platform/db/command.ts";
import { askToStopBackup } from "../../backup/schedule.ts";

/** Stops a backup or a drill, and records by whom. @returns whether it was to be done */
export const stopBackup = command<{ readonly ref: string; readonly actor: Actor }, boolean>(
	"portal.stop_backup",
	async (tx, { ref, actor }, traits) => {
		const outcome = await askToStopBackup(tx, traits, ref, actor.atMs);
		if (outcome === "asked") await recordEvent(tx, actor, "backup.stopped", ref);
		return outcome !== "ended";
	},
);
