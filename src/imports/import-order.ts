import type { ProductRow } from "../catalogue/tables.ts";
import type { ImportMode } from "../catalogue/writing/import-mode.ts";
import type { MetadataChange } from "../catalogue/writing/metadata-change.ts";
import type { WatermarkSettings } from "../pictures/preparation/watermark-settings.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { AbsentChoice } from "./absent-choice.ts";
import type { GuardedGet } from "./fetched/guarded-get.ts";
import type { FileFormat } from "./formats/file-format.ts";
import type { ImportReport, Progress } from "./report.ts";
import type { Attribution } from "./sources/attribution.ts";

/** What to import, and how. */
export interface ImportOrder extends Attribution {
	readonly paths: readonly string[];
	readonly format: FileFormat;
	readonly existingOnly: boolean;
	readonly mode: ImportMode;
	/** Keeps the values that a person edited; otherwise they are replaced, and reported. */
	readonly keepsEdited: boolean;
	/** Takes barcodes literally, instead of also looking for products with other leading zeros. */
	readonly exact: boolean;
	/** Which kind of table this is a delivery of, and what becomes of products that it lacks; undefined for what is compared with no earlier one. */
	readonly delivery?: { readonly id: string; readonly absent: AbsentChoice } | undefined;
	/** Report what would be done, without doing it. */
	readonly dryRun: boolean;
	/** For an import that goes on: when it began, in epoch milliseconds, and the newest row of `product_history` then. */
	readonly began?: { readonly atMs: number; readonly since: number } | undefined;
	readonly watermark: WatermarkSettings;
	/** Sizes to prepare besides the full one: pixels of the longer edge. */
	readonly sizesPx: readonly number[];
	readonly uploadOffsetMinutes: number;
	/** Fetches pictures that tables give the address of; absent: they are only counted. */
	readonly fetchPicture?: GuardedGet | undefined;
	/** The account that imports in the pages; null for the command line. */
	readonly accountId: string | null;
	/** Whether a running server is blocked while the import writes. */
	readonly holdsUpServer: () => boolean;
	/** Ends it early: work in progress is finished, and the report covers what was done. */
	readonly signal?: AbortSignal;
}

/** What is told while an import runs. */
export interface ImportWatch {
	readonly progress?: Progress;
	/** Called before anything is imported, when the report counts barcodes with a wrong check digit. */
	readonly onSurveyed?: ((report: ImportReport) => void) | undefined;
	/** Called with the id of its change set, before the first change. */
	readonly onChangeSet?: (id: number) => Promise<unknown>;
	/** Receives each change of metadata that is about to be applied. */
	readonly onChange?: (change: MetadataChange) => void;
	/** In a dry run, receives each product with the changes so far. */
	readonly onPlanned?: (product: ProductRow) => void;
}

export interface ImportStores {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly clock: Clock;
}
