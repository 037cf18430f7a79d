import type { ImportMode } from "../../catalogue/writing/import-mode.ts";
import { type Actor, type EventAction, recordEvent } from "../../pages/events.ts";
import { command } from "../../platform/db/command.ts";
import { countRows, insertRow, updateRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { freeBytesNow } from "../../platform/disk-room.ts";
import { setServiceState } from "../../platform/service-state.ts";
import { askTask, dropTask, isToDo, lockedTask, queueTask } from "../../platform/tasks/stored-tasks.ts";
import type { TaskTable } from "../../platform/tasks/task-table.ts";
import type { AbsentChoice } from "../absent-choice.ts";
import type { ColumnMapping } from "../formats/mapping/mapping-shape.ts";
import { NEW_CARD } from "../studio/card.ts";
import { arrivedBytes, type UploadDisk } from "../uploads/folder.ts";
import { findImport, type ImportBatch, importTask } from "./store.ts";
import type { ImportedFile, ImportState, ImportTask } from "./tables.ts";

/** Unfinished or undecided uploads that one account may have at a time. */
export const MOST_UPLOADS = 10;

/** A new upload. */
interface NewUpload extends ImportChoices {
	readonly importId: string;
	readonly accountId: string;
	readonly name: string;
	readonly sizeBytes: number;
	readonly modifiedAtMs: number | null;
	/** Whether it has raw pictures of a card, which are looked at and grouped first. */
	readonly isCard: boolean;
	readonly folderId: string;
	readonly disk: UploadDisk;
	readonly expiresAtMs: number;
	readonly nowMs: number;
	readonly actor: Actor;
}

/** Attribution of its pictures, whether it may add products, and how it finds and changes existing ones. */
export interface ImportChoices {
	readonly sourceBatch: string;
	readonly ownership: string | null;
	readonly uploadedBy: string | null;
	readonly existingOnly: boolean;
	/** Null to let the format of the file decide. */
	readonly mode: ImportMode | null;
	/** Takes barcodes literally. */
	readonly exact: boolean;
	/** What the columns of its tables hold; null to guess, absent to leave as it is. */
	readonly mapping?: ColumnMapping | null | undefined;
	/** Whether pictures are fetched that its tables give the address of. */
	readonly fetchesPictures?: boolean;
	/** Whether values that a person edited are kept. */
	readonly keepsEdited?: boolean;
	/** What becomes of products that are not delivered any more. */
	readonly absent?: AbsentChoice;
	/** How its tables are encoded; null to guess, absent to leave as it is. Another one changes the names of columns, which are read again. */
	readonly encoding?: string | null | undefined;
}

/**
 * Starts an upload, unless its account has reached the maximum or the disk has no room for it beside what all unfinished uploads may still write. Writing
 * the name of the last one makes all of them wait for one another: they share the room on the disk.
 */
export const beginUpload = command<NewUpload, "begun" | "too_many" | "no_room">(
	"portal.begin_upload",
	async (tx, upload) => {
		await setServiceState(tx, "last_upload", upload.importId);
		const own = tx.selectFrom("import_batch").where("account_id", "=", upload.accountId);
		const waiting = await countRows(
			own.where("state", "in", ["uploading", "uploaded", "grouped", "checked"]),
		);
		if (waiting >= MOST_UPLOADS) return "too_many";
		// The disk is looked at last: what arrives in between is counted twice, not overlooked.
		const toComeBytes = await unwrittenBytes(tx, upload);
		const { folder, keepFreeBytes } = upload.disk;
		if (freeBytesNow(folder) - keepFreeBytes - toComeBytes < upload.sizeBytes) return "no_room";
		await insertRow(tx, "import_batch", {
			...choiceColumns(upload),
			origin: "page",
			change_sets: "[]",
			import_id: upload.importId,
			account_id: upload.accountId,
			files: JSON.stringify([{ name: upload.name, sizeBytes: upload.sizeBytes, sha256: null }]),
			size_bytes: upload.sizeBytes,
			modified_at: upload.modifiedAtMs,
			folder_id: upload.folderId,
			state: "uploading" satisfies ImportState,
			card: upload.isCard ? JSON.stringify(NEW_CARD) : null,
			created_at: upload.nowMs,
			expires_at: upload.expiresAtMs,
		});
		return "begun";
	},
);

/** How much the unfinished uploads of a folder may still write. */
async function unwrittenBytes(tx: Tx, { folderId, disk }: NewUpload): Promise<number> {
	const rows = await tx
		.selectFrom("import_batch")
		.select(["import_id", "files", "size_bytes"])
		.where("folder_id", "=", folderId)
		.where("state", "=", "uploading" satisfies ImportState)
		.execute();
	const unwritten = rows.map(({ import_id: importId, files, size_bytes }) => {
		const [file] = JSON.parse(files) as ImportedFile[];
		return Number(size_bytes ?? 0) - arrivedBytes(disk.folder, { importId, name: file?.name ?? "" });
	});
	return unwritten.reduce((sum, bytes) => sum + Math.max(0, bytes), 0);
}

/** Records that the file of an upload is complete, and by whom; the dry run comes next. */
export const endUpload = command<
	{ importId: string; name: string; expiresAtMs: number; actor: Actor },
	undefined
>("portal.end_upload", async (tx, { importId, name, expiresAtMs, actor }) => {
	const uploaded = { state: "uploaded", expires_at: expiresAtMs } as const;
	const row = await updateRow(tx, "import_batch", { import_id: importId, state: "uploading" }, uploaded);
	if (!row) return;
	await queueTask(tx, {
		...importTask(importId),
		action: row.card === null ? "check" : "look",
		place: row.folder_id,
		nowMs: actor.atMs,
	});
	await recordEvent(tx, actor, "import.uploaded", importId, name);
});

/** States from which each task can be requested, provided that no other is in progress. */
const FROM: Readonly<Record<ImportTask, readonly ImportState[]>> = {
	look: ["uploaded", "failed"],
	check: ["uploaded", "grouped", "checked", "failed", "stopped"],
	import: ["grouped", "checked", "failed", "stopped"],
	undo: ["imported", "stopped", "failed", "undone"],
};

/** The event recorded for each task; looking at a card and a dry run change nothing. */
const EVENTS: Readonly<Record<ImportTask, EventAction | null>> = {
	look: null,
	check: null,
	import: "import.started",
	undo: "import.undone",
};

/** A task to perform, and who requests it. */
export interface AskedTask {
	readonly importId: string;
	readonly task: ImportTask;
	readonly choices?: ImportChoices | undefined;
	/** Of the groups that whoever imports a card saw. */
	readonly cardRevision?: number | undefined;
	readonly actor: Actor;
}

/** Queues a task, and records by whom. @returns whether the task is possible now. */
export const askForTask = command<AskedTask, boolean>(
	"portal.ask_for_import_task",
	async (tx, order, traits) => {
		const { importId, task: asked, choices, cardRevision, actor } = order;
		const key = importTask(importId);
		await lockedTask(tx, traits, key);
		const before = await findImport(tx, importId);
		const isUnseen = before?.card?.pictures.length === 0;
		const isCorrected = before?.card && before.card.revision !== cardRevision;
		if (asked === "import" && (isUnseen || isCorrected)) return false;
		const action = isUnseen && asked === "check" ? "look" : asked;
		if (!before || before.task !== null || (action !== "undo" && before.folder_id === null)) return false;
		const { numUpdatedRows } = await tx
			.updateTable("import_batch")
			.set(choices ? choiceColumns(choices) : { import_id: importId })
			.where("import_id", "=", importId)
			.where("state", "in", FROM[action])
			.executeTakeFirst();
		if (numUpdatedRows === 0n) return false;
		const place = action === "undo" ? null : before.folder_id;
		const isQueued = await queueTask(tx, {
			...key,
			action,
			accountId: actor.accountId,
			place,
			nowMs: actor.atMs,
		});
		const { [asked]: event } = EVENTS;
		if (isQueued && event) await recordEvent(tx, actor, event, importId, nameOf(before));
		return isQueued;
	},
);

/** Cancels a task that nobody has started or that was abandoned, and stops one that is in progress. @returns whether there was one. */
export const stopTask = command<{ importId: string; actor: Actor }, boolean>(
	"portal.stop_import_task",
	async (tx, { importId, actor }, traits) => {
		const task = await lockedTask(tx, traits, importTask(importId));
		const batch = await findImport(tx, importId);
		if (!batch || !task || !isToDo(task)) return false;
		if (await askTask(tx, task, "stop", actor.atMs)) await noteStopped(tx, task);
		await recordEvent(tx, actor, "import.stopped", importId, nameOf(batch));
		return true;
	},
);

/** What was imported before a task was stopped stays imported. */
export async function noteStopped(tx: Tx, { action, ref }: Pick<TaskTable, "action" | "ref">): Promise<void> {
	if (action !== "import") return;
	await tx
		.updateTable("import_batch")
		.set({ state: "stopped" satisfies ImportState })
		.where("import_id", "=", ref)
		.where("change_sets", "<>", "[]")
		.execute();
}

/** Deletes an upload of which nothing was imported, and records by whom. @returns what it was, or `undefined` when it has to stay or is in progress. */
export const deleteUpload = command<{ importId: string; actor: Actor }, ImportBatch | undefined>(
	"portal.delete_upload",
	async (tx, { importId, actor }, traits) => {
		const key = importTask(importId);
		await lockedTask(tx, traits, key);
		const before = await findImport(tx, importId);
		if (!before || before.task !== null) return undefined;
		const { numDeletedRows } = await tx
			.deleteFrom("import_batch")
			.where("import_id", "=", importId)
			.where("report", "is", null)
			.where("state", "in", ["uploading", "uploaded", "grouped", "checked", "failed", "expired"])
			.executeTakeFirst();
		if (numDeletedRows === 0n) return undefined;
		await dropTask(tx, key);
		await recordEvent(tx, actor, "import.deleted", importId, nameOf(before));
		return before;
	},
);

/** The display name of an import: its first file. */
export function nameOf({ files }: Pick<ImportBatch, "files">): string {
	const [first, ...others] = files;
	return `${first?.name ?? "nothing"}${others.length > 0 ? ` and ${others.length} more` : ""}`;
}

export function choiceColumns({
	sourceBatch,
	ownership,
	uploadedBy,
	existingOnly,
	mode,
	exact,
	mapping,
	fetchesPictures,
	keepsEdited,
	absent,
	encoding,
}: ImportChoices) {
	return {
		source_batch: sourceBatch,
		ownership,
		uploaded_by: uploadedBy,
		existing_only: existingOnly ? 1 : 0,
		mode,
		exact: exact ? 1 : 0,
		...(keepsEdited === undefined ? {} : { keeps_edited: keepsEdited ? 1 : 0 }),
		...(absent === undefined ? {} : { absent }),
		...(encoding === undefined ? {} : { encoding, table_head: null, mapping: null }),
		...(fetchesPictures === undefined ? {} : { fetches_pictures: fetchesPictures ? 1 : 0 }),
		...(mapping === undefined ? {} : { mapping: mapping && JSON.stringify(mapping) }),
	};
}
