import type { Selectable } from "kysely";

/** What is known about leaked pictures from one source, and the result of tracing them, which is a task. */
export interface LeakCaseTable {
	/** `case_` and a ULID. */
	case_id: string;
	/** Entered by users. */
	name: string;
	note: string | null;
	/** `open` or `closed`, set by users. */
	state: string;
	/** The picture that the leaks show, if known. */
	barcode: string | null;
	variant: string | null;
	created_by: string | null;
	/** Who looks after it: at first, whoever opened it. */
	holder_id: string | null;
	created_at: number;
	changed_at: number;
	/** JSON of `CaseResult`. */
	result: string | null;
	/** Name, note, barcode and named clients in lower case. */
	search_text: string;
}

/** A file of a case: `leak-1`, `preview-1`, `evidence-1-1` (leak, candidate) or `case`, the file that others can verify. */
export interface LeakCaseFileTable {
	case_id: string;
	file: string;
	/** The original file name of the leak. */
	name: string | null;
	content_type: string;
	size_bytes: number;
	sha256: string;
	/** Of a leak: its size in pixels, upright. */
	width: number | null;
	height: number | null;
	stored_blob: string;
}

/** Keys of blobs to be removed at a given time unless a case names them by then: those of deleted cases, and those about to be written. */
export interface CaseFileRemovalTable {
	stored_file: string;
	remove_at: number;
}

/** What somebody added about a case. Append-only. */
export interface LeakCaseNoteTable {
	/** `note_` and a ULID, so that sorting gives the order of writing. */
	note_id: string;
	case_id: string;
	at: number;
	account_id: string | null;
	text: string;
}

/** A link that shows the report of a case to somebody without an account, until it ends. */
export interface CaseLinkTable {
	/** The token itself is only in the link. */
	token_hash: string;
	/** Identifies it in lists. */
	link_id: string;
	case_id: string;
	created_by: string | null;
	created_at: number;
	expires_at: number;
	revoked_at: number | null;
	opened_count: number;
	last_opened_at: number | null;
}

/** Columns that hold blob keys. */
export const caseBlobColumns = { leak_case_file: ["stored_blob"] } as const;

export type LeakCaseRow = Selectable<LeakCaseTable>;
export type CaseLinkRow = Selectable<CaseLinkTable>;
export type CaseFileRow = Selectable<LeakCaseFileTable>;

declare module "../../platform/db/tables.ts" {
	interface Tables {
		leak_case: LeakCaseTable;
		leak_case_file: LeakCaseFileTable;
		case_file_removal: CaseFileRemovalTable;
		leak_case_note: LeakCaseNoteTable;
		case_link: CaseLinkTable;
	}
}
