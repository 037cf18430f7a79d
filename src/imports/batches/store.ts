import { IMPORT_MODES, type ImportMode } from "../../catalogue/writing/import-mode.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { isToDo } from "../../platform/tasks/stored-tasks.ts";
import type { TaskKey, TaskTable } from "../../platform/tasks/task-table.ts";
import { ABSENT_CHOICES, type AbsentChoice } from "../absent-choice.ts";
import type { ColumnMapping } from "../formats/mapping/mapping-shape.ts";
import type { TableHead } from "../formats/mapping/table-head.ts";
import type { DoneSoFar, ImportReport, NotedPicture, Remark, ReportedLists, TableHeader } from "../report.ts";
import type { Card } from "../studio/card.ts";
import type { ImportBatchTable, ImportedFile, ImportOrigin, ImportState, ImportTask } from "./tables.ts";

/** Progress of a task. */
export interface ImportProgress extends DoneSoFar {
	readonly atMs: number;
}

/** The counts of an `ImportReport`, with the first entries of its lists; those that earlier versions did not count are absent. */
export interface ImportSummary extends Pick<ImportReport, "products" | "images">, Partial<ReportedLists> {
	readonly refused: number;
	readonly causes: readonly { readonly cause: string; readonly count: number }[];
	readonly unmarkable: number;
	readonly ignored: number;
	readonly noted: readonly NotedPicture[];
	readonly notedCount: number;
	/** The database that the file is an export of; null for our own formats. */
	readonly from?: "openfoodfacts" | null;
	/** What readers did with contents of the files, in words; most frequent first. */
	readonly remarks?: readonly (Remark & { readonly text: string })[];
	/** How tables were read: the first ones. */
	readonly tables?: readonly { readonly source: string; readonly words: string }[];
	/** Products of which a line was refused. */
	readonly productsRefused?: number;
	/** Pictures whose address a table gives, and which were not fetched. */
	readonly unfetched?: number;
	/** The first products as they would be served, of a dry run. */
	readonly foreseen?: readonly ForeseenProduct[];
	/** The column names of the first table, for its refused rows. */
	readonly header?: TableHeader | null;
	readonly tookMs: number;
}

/** A product as it would be served after an import. */
export interface ForeseenProduct {
	readonly barcode: string;
	readonly product_meta: Readonly<Record<string, unknown>>;
}

/** Result of undoing an import, counting product changes: each by one line or picture. */
export interface UndoSummary {
	readonly undone: number;
	/** Undone before, or no longer in the history. */
	readonly already: number;
	/** Not undone: a newer change builds on them. */
	readonly newer: number;
	/** Not undone: the previous picture is no longer stored. */
	readonly lost: number;
	/** The first of the changes that were not undone. */
	readonly kept: readonly { readonly barcode: string; readonly why: "newer" | "picture_lost" }[];
	readonly tookMs: number;
}

/** The columns that are read as something else than they are stored. */
interface ParsedColumns {
	readonly origin: ImportOrigin;
	readonly state: ImportState;
	readonly files: readonly ImportedFile[];
	readonly table_head: TableHead | null;
	readonly mapping: ColumnMapping | null;
	readonly check_report: ImportSummary | null;
	readonly report: ImportSummary | null;
	readonly undo_report: UndoSummary | null;
	readonly change_sets: readonly number[];
	readonly existing_only: boolean;
	/** Null until its file has been read: nobody has chosen yet. */
	readonly mode: ImportMode | null;
	readonly exact: boolean;
	readonly fetches_pictures: boolean;
	readonly keeps_edited: boolean;
	readonly absent: AbsentChoice;
	readonly card: Card | null;
}

/** Of the task that is to be done for an import, or the last one that was. */
interface ImportTaskColumns {
	/** Null when nothing is to be done. */
	readonly task: ImportTask | null;
	/** Who requested it. */
	readonly task_by: string | null;
	/** Whether its process is to stop. */
	readonly stop_asked: boolean;
	readonly lease_until: number | null;
	readonly progress: ImportProgress | null;
	/** Why it failed, in words. */
	readonly failure: string | null;
	readonly started_at: number | null;
	readonly ended_at: number | null;
}

/** An import with its columns parsed, and its task. */
export type ImportBatch = Omit<ImportBatchTable, keyof ParsedColumns> & ParsedColumns & ImportTaskColumns;

export const importTask = (importId: string): TaskKey => ({ kind: "import", ref: importId });

/** Imports with their tasks. */
export function importRows(tx: Tx) {
	return tx
		.selectFrom("import_batch")
		.leftJoin("task", (join) =>
			join.onRef("task.ref", "=", "import_batch.import_id").on("task.kind", "=", "import"),
		)
		.selectAll("import_batch")
		.select(["task.action", "task.account_id as task_by", "task.state as task_state", "task.asked"])
		.select(["task.lease_until", "task.progress", "task.failure", "task.started_at", "task.ended_at"]);
}

/** One import; `undefined` when there is none with that id. */
export async function findImport(tx: Tx, importId: string): Promise<ImportBatch | undefined> {
	const row = await importRows(tx).where("import_id", "=", importId).executeTakeFirst();
	return row && batchOf(row);
}

type ImportRow = ImportBatchTable &
	Omit<ImportTaskColumns, "task" | "stop_asked" | "progress"> & {
		readonly action: string | null;
		readonly task_state: TaskTable["state"] | null;
		readonly asked: TaskTable["asked"];
		readonly progress: string | null;
	};

export function batchOf({ action, task_state: state, asked, ...row }: ImportRow): ImportBatch {
	return {
		...row,
		origin: row.origin as ImportOrigin,
		state: row.state as ImportState,
		task: isToDo({ state }) ? (action as ImportTask) : null,
		stop_asked: asked === "stop",
		files: JSON.parse(row.files),
		progress: parsed(row.progress),
		table_head: parsed(row.table_head),
		mapping: parsed(row.mapping),
		check_report: parsed(row.check_report),
		report: parsed(row.report),
		undo_report: parsed(row.undo_report),
		change_sets: JSON.parse(row.change_sets),
		card: parsed(row.card),
		existing_only: row.existing_only === 1,
		mode: IMPORT_MODES.find((mode) => mode === row.mode) ?? null,
		exact: row.exact !== 0,
		fetches_pictures: row.fetches_pictures === 1,
		keeps_edited: row.keeps_edited === 1,
		absent: ABSENT_CHOICES.find((choice) => choice === row.absent) ?? "leave",
	};
}

function parsed<T>(text: string | null): T | null {
	return text === null ? null : (JSON.parse(text) as T);
}
