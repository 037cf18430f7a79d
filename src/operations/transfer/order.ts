import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { BlobJournal } from "./blob-journal.ts";

/** What is transferred, and where to. */
export interface MoveOrder {
	readonly source: { readonly db: Database; readonly blobs: BlobStore };
	/** What is transferred; the rest stays where it is. The database schema is up to date. */
	readonly target: { readonly db: Database | undefined; readonly blobs: BlobStore | undefined };
	/** The target in words, without passwords. */
	readonly to: string;
	readonly journal: BlobJournal;
	/** Whether to compare every row and every byte once more while nothing can change. */
	readonly fullCheck: boolean;
	/** The source counts as idle when it has not changed for this long. */
	readonly quietMs: number;
	readonly clock: Clock;
	/** Stops the transfer at the next step; it can be resumed. */
	readonly signal: AbortSignal;
	readonly watcher: MoveWatcher;
}

/** Receives progress. */
export interface MoveWatcher {
	/** @param total amount of work, if known. */
	begin(step: string, total: number | undefined): void;
	passed(count: number): void;
}

export interface MoveReport {
	/** Nothing was left to do: an earlier run had finished. */
	readonly done_before: boolean;
	readonly tables: readonly { readonly table: string; readonly rows: number; readonly sha256?: string }[];
	readonly blobs: { readonly compared: number; readonly bytes: number };
	/** How long callers got the maintenance message, until the command ended. */
	readonly maintenance_ms: number;
}
