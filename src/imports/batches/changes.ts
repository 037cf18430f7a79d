import type { ImportMode } from "../../catalogue/writing/import-mode.ts";
import { countRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { freeBytesNow } from "../../platform/disk-room.ts";
import { leaseHasEnded } from "../../platform/tasks/lease.ts";
import type { AbsentChoice } from "../absent-choice.ts";
import type { ColumnMapping } from "../formats/mapping/mapping-shape.ts";
import { arrivedBytes, type UploadDisk } from "../uploads/folder.ts";
import { batchOf, findImport, type ImportBatch } from "./store.ts";
import type { ImportBatchTable, ImportedFile, ImportState, ImportTask } from "./tables.ts";

/** Unfinished or undecided uploads that one account may have at a time. */
export const MOST_UPLOADS = 10;

/** A new upload. */
export interface NewUpload {
	readonly importId: string;
	readonly accountId: string;
	readonly name: string;
	readonly sizeBytes: number;
	readonly modifiedAtMs: number | null;
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
	const waiting = await countRows(own.where("state", "in", ["uploading", "uploaded", "checked"]));
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
			stop_asked: 0,
			lease_until: 0,
			change_sets: "[]",
			import_id: upload.importId,
			account_id: upload.accountId,
			files: fileColumn({ name: upload.name, sizeBytes: upload.sizeBytes, sha256: null }),
			size_bytes: upload.sizeBytes,
			modified_at: upload.modifiedAtMs,
			folder_id: upload.folderId,
			state: "uploading" satisfies ImportState,
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
export async function completeUpload(tx: Tx, importId: string, expiresAtMs: number): Promise<boolean> {
	return changed(tx, importId, ["uploading"], {
		state: "uploaded",
		task: "check",
		stop_asked: 0,
		expires_at: expiresAtMs,
	});
}

/** States from which each task can be requested, provided that no other is in progress. */
const FROM: Readonly<Record<ImportTask, readonly ImportState[]>> = {
	check: ["uploaded", "checked", "failed", "stopped"],
	import: ["checked", "failed", "stopped"],
	undo: ["imported", "stopped", "failed", "undone"],
};

/** A task to perform, and who requested it. */
export interface AskedTask {
	readonly task: ImportTask;
	/** An account id. */
	readonly by: string | null;
	readonly choices?: ImportChoices | undefined;
}

/** Queues a task. @returns the import before, or `undefined` when the task is not possible now. */
export async function askFor(
	tx: Tx,
	importId: string,
	{ task, by, choices }: AskedTask,
): Promise<ImportBatch | undefined> {
	const before = await findImport(tx, importId);
	if (!before || (task !== "undo" && before.folder_id === null)) return undefined;
	const isAsked = await changed(tx, importId, FROM[task], {
		task,
		task_by: by,
		stop_asked: 0,
		progress: null,
		...(choices ? choiceColumns(choices) : {}),
	});
	return isAsked ? before : undefined;
}

/**
 * Cancels a task that nobody has started or that was abandoned, and stops one that is in progress. A process whose abandoned task is
 * cancelled has lost it, even if it was merely suspended. @returns whether there was one.
 */
export async function askToStop(tx: Tx, importId: string, nowMs: number): Promise<boolean> {
	const stopped: ImportState = "stopped";
	const { numUpdatedRows: dropped } = await tx
		.updateTable("import_batch")
		.set((row) => ({
			task: null,
			lease_id: null,
			state: row
				.case()
				.when(row.and([row("task", "=", "import"), row("change_sets", "<>", "[]")]))
				.then<string>(stopped)
				.else(row.ref("state"))
				.end(),
		}))
		.where("import_id", "=", importId)
		.where("task", "is not", null)
		.where(leaseHasEnded("lease_until", nowMs))
		.executeTakeFirst();
	if (dropped > 0n) return true;
	const { numUpdatedRows } = await tx
		.updateTable("import_batch")
		.set({ stop_asked: 1 })
		.where("import_id", "=", importId)
		.where("task", "is not", null)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Deletes an upload of which nothing was imported. @returns its row, or `undefined` when it has to stay or is in progress. */
export async function dropUpload(tx: Tx, importId: string): Promise<ImportBatch | undefined> {
	const row = await tx
		.deleteFrom("import_batch")
		.where("import_id", "=", importId)
		.where("task", "is", null)
		.where("report", "is", null)
		.where("state", "in", ["uploading", "uploaded", "checked", "failed", "expired"])
		.returningAll()
		.executeTakeFirst();
	return row && batchOf(row);
}

async function changed(
	tx: Tx,
	importId: string,
	from: readonly ImportState[],
	values: Partial<ImportBatchTable>,
): Promise<boolean> {
	const { numUpdatedRows } = await tx
		.updateTable("import_batch")
		.set(values)
		.where("import_id", "=", importId)
		.where("task", "is", null)
		.where("state", "in", from)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
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
