import type { Database } from "../../platform/db/database.ts";
import { findRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { TaskKey } from "../../platform/tasks/task-table.ts";
import type { CaseFileRow } from "./tables.ts";

/** The task of tracing a case. */
export const tracing = (caseId: string): TaskKey => ({ kind: "case", ref: caseId });

/** Cases with their tracing. */
export function caseRows(tx: Tx) {
	return tx
		.selectFrom("leak_case")
		.leftJoin("task", (join) => join.onRef("task.ref", "=", "leak_case.case_id").on("task.kind", "=", "case"))
		.selectAll("leak_case")
		.select(["task.state as task_state", "task.progress", "task.failure"])
		.select(["task.created_at as queued_at", "task.ended_at as finished_at"]);
}

export type TracedCase = Awaited<ReturnType<ReturnType<typeof caseRows>["execute"]>>[number];

type CaseStatus = "draft" | "waiting" | "running" | "done" | "failed" | "cancelled";

/** Stage of tracing: `draft` while leaks are added. */
export function statusOf({ task_state: state }: Pick<TracedCase, "task_state">): CaseStatus {
	if (state === null || state === "paused") return "draft";
	return state === "stopped" ? "cancelled" : state;
}

export function findCase(db: Database, caseId: string): Promise<TracedCase | undefined> {
	return caseRows(db.read).where("case_id", "=", caseId).executeTakeFirst();
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

export type ListedCase = TracedCase & { readonly leaks: number };

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
	const rows = await caseRows(db.scan)
		.where("case_id", "in", shown)
		.select((row) =>
			row
				.selectFrom("leak_case_file")
				.select((file) => file.fn.countAll<number>().as("leaks"))
				.whereRef("leak_case_file.case_id", "=", "leak_case.case_id")
				.where("file", "like", "leak-%")
				.as("leaks"),
		)
		.orderBy("leak_case.created_at", "desc")
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
