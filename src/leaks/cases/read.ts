import type { Database } from "../../platform/db/database.ts";
import { findRow } from "../../platform/db/rows.ts";
import type { CaseFileRow, LeakCaseRow } from "./tables.ts";

export function findCase(db: Database, caseId: string): Promise<LeakCaseRow | undefined> {
	return db.read.selectFrom("leak_case").selectAll().where("case_id", "=", caseId).executeTakeFirst();
}

/** The files of a case, sorted by the numbers in their names. */
export async function filesOf(db: Database, caseId: string): Promise<CaseFileRow[]> {
	const rows = await db.read.selectFrom("leak_case_file").selectAll().where("case_id", "=", caseId).execute();
	return rows.sort((a, b) => a.file.localeCompare(b.file, "en", { numeric: true }));
}

export function findFile(db: Database, caseId: string, file: string): Promise<CaseFileRow | undefined> {
	return findRow(db.read, "leak_case_file", { case_id: caseId, file });
}

export interface CaseFilter {
	/** Part of the name, the note, a barcode or the name of an identified client. */
	readonly search?: string | undefined;
	readonly state?: "open" | "closed" | undefined;
}

export interface ListedCase extends LeakCaseRow {
	readonly leaks: number;
}

/** Cases, newest first. @returns one page, and how many there are. */
export async function listCases(
	db: Database,
	filter: CaseFilter,
	{ page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ cases: ListedCase[]; total: number }> {
	// Rows are long, so only those of the page are read.
	const shown = chosen(db, filter)
		.select("case_id")
		.orderBy("created_at", "desc")
		.orderBy("case_id", "desc")
		.limit(perPage)
		.offset((page - 1) * perPage);
	const rows = await db.scan
		.selectFrom("leak_case")
		.where("case_id", "in", shown)
		.selectAll()
		.select((row) =>
			row
				.selectFrom("leak_case_file")
				.select((file) => file.fn.countAll<number>().as("leaks"))
				.whereRef("leak_case_file.case_id", "=", "leak_case.case_id")
				.where("file", "like", "leak-%")
				.as("leaks"),
		)
		.orderBy("created_at", "desc")
		.orderBy("case_id", "desc")
		.execute();
	const { total } = await chosen(db, filter)
		.select((row) => row.fn.countAll<number>().as("total"))
		.executeTakeFirstOrThrow();
	return { cases: rows.map((row) => ({ ...row, leaks: Number(row.leaks) })), total: Number(total) };
}

function chosen(db: Database, { search, state }: CaseFilter) {
	let query = db.scan.selectFrom("leak_case");
	if (state !== undefined) query = query.where("state", "=", state);
	if (search === undefined) return query;
	const part = search.toLowerCase();
	// Not `like`: user input is not a pattern.
	return query.where(
		(row) => row.fn<string>("replace", ["search_text", row.val(part), row.val("")]),
		"<>",
		(row) => row.ref("search_text"),
	);
}
