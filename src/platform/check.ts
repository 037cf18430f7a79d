import type { BlobStore } from "./blobs/blob-store.ts";
import type { Database } from "./db/database.ts";
import type { Secrets } from "./secrets.ts";
import type { StoredSettings } from "./stored-settings.ts";

/** What `doctor` examines, and how. */
export interface Examined {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly secrets: Secrets;
	readonly storedSettings: StoredSettings;
	readonly nowMs: number;
	/** Whether to read every stored file and compare its hash. */
	readonly read: boolean;
	/** How long the audit log is kept; 0 days: forever. */
	readonly auditDays: number;
	/** What keys of blobs begin with that a room has said are its own. */
	readonly blobPrefixes: readonly string[];
}

export interface Finding {
	/** Its member of the JSON document. */
	readonly document: unknown;
	/** What was looked at, for people; absent where the check is only for information. */
	readonly fine?: string;
	readonly faults?: readonly string[];
	/** For information: each a line, and further lines that belong to it. */
	readonly notes?: readonly (readonly [string, ...string[]])[];
}

/** A check of `doctor`. */
export interface Check {
	/** Its member of the JSON document. */
	readonly name: string;
	/** What it is about, for people; the name by default. */
	readonly title?: string;
	readonly examine: (examined: Examined) => Promise<Finding>;
}

/** Number of lines shown of a note; the JSON document has all. */
const LISTED = 20;

/** A note with a line for each of a list. */
export function listed(head: string, lines: readonly string[]): readonly [string, ...string[]] {
	const more = lines.length - LISTED;
	return [head, ...lines.slice(0, LISTED), ...(more > 0 ? [`… and ${more} more; --json lists all`] : [])];
}
