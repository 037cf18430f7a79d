/** The origin of an import: a file uploaded in the pages, or paths given to the command. */
export type ImportOrigin = "page" | "command";

/**
 * State of an import while no task is in progress. `uploading`: the file is incomplete; `uploaded`: it is complete but not yet checked;
 * `grouped`: the pictures of a card have been looked at; `checked`: the dry run is done; `imported`, `stopped` halfway, `failed`, `undone`; `expired`: the file was deleted before
 * anything was imported from it.
 */
export type ImportState =
	| "uploading"
	| "uploaded"
	| "grouped"
	| "checked"
	| "imported"
	| "stopped"
	| "failed"
	| "undone"
	| "expired";

/** The action of an import's task. */
export type ImportTask = "look" | "check" | "import" | "undo";

/** A file of an import under its original name. The digest is unknown until the file was read; a folder has none. */
export interface ImportedFile {
	readonly name: string;
	readonly sizeBytes: number | null;
	readonly sha256: string | null;
}

/** An import, from the pages or from the command: the history of all of them, from the first byte uploaded to the undo. */
export interface ImportBatchTable {
	/** ULID: sorts by time. */
	import_id: string;
	/** An `ImportOrigin`. */
	origin: string;
	/** Who uploaded it; null for the command. */
	account_id: string | null;
	/** Attribution of its pictures: `source_batch`, `ownership` and `uploaded_by`. */
	source_batch: string;
	ownership: string | null;
	uploaded_by: string | null;
	/** 1: products that are not in the catalogue are refused. */
	existing_only: number;
	/** An `ImportMode`; null until its file has been read, which decides, and for imports of earlier versions, which replaced. */
	mode: string | null;
	/** 1: barcodes are taken literally; null: they are. */
	exact: number | null;
	/** JSON list of `ImportedFile`. */
	files: string;
	/** Of the uploaded file; there is exactly one. */
	size_bytes: number | null;
	/** When that file was last modified on the uploader's machine: with name and size, this identifies the file of an upload to be resumed. */
	modified_at: number | null;
	/** The upload folder that holds the file (uploads/folder.ts); null when it has been deleted. */
	folder_id: string | null;
	/** An `ImportState`. */
	state: string;
	/** JSON of `ImportSummary`: of the dry run, of the import, and of its undoing (`UndoSummary`). */
	check_report: string | null;
	report: string | null;
	undo_report: string | null;
	/** JSON list of its change sets (catalogue/history): one, or more if it was interrupted and restarted. */
	change_sets: string;
	/** JSON of `TableHead`, if it has a table with column names of its own. */
	table_head: string | null;
	/** JSON of `ColumnMapping`: what its columns hold; null until its file has been read. */
	mapping: string | null;
	/** 1: pictures are fetched that its tables give the address of. */
	fetches_pictures: number | null;
	/** 1: values that a person edited are kept. */
	keeps_edited: number | null;
	/** What becomes of products that are not delivered any more, an `AbsentChoice`; null: nothing. */
	absent: string | null;
	/** How its tables are encoded, if somebody said so. */
	encoding: string | null;
	/** JSON of `Card` (studio/card.ts), for an upload of raw pictures as long as its file is there. */
	card: string | null;
	created_at: number;
	/** When its file is deleted; null when there is none. */
	expires_at: number | null;
}

/** The refusals of the last dry run or import, for 90 days: the first ones, as listed in its report. */
export interface ImportRefusalTable {
	import_id: string;
	/** From 1. */
	number: number;
	source: string;
	line: number | null;
	/** The cause that several reasons share. */
	cause: string;
	reason: string;
	/** JSON list of the cells of a table's row; null for anything else, and beyond the first rows. */
	cells: string | null;
	expires_at: number;
}

/** What the columns of a kind of table hold, saved by a person under a name. */
export interface ImportMappingTable {
	name: string;
	/** JSON of `ColumnMapping`. */
	mapping: string;
	/** An account id. */
	saved_by: string;
	saved_at: number;
}

/** A product that a table with column names of its own had: what its next delivery lacks can be told. */
export interface DeliveredProductTable {
	/** Which kind of table: a digest of its mapping. */
	delivery: string;
	barcode: string;
	delivered_at: number;
	/** When somebody marked it as not delivered any more; null while it is. */
	gone_at: number | null;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		import_batch: ImportBatchTable;
		import_refusal: ImportRefusalTable;
		import_mapping: ImportMappingTable;
		delivered_product: DeliveredProductTable;
	}
}
