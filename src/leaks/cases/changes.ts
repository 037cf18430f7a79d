import { TRACERS } from "../../pages/contract.ts";
import {
	type Actor,
	type Changes,
	changesBetween,
	type EventAction,
	recordEvent,
} from "../../pages/events.ts";
import { holdsOneOf } from "../../pages/roles.ts";
import { emailOf, findAccount } from "../../people/accounts/accounts.ts";
import type { AccountTable } from "../../people/tables.ts";
import { command } from "../../platform/db/command.ts";
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

interface NewCase {
	readonly caseId: string;
	readonly name: string;
	readonly note: string | null;
	readonly barcode: string | null;
	readonly variant: string | null;
	readonly actor: Actor;
}

export const openNewCase = command<NewCase, null>(
	"portal.open_case",
	async (tx, { caseId, actor, ...given }) => {
		await insertRow(tx, "leak_case", {
			...given,
			case_id: caseId,
			state: "open",
			created_by: actor.accountId,
			holder_id: actor.accountId,
			created_at: actor.atMs,
			changed_at: actor.atMs,
			search_text: searchTextOf(given),
		});
		await recordEvent(tx, actor, "case.opened", caseId, given.name);
		return null;
	},
);

/** What is done with a case, under the name that the log shows. */
export interface OnCase {
	readonly caseId: string;
	readonly name: string;
	readonly actor: Actor;
}

/** Records an event if something came about. */
export async function recorded<Outcome extends string>(
	tx: Tx,
	{ actor, caseId, name }: OnCase,
	action: EventAction,
	outcome: Outcome,
	done: NoInfer<Outcome>,
): Promise<Outcome> {
	if (outcome === done) await recordEvent(tx, actor, action, caseId, name);
	return outcome;
}

/** Traced, being traced or queued: from here on the inputs of a case are fixed. */
async function isSettled(tx: Tx, caseId: string): Promise<boolean> {
	const task = await findTask(tx, tracing(caseId));
	return task !== undefined && (isToDo(task) || task.state === "done");
}

export type LeakOutcome = "added" | "not_found" | "settled" | "full";

interface NewLeak {
	readonly caseId: string;
	readonly leak: StoredCaseFile;
	readonly preview: StoredCaseFile;
}

/** Adds a leak and its preview; both files are numbered by the leak's position: `leak-1` and `preview-1`. No event is recorded, because the case itself shows it. */
export const addCaseLeak = command<NewLeak, LeakOutcome>(
	"portal.add_case_leak",
	async (tx, { caseId, leak, preview }) => {
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
	},
);

/** Queues a case for tracing, behind those already waiting. */
export const traceCase = command<OnCase, "queued" | "not_found" | "settled" | "no_leaks">(
	"portal.trace_case",
	async (tx, order) => {
		const { caseId, actor } = order;
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
		const isQueued = await queueTask(tx, { ...tracing(caseId), nowMs: actor.atMs });
		return recorded(tx, order, "case.traced", isQueued ? "queued" : "settled", "queued");
	},
);

/** Cancels tracing; the process running it notices within seconds. */
export const cancelTracing = command<OnCase, "cancelled" | "not_found" | "not_running">(
	"portal.cancel_tracing",
	async (tx, order, traits) => {
		const { caseId, actor } = order;
		const task = await lockedTask(tx, traits, tracing(caseId));
		if (task && isToDo(task)) {
			// Nothing is left half-done, so it ends at once, whoever holds it.
			await changeTask(tx, task, carriedOut("stop", actor.atMs));
			return recorded(tx, order, "case.cancelled", "cancelled", "cancelled");
		}
		return (await findRow(tx, "leak_case", { case_id: caseId }, ["case_id"])) ? "not_running" : "not_found";
	},
);

/** Records who downloaded the case file: it discloses the base of a picture, and bits of clients. */
export const noteCaseFetched = command<OnCase, null>("portal.note_case_fetched", async (tx, order) => {
	await recordEvent(tx, order.actor, "case.fetched", order.caseId, order.name);
	return null;
});

/** Those who may see a case may hold it. */
export function mayHold(account: Pick<AccountTable, "roles" | "disabled_at">): boolean {
	return account.disabled_at === null && holdsOneOf(account, TRACERS);
}

interface CaseChange {
	readonly caseId: string;
	readonly name?: string | undefined;
	readonly note?: string | null | undefined;
	readonly state?: "open" | "closed" | undefined;
	/** The account that looks after it from now on. */
	readonly holderId?: string | null | undefined;
	readonly actor: Actor;
}

/** Changes name, note, state or holder, and records the values before. */
export const changeAnyCase = command<CaseChange, "changed" | "not_found" | "case_holder_unfit">(
	"portal.change_case",
	async (tx, { caseId, actor, ...given }) => {
		const holder = given.holderId ? await findAccount(tx, given.holderId) : undefined;
		if (given.holderId && !(holder && mayHold(holder))) return "case_holder_unfit";
		const before = await lockedCase(tx, caseId);
		if (!before) return "not_found";
		const { name = before.name, note = before.note, state = before.state } = given;
		const { holderId = before.holder_id } = given;
		const search_text = searchTextOf({ ...before, name, note });
		const values = { name, note, state, holder_id: holderId, changed_at: actor.atMs, search_text };
		await updateRows(tx, "leak_case", { case_id: caseId }, values);
		const changes: Changes = {
			...changesBetween(before, { name, note, state }),
			...(holderId === before.holder_id
				? {}
				: { holder: [await emailOf(tx, before.holder_id), holder?.email ?? null] }),
		};
		if (Object.keys(changes).length > 0) await recordEvent(tx, actor, "case.changed", caseId, changes);
		return "changed";
	},
);

/** Deletes a case, provided that the typed name matches. A process that is tracing it notices. */
export const deleteAnyCase = command<OnCase, "deleted" | "not_found" | "other_name">(
	"portal.delete_case",
	async (tx, order, traits) => {
		const { caseId, name, actor } = order;
		// Locked in the same order as by a process that ends tracing.
		await lockedTask(tx, traits, tracing(caseId));
		const row = await lockedCase(tx, caseId);
		if (!row) return "not_found";
		if (row.name !== name) return "other_name";
		await letGoOfFiles(tx, caseId, actor.atMs);
		await dropTask(tx, tracing(caseId));
		for (const table of ["leak_case_note", "case_link"] as const)
			await deleteRows(tx, table, { case_id: caseId });
		await tx.deleteFrom("leak_case").where("case_id", "=", caseId).execute();
		return recorded(tx, order, "case.deleted", "deleted", "deleted");
	},
);

/** Locks the row until the transaction ends: on both engines an update that changes nothing does that. */
export async function lockedCase(tx: Tx, caseId: string): Promise<LeakCaseRow | undefined> {
	return tx
		.updateTable("leak_case")
		.set((row) => ({ case_id: row.ref("case_id") }))
		.where("case_id", "=", caseId)
		.returningAll()
		.executeTakeFirst();
}
