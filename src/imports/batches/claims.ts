import type { ImportMode } from "../../catalogue/writing/import-mode.ts";
import { command } from "../../platform/db/command.ts";
import { databaseTimeMs } from "../../platform/db/database-time.ts";
import { insertRow, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import {
	claimTask,
	type HeldTask,
	leave,
	lockHeld,
	renew,
	type TaskEnd,
	takeTask,
} from "../../platform/tasks/claims.ts";
import type { Renewal } from "../../platform/tasks/hold-lease.ts";
import type { LeaseHolder } from "../../platform/tasks/lease.ts";
import { COMMAND_ONLY, queueTask } from "../../platform/tasks/stored-tasks.ts";
import type { TaskTable } from "../../platform/tasks/task-table.ts";
import type { ColumnMapping } from "../formats/mapping/mapping-shape.ts";
import type { TableHead } from "../formats/mapping/table-head.ts";
import type { Card } from "../studio/card.ts";
import { choiceColumns, type ImportChoices, noteStopped } from "./changes.ts";
import { findImport, type ImportProgress, importTask } from "./store.ts";
import type { ImportBatchTable, ImportedFile, ImportState } from "./tables.ts";

/** Claims a task: an undo, or one whose file is in this folder. @returns `undefined` when there is nothing to do. */
export const claimImport = command<LeaseHolder & { readonly folderId: string }, TaskTable | undefined>(
	"imports.claim_task",
	(tx, { folderId, ...holder }, traits) =>
		claimTask(tx, traits, "import", holder, {
			place: folderId,
			onEnded: (task) => noteStopped(tx, task),
		}),
);

/** The reports that a task produces, as JSON. */
export type TaskReports = Partial<Pick<ImportBatchTable, "check_report" | "report" | "undo_report">>;

/** Progress of a task, visible to all processes. */
export interface TaskProgress {
	readonly progress: ImportProgress;
	/** What was done so far: it still counts if the task is interrupted and restarted. */
	readonly reports: TaskReports;
}

/** Renews the lease of a task and stores its progress. */
export const renewImport = command<HeldTask & { readonly done: TaskProgress | null }, Renewal>(
	"imports.renew_task",
	async (tx, { done, ...held }, traits) => {
		const renewal = await renew(tx, { ...held, progress: done?.progress }, traits);
		if (renewal !== "lost") await changeImport(tx, held, done?.reports ?? {});
		return renewal;
	},
);

/** Records a change set that an import is about to make. */
export const noteChangeSet = command<HeldTask & { readonly changeSet: number }, undefined>(
	"imports.note_change_set",
	async (tx, { changeSet, ...held }) => {
		const isHeld = await lockHeld(tx, held);
		const batch = isHeld && (await findImport(tx, held.ref));
		if (batch)
			await changeImport(tx, held, { change_sets: JSON.stringify([...batch.change_sets, changeSet]) });
	},
);

/** What a task leaves of its import. */
export interface ImportOutcome {
	/** `undefined` leaves it as it was. */
	readonly state?: ImportState | undefined;
	readonly reports?: TaskReports;
	readonly files?: readonly ImportedFile[];
	/** How it combines values, if that is now decided. */
	readonly mode?: ImportMode;
	/** The columns of its table, and what they hold, if that is now known. */
	readonly table?: { readonly head: TableHead | null; readonly mapping: ColumnMapping | null } | undefined;
	/** The card, if it has now been looked at. */
	readonly card?: Card;
	/** Whether the file is no longer needed. */
	readonly isFileDone?: boolean;
}

/** Records how a process leaves a task, and lets the next one start. @returns whether it was still held. */
export const leaveImport = command<HeldTask & ImportOutcome & { readonly end: TaskEnd }, boolean>(
	"imports.leave_task",
	async (tx, { end, state, reports, files, mode, table, card, isFileDone, ...held }, traits) => {
		const task = await leave(tx, { ...held, end }, traits);
		if (!task) return false;
		await changeImport(tx, held, {
			...(state ? { state } : {}),
			...reports,
			...(files ? { files: JSON.stringify(files) } : {}),
			...(mode ? { mode } : {}),
			...(table
				? {
						table_head: table.head && JSON.stringify(table.head),
						mapping: table.mapping && JSON.stringify(table.mapping),
					}
				: {}),
			...(card ? { card: JSON.stringify(card) } : {}),
			...(isFileDone ? { folder_id: null, expires_at: null, card: null } : {}),
		});
		if (end.kind === "released" && task.state === "stopped") await noteStopped(tx, task);
		return true;
	},
);

async function changeImport(tx: Tx, { ref }: HeldTask, values: Partial<ImportBatchTable>): Promise<void> {
	if (Object.keys(values).length > 0) await updateRows(tx, "import_batch", { import_id: ref }, values);
}

/** A new import run from the command line. It holds its lease itself, so that no server runs it as well. */
export interface CommandImport extends HeldTask, ImportChoices {
	readonly files: readonly ImportedFile[];
}

/** Records a command-line import in the history. */
export const beginCommandImport = command<CommandImport, undefined>(
	"imports.begin_command_import",
	async (tx, begun, traits) => {
		const nowMs = await databaseTimeMs(tx, traits);
		await insertRow(tx, "import_batch", {
			import_id: begun.ref,
			origin: "command",
			account_id: null,
			...choiceColumns(begun),
			files: JSON.stringify(begun.files),
			// The state that remains if it is killed halfway.
			state: "stopped" satisfies ImportState,
			change_sets: "[]",
			created_at: nowMs,
		});
		const key = importTask(begun.ref);
		await queueTask(tx, { ...key, action: "import", place: COMMAND_ONLY, nowMs });
		await takeTask(tx, { ...key, attempts: 0 }, begun, nowMs);
	},
);
