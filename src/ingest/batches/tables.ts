/** What an import comes from: a file uploaded in the pages, or paths given to the command. */
export type ImportOrigin = "page" | "command";

/**
 * Where an import stands when nothing is being done with it. `uploading`: the file is not complete; `uploaded`: it is, and nobody knows what
 * it holds; `checked`: it is known what it would change; `imported`, `stopped` half-way, `failed`, `undone`; `expired`: the file was
 * deleted before anything was imported of it.
 */
export type ImportState =
	| "uploading"
	| "uploaded"
	| "checked"
	| "imported"
	| "stopped"
	| "failed"
	| "undone"
	| "expired";

/** What is to be done with an import, or being done while its lease holds. */
export type ImportTask = "check" | "import" | "undo";

/** A file of an import as it is called where it came from. The digest is unknown until it was read; a folder has none. */
export interface ImportedFile {
	readonly name: string;
	readonly sizeBytes: number | null;
	readonly sha256: string | null;
}

export interface ImportBatchTable {
	/** ULID: later ones sort behind. */
	import_id: string;
	/** An `ImportOrigin`. */
	origin: string;
	/** Who uploaded it; null for the command. */
	account_id: string | null;
	/** What its pictures say: `source_batch`, `ownership` and `uploaded_by`. */
	source_batch: string;
	ownership: string | null;
	uploaded_by: string | null;
	/** 1: products that are not in the catalogue are refused. */
	existing_only: number;
	/** JSON list of `ImportedFile`. */
	files: string;
	/** Of the upload, which has one file. */
	size_bytes: number | null;
	/** When that file last changed on the uploader's machine: with name and size, what a file is recognised by that is to be gone on with. */
	modified_at: number | null;
	/** The folder of uploads that holds the file (uploads/folder.ts); null when it is gone. */
	folder_id: string | null;
	/** An `ImportState`. */
	state: string;
	/** An `ImportTask`; null when nothing is to be done. */
	task: string | null;
	/** Who asked for it. */
	task_by: string | null;
	/** 1: whoever does the task is to stop. */
	stop_asked: number;
	/** Who does the task, and until when that holds unless it is renewed. */
	lease_id: string | null;
	lease_until: number;
	/** JSON of `ImportProgress`. */
	progress: string | null;
	/** JSON of `ImportSummary`: of the dry run, of the import, and of its undoing (`UndoSummary`). */
	check_report: string | null;
	report: string | null;
	undo_report: string | null;
	/** JSON list of the sets of changes that it made (catalogue/history): one, or more where it was cut off and started over. */
	change_sets: string;
	/** Why it failed, in words. */
	failure: string | null;
	created_at: number;
	/** Of the last task that was done. */
	started_at: number | null;
	ended_at: number | null;
	/** When its file is deleted; null when there is none. */
	expires_at: number | null;
}

/** What was refused by the last dry run or import: the first ones, as its report lists them. */
export interface ImportRefusalTable {
	import_id: string;
	/** From 1. */
	number: number;
	source: string;
	line: number | null;
	/** What many reasons have in common. */
	cause: string;
	reason: string;
	expires_at: number;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		import_batch: ImportBatchTable;
		import_refusal: ImportRefusalTable;
	}
}
