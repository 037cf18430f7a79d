import { hash } from "node:crypto";
import { BlobMissing, type BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { walk } from "../../platform/db/walk.ts";
import { isReadableJson } from "../../platform/readable-json.ts";
import { taskFaults } from "../../platform/tasks/stored-tasks.ts";
import { caseRows, type TracedCase } from "./read.ts";
import type { CaseFileRow } from "./tables.ts";

export interface CaseFault {
	readonly caseId: string;
	/** Absent when the case itself is at fault. */
	readonly file?: string;
	readonly problem: string;
}

export interface CaseCheck {
	readonly files: number;
	readonly faults: readonly CaseFault[];
}

type Stores = { readonly db: Database; readonly blobs: BlobStore };

/** Checks that all cases can be read and match their files, and that the files exist; with `options.read` also their digests. */
export async function checkCases(stores: Stores, { read }: { readonly read: boolean }): Promise<CaseCheck> {
	const rows = await stores.db.scan.selectFrom("leak_case_file").selectAll().orderBy("case_id").execute();
	const faults: CaseFault[] = [];
	for (const row of rows) {
		const problem = await problemOf(stores.blobs, row, read);
		if (problem) faults.push({ caseId: row.case_id, file: row.file, problem });
	}
	return { files: rows.length, faults: [...faults, ...(await rowFaults(stores.db))] };
}

const PAGE = 100;

/** Faults in the cases themselves. A result holds hundreds of deliveries, so the rows are read in pages. */
async function rowFaults({ scan }: Database): Promise<CaseFault[]> {
	const faults: CaseFault[] = [];
	for await (const page of walk(caseRows(scan), "case_id", PAGE)) {
		const found = page.flatMap((row) => faultsOf(row).map((problem) => ({ caseId: row.case_id, problem })));
		faults.push(...found);
	}
	const tasks = await taskFaults(scan, "case");
	return [
		...faults,
		...tasks.map(({ ref, problem }) => ({ caseId: ref, problem })),
		...(await orphans(scan)),
	];
}

function faultsOf({ task_state, result }: TracedCase): string[] {
	return [
		...(isReadableJson(result) ? [] : ["its result is unreadable"]),
		...(task_state === "done" && result === null ? ["it was traced, but there is no result"] : []),
	];
}

async function orphans(scan: Database["scan"]): Promise<CaseFault[]> {
	const rows = await scan
		.selectFrom("leak_case_file")
		.leftJoin("leak_case", "leak_case.case_id", "leak_case_file.case_id")
		.select(["leak_case_file.case_id as caseId", "leak_case_file.file"])
		.where("leak_case.case_id", "is", null)
		.execute();
	return rows.map((row) => ({ ...row, problem: "it belongs to a case that does not exist" }));
}

async function problemOf(blobs: BlobStore, row: CaseFileRow, read: boolean): Promise<string | undefined> {
	try {
		if (!read) {
			await blobs.getStart(row.stored_blob, 1);
			return undefined;
		}
		return hash("sha256", await blobs.get(row.stored_blob)) === row.sha256
			? undefined
			: "not the file that was stored";
	} catch (fault) {
		if (fault instanceof BlobMissing) return "missing";
		throw fault;
	}
}
