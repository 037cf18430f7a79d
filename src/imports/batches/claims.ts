import type { ImportMode } from "../../catalogue/writing/import-mode.ts";
import { command } from "../../platform/db/command.ts";
import { databaseTimeMs } from "../../platform/db/database-time.ts";
import { updateRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { Renewal } from "../../platform/tasks/hold-lease.ts";
import { beginClaim, LEASE_MS, type LeaseHolder, leaseHasEnded } from "../../platform/tasks/lease.ts";
import type { ColumnMapping } from "../formats/mapping/mapping-shape.ts";
import type { TableHead } from "../formats/mapping/table-head.ts";
import { choiceColumns, type ImportChoices } from "./changes.ts";
import { batchOf, findImport, type ImportBatch, type ImportProgress } from "./store.ts";
import type { ImportBatchTable, ImportedFile, ImportState } from "./tables.ts";

/**
 * Claims the task of the oldest import that has one: an undo, or a task whose file is in this folder. One task runs at a time in an
 * installation, on whatever node: while a lease lasts, nothing is claimed. @returns `undefined` when there is nothing to do.
 */
export const claimTask = command<LeaseHolder & { readonly folderId: string }, ImportBatch | undefined>(
	"imports.claim_task",
	async (tx, { folderId, ...holder }, traits) => {
		const nowMs = await beginClaim(tx, traits, "import", holder);
		const held = await tx
			.selectFrom("import_batch")
			.select("import_id")
			.where((row) => row.not(leaseHasEnded("lease_until", nowMs)))
			.limit(1)
			.executeTakeFirst();
		if (held) return undefined;
		const next = await tx
			.selectFrom("import_batch")
			.select("import_id")
			.where("task", "is not", null)
			.where((is) => is.or([is("task", "=", "undo"), is("folder_id", "=", folderId)]))
			.orderBy("import_id")
			.limit(1)
			.executeTakeFirst();
		if (!next) return undefined;
		const row = await tx
			.updateTable("import_batch")
			.set({ lease_id: holder.leaseId, lease_until: nowMs + LEASE_MS, started_at: nowMs, ended_at: null })
			.set({ failure: null })
			.where("import_id", "=", next.import_id)
			.returningAll()
			.executeTakeFirstOrThrow();
		return batchOf(row);
	},
);

/** A task whose lease is held. */
export interface HeldTask extends LeaseHolder {
	readonly importId: string;
}

/** The reports that a task produces, as JSON. */
export type TaskReports = Partial<Pick<ImportBatchTable, "check_report" | "report" | "undo_report">>;

/** Progress of a task, visible to all processes. */
export interface TaskProgress {
	readonly progress: ImportProgress;
	/** What was done so far: it still counts if the task is interrupted and restarted. */
	readonly reports: TaskReports;
}

/** Renews the lease of a task and stores its progress. @returns `lost` when somebody else has it, `stop` when it is to end early. */
export const renewTask = command<HeldTask & { readonly done: TaskProgress | null }, Renewal>(
	"imports.renew_task",
	async (tx, { done, ...held }, traits) => {
		const nowMs = await databaseTimeMs(tx, traits, held.manualMs);
		const row = await changeHeld(tx, held, {
			lease_until: nowMs + LEASE_MS,
			...(done ? { progress: JSON.stringify(done.progress), ...done.reports } : {}),
		});
		if (!row) return "lost";
		return row.stop_asked === 1 ? "stop" : "go_on";
	},
);

/** Records a change set that an import is about to make. */
export const noteChangeSet = command<HeldTask & { readonly changeSet: number }, undefined>(
	"imports.note_change_set",
	async (tx, { changeSet, ...held }) => {
		const batch = await findImport(tx, held.importId);
		if (batch) await changeHeld(tx, held, { change_sets: JSON.stringify([...batch.change_sets, changeSet]) });
	},
);

/** Returns an unfinished task to the queue: the server is stopping. */
export const releaseTask = command<HeldTask & { readonly reports: TaskReports }, undefined>(
	"imports.release_task",
	async (tx, { reports, ...held }) => {
		await changeHeld(tx, held, { ...reports, lease_id: null, lease_until: 0 });
	},
);

/** How a task ended. */
export interface TaskEnd extends HeldTask {
	/** `undefined` leaves it as it was. */
	readonly state?: ImportState | undefined;
	readonly failure?: string;
	readonly reports?: TaskReports;
	readonly files?: readonly ImportedFile[];
	/** How it combines values, if that is now decided. */
	readonly mode?: ImportMode;
	/** The columns of its table, and what they hold, if that is now known. */
	readonly table?: { readonly head: TableHead | null; readonly mapping: ColumnMapping | null };
	/** Whether the file is no longer needed. */
	readonly isFileDone?: boolean;
}

/** Records how a task ended, and lets the next one start. @returns whether it was still held. */
export const endTask = command<TaskEnd, boolean>("imports.end_task", async (tx, end, traits) => {
	const nowMs = await databaseTimeMs(tx, traits, end.manualMs);
	const row = await changeHeld(tx, end, {
		...(end.state ? { state: end.state } : {}),
		...end.reports,
		...(end.files ? { files: JSON.stringify(end.files) } : {}),
		...(end.mode ? { mode: end.mode } : {}),
		...(end.table
			? {
					table_head: end.table.head && JSON.stringify(end.table.head),
					mapping: end.table.mapping && JSON.stringify(end.table.mapping),
				}
			: {}),
		...(end.isFileDone ? { folder_id: null, expires_at: null } : {}),
		failure: end.failure ?? null,
		task: null,
		lease_id: null,
		lease_until: 0,
		stop_asked: 0,
		ended_at: nowMs,
	});
	return row !== undefined;
});

function changeHeld(tx: Tx, held: HeldTask, values: Partial<ImportBatchTable>) {
	return updateRow(tx, "import_batch", { import_id: held.importId, lease_id: held.leaseId }, values);
}

/** A new import run from the command line. It holds its lease itself, so that no server runs it as well. */
export interface CommandImport extends HeldTask, ImportChoices {
	readonly files: readonly ImportedFile[];
}

/** Records a command-line import in the history. */
export const beginCommandImport = command<CommandImport, undefined>(
	"imports.begin_command_import",
	async (tx, begun, traits) => {
		const nowMs = await databaseTimeMs(tx, traits, begun.manualMs);
		await tx
			.insertInto("import_batch")
			.values({
				import_id: begun.importId,
				origin: "command",
				account_id: null,
				...choiceColumns(begun),
				files: JSON.stringify(begun.files),
				// The state that remains if it is killed halfway.
				state: "stopped" satisfies ImportState,
				change_sets: "[]",
				task: "import",
				stop_asked: 0,
				lease_id: begun.leaseId,
				lease_until: nowMs + LEASE_MS,
				created_at: nowMs,
				started_at: nowMs,
			})
			.execute();
	},
);

/**
 * Releases command-line imports that have stopped reporting: nobody else can resume them, as only the command knew their files. One
 * that was merely suspended continues.
 */
export const freeAbandoned = command<{ readonly manualMs: number | null }, undefined>(
	"imports.free_abandoned",
	async (tx, { manualMs }, traits) => {
		const nowMs = await databaseTimeMs(tx, traits, manualMs);
		await tx
			.updateTable("import_batch")
			.set({ task: null, ended_at: nowMs })
			.where("origin", "=", "command")
			.where("task", "=", "import")
			.where(leaseHasEnded("lease_until", nowMs))
			.execute();
	},
);
