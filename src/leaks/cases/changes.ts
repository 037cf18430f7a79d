import { deleteRows, insertRow, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { letGoOfFiles, nameFiles, type StoredCaseFile } from "./case-files.ts";
import { searchTextOf } from "./search-text.ts";
import type { LeakCaseRow } from "./tables.ts";

/** Maximum number of leaks per case: more from one source add little to the evidence. */
export const MOST_LEAKS = 10;

export interface NewCase {
	readonly caseId: string;
	readonly name: string;
	readonly note: string | null;
	readonly barcode: string | null;
	readonly variant: string | null;
	readonly createdBy: string | null;
	readonly nowMs: number;
}

export async function openCase(tx: Tx, { caseId, createdBy, nowMs, ...given }: NewCase): Promise<void> {
	await insertRow(tx, "leak_case", {
		...given,
		case_id: caseId,
		state: "open",
		status: "draft",
		created_by: createdBy,
		holder_id: createdBy,
		created_at: nowMs,
		changed_at: nowMs,
		attempts: 0,
		search_text: searchTextOf(given),
	});
}

/** Traced, being traced or queued: from here on the inputs of a case are fixed. */
const SETTLED: readonly string[] = ["waiting", "running", "done"];

export type LeakOutcome = "added" | "not_found" | "settled" | "full";

/** Adds a leak and its preview; both files are numbered by the leak's position: `leak-1` and `preview-1`. */
export async function addLeak(
	tx: Tx,
	{ caseId, leak, preview }: { caseId: string; leak: StoredCaseFile; preview: StoredCaseFile },
): Promise<LeakOutcome> {
	const row = await lockedCase(tx, caseId);
	if (!row) return "not_found";
	if (SETTLED.includes(row.status)) return "settled";
	const { count } = await tx
		.selectFrom("leak_case_file")
		.select((file) => file.fn.countAll<number>().as("count"))
		.where("case_id", "=", caseId)
		.where("file", "like", "leak-%")
		.executeTakeFirstOrThrow();
	if (Number(count) >= MOST_LEAKS) return "full";
	const place = Number(count) + 1;
	await nameFiles(tx, caseId, [
		{ ...leak, file: `leak-${place}` },
		{ ...preview, file: `preview-${place}` },
	]);
	return "added";
}

export type QueueOutcome = "queued" | "not_found" | "settled" | "no_leaks";

/** Queues a case for tracing, behind those already waiting. */
export async function queueCase(
	tx: Tx,
	{ caseId, nowMs }: { caseId: string; nowMs: number },
): Promise<QueueOutcome> {
	const row = await lockedCase(tx, caseId);
	if (!row) return "not_found";
	if (SETTLED.includes(row.status)) return "settled";
	const leak = await tx
		.selectFrom("leak_case_file")
		.select("file")
		.where("case_id", "=", caseId)
		.limit(1)
		.executeTakeFirst();
	if (!leak) return "no_leaks";
	const queued = { status: "waiting", queued_at: nowMs, attempts: 0, problem: null, progress: null };
	await tx.updateTable("leak_case").set(queued).where("case_id", "=", caseId).execute();
	return "queued";
}

/** Cancels tracing; the process running it notices within seconds. */
export async function cancelCase(
	tx: Tx,
	{ caseId, nowMs }: { caseId: string; nowMs: number },
): Promise<"cancelled" | "not_found" | "not_running"> {
	const row = await lockedCase(tx, caseId);
	if (!row) return "not_found";
	if (row.status !== "waiting" && row.status !== "running") return "not_running";
	const ended = { status: "cancelled", finished_at: nowMs, runner: null, lease_until: null, progress: null };
	await tx.updateTable("leak_case").set(ended).where("case_id", "=", caseId).execute();
	return "cancelled";
}

export interface CaseChange {
	readonly caseId: string;
	readonly name?: string | undefined;
	readonly note?: string | null | undefined;
	readonly state?: "open" | "closed" | undefined;
	/** The account that looks after it from now on. */
	readonly holderId?: string | null | undefined;
	readonly nowMs: number;
}

/** Changes the user-entered details of a case. @returns the case as it was before. */
export async function changeCase(
	tx: Tx,
	{ caseId, nowMs, ...given }: CaseChange,
): Promise<LeakCaseRow | undefined> {
	const before = await lockedCase(tx, caseId);
	if (!before) return undefined;
	const { name = before.name, note = before.note, state = before.state } = given;
	const { holderId = before.holder_id } = given;
	const searchText = searchTextOf({ ...before, name, note });
	await updateRows(
		tx,
		"leak_case",
		{ case_id: caseId },
		{ name, note, state, holder_id: holderId, changed_at: nowMs, search_text: searchText },
	);
	return before;
}

/** Deletes a case, provided that the typed name matches. A process that is tracing it notices. */
export async function deleteCase(
	tx: Tx,
	{ caseId, name, nowMs }: { caseId: string; name: string; nowMs: number },
): Promise<"deleted" | "not_found" | "other_name"> {
	const row = await lockedCase(tx, caseId);
	if (!row) return "not_found";
	if (row.name !== name) return "other_name";
	await letGoOfFiles(tx, caseId, nowMs);
	for (const table of ["leak_case_note", "case_link"] as const)
		await deleteRows(tx, table, { case_id: caseId });
	await tx.deleteFrom("leak_case").where("case_id", "=", caseId).execute();
	return "deleted";
}

/** Locks the row until the transaction ends: on both engines an update that changes nothing does that. */
export async function lockedCase(tx: Tx, caseId: string): Promise<LeakCaseRow | undefined> {
	return tx
		.updateTable("leak_case")
		.set((row) => ({ case_id: row.ref("case_id") }))
		.where("case_id", "=", caseId)
		.returningAll()
		.executeTakeFirst();
}
