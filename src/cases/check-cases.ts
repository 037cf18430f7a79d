import { BlobMissing, type BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import { sha256 } from "./case-files.ts";
import type { CaseFileRow } from "./tables.ts";

export interface CaseFault {
	readonly caseId: string;
	readonly file: string;
	readonly problem: string;
}

export interface CaseCheck {
	readonly files: number;
	readonly faults: readonly CaseFault[];
}

/** Checks that the files of all cases are there. @param options.read reads them and checks their digests. */
export async function checkCases(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	{ read }: { readonly read: boolean },
): Promise<CaseCheck> {
	const rows = await db.scan.selectFrom("leak_case_file").selectAll().execute();
	const faults: CaseFault[] = [];
	for (const row of rows) {
		const problem = await problemOf(blobs, row, read);
		if (problem) faults.push({ caseId: row.case_id, file: row.file, problem });
	}
	return { files: rows.length, faults };
}

async function problemOf(blobs: BlobStore, row: CaseFileRow, read: boolean): Promise<string | undefined> {
	try {
		if (!read) {
			await blobs.getStart(row.stored_blob, 1);
			return undefined;
		}
		return sha256(await blobs.get(row.stored_blob)) === row.sha256
			? undefined
			: "not the file that was stored";
	} catch (fault) {
		if (fault instanceof BlobMissing) return "missing";
		throw fault;
	}
}
