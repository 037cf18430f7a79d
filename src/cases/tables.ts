import type { Selectable } from "kysely";

/** What is known of leaked pictures of one source, and what tracing them gave. */
export interface LeakCaseTable {
	/** `case_` and a ULID. */
	case_id: string;
	/** What people call it and write about it. */
	name: string;
	note: string | null;
	/** `open` or `closed`, as people decide. */
	state: string;
	/** How far tracing is: `draft` while leaks are added, then `waiting`, `running`, and `done`, `failed` or `cancelled`. */
	status: string;
	/** The picture that the leaks show, when it is known. */
	barcode: string | null;
	variant: string | null;
	created_by: string | null;
	created_at: number;
	changed_at: number;
	queued_at: number | null;
	finished_at: number | null;
	/** How often a process began to trace it. */
	attempts: number;
	/** The process that traces it, and how long it is taken to live. */
	runner: string | null;
	lease_until: number | null;
	/** JSON of `CaseProgress`. */
	progress: string | null;
	/** Why tracing failed, for people. */
	problem: string | null;
	/** JSON of `CaseResult`. */
	result: string | null;
	/** Name, note, barcode and named clients in lower case. */
	search_text: string;
}

/** A file of a case: `leak-1`, `preview-1`, `evidence-1-1` (leak, candidate) or `case`, what others check. */
export interface LeakCaseFileTable {
	case_id: string;
	file: string;
	/** What the leak was called where it came from. */
	name: string | null;
	content_type: string;
	size_bytes: number;
	sha256: string;
	/** Of a leak: its size in pixels, upright. */
	width: number | null;
	height: number | null;
	stored_blob: string;
}

/** Keys of blobs that are removed at some time unless a case names them by then: those of deleted cases, and those that are about to be written. */
export interface CaseFileRemovalTable {
	stored_file: string;
	remove_at: number;
}

/** Where rows name blobs. */
export const caseBlobColumns = { leak_case_file: ["stored_blob"] } as const;

export type LeakCaseRow = Selectable<LeakCaseTable>;
export type CaseFileRow = Selectable<LeakCaseFileTable>;

declare module "../platform/db/tables.ts" {
	interface Tables {
		leak_case: LeakCaseTable;
		leak_case_file: LeakCaseFileTable;
		case_file_removal: CaseFileRemovalTable;
	}
}
