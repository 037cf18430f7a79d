import { type Actor, type EventAction, recordEvent } from "../../pages/events.ts";
import { command } from "../../platform/db/command.ts";
import { setServiceState } from "../../platform/service-state.ts";
import {
	type AskedTask,
	askFor,
	askToStop,
	completeUpload,
	dropUpload,
	type ImportChoices,
	insertUpload,
	type NewUpload,
} from "../batches/changes.ts";
import type { ImportBatch } from "../batches/store.ts";
import type { ImportTask } from "../batches/tables.ts";

/** Starts an upload. Writing the name of the last one makes all of them wait for one another: they share the room on the disk. */
export const beginUpload = command<
	NewUpload & ImportChoices & { actor: Actor },
	"begun" | "too_many" | "no_room"
>("portal.begin_upload", async (tx, { actor, ...upload }) => {
	await setServiceState(tx, "last_upload", upload.importId);
	return insertUpload(tx, upload);
});

/** Records that an upload is complete, and by whom. */
export const endUpload = command<
	{ importId: string; name: string; expiresAtMs: number; actor: Actor },
	undefined
>("portal.end_upload", async (tx, { importId, name, expiresAtMs, actor }) => {
	const isNew = await completeUpload(tx, importId, { expiresAtMs, nowMs: actor.atMs });
	if (isNew) await recordEvent(tx, actor, "import.uploaded", importId, name);
});

/** The event recorded for each task; looking at a card and a dry run change nothing. */
const EVENTS: Readonly<Record<ImportTask, EventAction | null>> = {
	look: null,
	check: null,
	import: "import.started",
	undo: "import.undone",
};

/** Requests a task, and records by whom. @returns whether it could be requested. */
export const askForTask = command<
	Pick<AskedTask, "task" | "choices" | "cardRevision"> & { importId: string; actor: Actor },
	boolean
>("portal.ask_for_import_task", async (tx, { importId, actor, ...asked }, traits) => {
	const batch = await askFor(tx, traits, importId, { ...asked, by: actor.accountId, nowMs: actor.atMs });
	const { [asked.task]: event } = EVENTS;
	if (batch && event) await recordEvent(tx, actor, event, importId, nameOf(batch));
	return batch !== undefined;
});

/** Stops a running task or cancels a requested one. @returns whether there was one. */
export const stopTask = command<{ importId: string; name: string; nowMs: number; actor: Actor }, boolean>(
	"portal.stop_import_task",
	async (tx, { importId, name, nowMs, actor }, traits) => {
		const isAsked = await askToStop(tx, traits, importId, nowMs);
		if (isAsked) await recordEvent(tx, actor, "import.stopped", importId, name);
		return isAsked;
	},
);

/** Discards an upload, and records by whom. @returns the discarded upload. */
export const deleteUpload = command<{ importId: string; actor: Actor }, ImportBatch | undefined>(
	"portal.delete_upload",
	async (tx, { importId, actor }, traits) => {
		const batch = await dropUpload(tx, traits, importId);
		if (batch) await recordEvent(tx, actor, "import.deleted", importId, nameOf(batch));
		return batch;
	},
);

/** The display name of an import: its first file. */
export function nameOf({ files }: Pick<ImportBatch, "files">): string {
	const [first, ...others] = files;
	return `${first?.name ?? "nothing"}${others.length > 0 ? ` and ${others.length} more` : ""}`;
}
