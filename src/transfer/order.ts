import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { BlobJournal } from "./blob-journal.ts";

/** What is to move, and where to. */
export interface MoveOrder {
	readonly source: { readonly db: Database; readonly blobs: BlobStore };
	/** What moves; what is left out stays where it is. The database is up to date. */
	readonly target: { readonly db: Database | undefined; readonly blobs: BlobStore | undefined };
	/** The target in words, without passwords. */
	readonly to: string;
	readonly journal: BlobJournal;
	/** Whether every row and every byte is compared once more while nothing can change. */
	readonly fullCheck: boolean;
	/** Nothing is in flight any more when the source did not change for so long. */
	readonly quietMs: number;
	readonly clock: Clock;
	/** Ends the work at the next step; it can be taken up again. */
	readonly signal: AbortSignal;
	readonly watcher: MoveWatcher;
}

/** Who looks on. */
export interface MoveWatcher {
	/** @param total how much there is to do, where it is known. */
	begin(step: string, total: number | undefined): void;
	passed(count: number): void;
}

export interface MoveReport {
	/** Nothing was left to do: an earlier run has done it. */
	readonly done_before: boolean;
	readonly tables: readonly { readonly table: string; readonly rows: number; readonly sha256?: string }[];
	readonly blobs: { readonly compared: number; readonly bytes: number };
	/** How long callers were told to wait, up to the end of the command. */
	readonly maintenance_ms: number;
}
