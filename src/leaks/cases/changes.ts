import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { deleteRows, findRow, insertRow, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import {
	carriedOut,
	changeTask,
	dropTask,
	findTask,
	isToDo,
	lockedTask,
	queueTask,
} from "../../platform/tasks/stored-tasks.ts";
import { letGoOfFiles, nameFiles, type StoredCaseFile } from "./case-files.ts";
import { tracing } from "./read.ts";
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
		created_by: createdBy,
		holder_id: createdBy,
		created_at: nowMs,
		changed_at: nowMs,
		search_text: searchTextOf(given),
	});
}

/** Traced, being traced or queued: from here on the inputs of a case are fixed. */
async function isSettled(tx: Tx, caseId: string): Promise<boolean> {
	const task = await findTask(tx, tracing(caseId));
	return task !== undefined && (isToDo(task) || task.state === "done");
}

export type LeakOutcome = "added" | "not_found" | "settled" | "full";

/** Adds a leak and its preview; both files are numbered by the leak's position: `leak-1` and `preview-1`. */
export async function addLeak(
	tx: Tx,
	{ caseId, leak, preview }: { caseId: string; leak: StoredCaseFile; preview: StoredCaseFile },
): Promise<LeakOutcome> {
	const row = await lockedCase(tx, caseId);
	if (!row) return "not_found";
	if (await isSettled(tx, caseId)) return "settled";
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
	if (await isSettled(tx, caseId)) return "settled";
	const leak = await tx
		.selectFrom("leak_case_file")
		.select("file")
		.where("case_id", "=", caseId)
		.limit(1)
		.executeTakeFirst();
	if (!leak) return "no_leaks";
	return (await queueTask(tx, { ...tracing(caseId), nowMs })) ? "queued" : "settled";
}

/** Cancels tracing; the process running it notices within seconds. */
export async function cancelCase(
	tx: Tx,
	traits: EngineTraits,
	{ caseId, nowMs }: { caseId: string; nowMs: number },
): Promise<"cancelled" | "not_found" | "not_running"> {
	const task = await lockedTask(tx, traits, tracing(caseId));
	if (task && isToDo(task)) {
		// Nothing is left half-done, so it ends at once, whoever holds it.
		await changeTask(tx, task, carriedOut("stop", nowMs));
		return "cancelled";
	}
	return (await findRow(tx, "leak_case", { case_id: caseId }, ["case_id"])) ? "not_running" : "not_found";
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
	traits: EngineTraits,
	{ caseId, name, nowMs }: { caseId: string; name: string; nowMs: number },
): Promise<"deleted" | "not_found" | "other_name"> {
	// Locked in the same order as by a process that ends tracing.
	await lockedTask(tx, traits, tracing(caseId));
	const row = await lockedCase(tx, caseId);
	if (!row) return "not_found";
	if (row.name !== name) return "other_name";
	await letGoOfFiles(tx, caseId, nowMs);
	await dropTask(tx, tracing(caseId));
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
