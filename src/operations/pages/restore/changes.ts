import { type Actor, recordEvent } from "../../../pages/events.ts";
import { command } from "../../../platform/db/command.ts";

/** Notes how a restore ended, in whichever state there is now. */
export const noteRestore = command<
	{ readonly subject: "backup" | "back"; readonly failure: string | null; readonly actor: Actor },
	undefined
>("portal.note_restore", async (tx, { subject, failure, actor }) => {
	await recordEvent(tx, actor, "backup.restored", subject, failure);
});
