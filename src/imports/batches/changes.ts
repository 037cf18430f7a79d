import type { ImportMode } from "../../catalogue/writing/import-mode.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { countRows, updateRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { freeBytesNow } from "../../platform/disk-room.ts";
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
export interface NewUpload {
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
 * Records a new upload, unless its account has reached the maximum or the disk has no room for it beside what all unfinished uploads may still write.
 * Concurrent calls must be made one after the other.
 */
export async function insertUpload(
	tx: Tx,
	upload: NewUpload & ImportChoices,
): Promise<"begun" | "too_many" | "no_room"> {
	const own = tx.selectFrom("import_batch").where("account_id", "=", upload.accountId);
	const waiting = await countRows(own.where("state", "in", ["uploading", "uploaded", "grouped", "checked"]));
	if (waiting >= MOST_UPLOADS) return "too_many";
	// The disk is looked at last: what arrives in between is counted twice, not overlooked.
	const toComeBytes = await unwrittenBytes(tx, upload);
	const { folder, keepFreeBytes } = upload.disk;
	if (freeBytesNow(folder) - keepFreeBytes - toComeBytes < upload.sizeBytes) return "no_room";
	await tx
		.insertInto("import_batch")
		.values({
			...choiceColumns(upload),
			origin: "page",
			change_sets: "[]",
			import_id: upload.importId,
			account_id: upload.accountId,
			files: fileColumn({ name: upload.name, sizeBytes: upload.sizeBytes, sha256: null }),
			size_bytes: upload.sizeBytes,
			modified_at: upload.modifiedAtMs,
			folder_id: upload.folderId,
			state: "uploading" satisfies ImportState,
			card: upload.isCard ? JSON.stringify(NEW_CARD) : null,
			created_at: upload.nowMs,
			expires_at: upload.expiresAtMs,
		})
		.execute();
	return "begun";
}

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

/** Records that a file is complete; the dry run comes next. @returns whether it was incomplete before. */
export async function completeUpload(
	tx: Tx,
	importId: string,
	{ expiresAtMs, nowMs }: { readonly expiresAtMs: number; readonly nowMs: number },
): Promise<boolean> {
	const uploaded = { state: "uploaded", expires_at: expiresAtMs } as const;
	const row = await updateRow(tx, "import_batch", { import_id: importId, state: "uploading" }, uploaded);
	if (!row) return false;
	await queueTask(tx, {
		...importTask(importId),
		action: row.card === null ? "check" : "look",
		place: row.folder_id,
		nowMs,
	});
	return true;
}

/** States from which each task can be requested, provided that no other is in progress. */
const FROM: Readonly<Record<ImportTask, readonly ImportState[]>> = {
	look: ["uploaded", "failed"],
	check: ["uploaded", "grouped", "checked", "failed", "stopped"],
	import: ["grouped", "checked", "failed", "stopped"],
	undo: ["imported", "stopped", "failed", "undone"],
};

/** A task to perform, and who requested it. */
export interface AskedTask {
	readonly task: ImportTask;
	/** An account id. */
	readonly by: string | null;
	readonly choices?: ImportChoices | undefined;
	/** Of the groups that whoever imports a card saw. */
	readonly cardRevision?: number | undefined;
	readonly nowMs: number;
}

/** Queues a task. @returns the import before, or `undefined` when the task is not possible now. */
export async function askFor(
	tx: Tx,
	traits: EngineTraits,
	importId: string,
	{ task: asked, by: accountId, choices, cardRevision, nowMs }: AskedTask,
): Promise<ImportBatch | undefined> {
	const key = importTask(importId);
	await lockedTask(tx, traits, key);
	const before = await findImport(tx, importId);
	const isUnseen = before?.card?.pictures.length === 0;
	const isCorrected = before?.card && before.card.revision !== cardRevision;
	if (asked === "import" && (isUnseen || isCorrected)) return undefined;
	const action = isUnseen && asked === "check" ? "look" : asked;
	if (!before || before.task !== null || (action !== "undo" && before.folder_id === null)) return undefined;
	const { numUpdatedRows } = await tx
		.updateTable("import_batch")
		.set(choices ? choiceColumns(choices) : { import_id: importId })
		.where("import_id", "=", importId)
		.where("state", "in", FROM[action])
		.executeTakeFirst();
	if (numUpdatedRows === 0n) return undefined;
	const place = action === "undo" ? null : before.folder_id;
	return (await queueTask(tx, { ...key, action, accountId, place, nowMs })) ? before : undefined;
}

/** Cancels a task that nobody has started or that was abandoned, and stops one that is in progress. @returns whether there was one. */
export async function askToStop(
	tx: Tx,
	traits: EngineTraits,
	importId: string,
	nowMs: number,
): Promise<boolean> {
	const task = await lockedTask(tx, traits, importTask(importId));
	if (!task || !isToDo(task)) return false;
	if (await askTask(tx, task, "stop", nowMs)) await noteStopped(tx, task);
	return true;
}

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

/** Deletes an upload of which nothing was imported. @returns what it was, or `undefined` when it has to stay or is in progress. */
export async function dropUpload(
	tx: Tx,
	traits: EngineTraits,
	importId: string,
): Promise<ImportBatch | undefined> {
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
	return before;
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

export function fileColumn(...files: readonly ImportedFile[]): string {
	return JSON.stringify(files);
}
