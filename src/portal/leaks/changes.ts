import type { StoredCaseFile } from "../../leaks/cases/case-files.ts";
import * as cases from "../../leaks/cases/changes.ts";
import { command } from "../../platform/db/command.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { type Actor, type Changes, type EventAction, recordEvent } from "../events.ts";

/** Opens a case, and records by whom. */
export const openNewCase = command<Omit<cases.NewCase, "createdBy" | "nowMs"> & { actor: Actor }, null>(
	"portal.open_case",
	async (tx, { actor, ...given }) => {
		await cases.openCase(tx, { ...given, createdBy: actor.accountId, nowMs: actor.atMs });
		await recordEvent(tx, actor, "case.opened", given.caseId, given.name);
		return null;
	},
);

interface NewLeak {
	readonly caseId: string;
	readonly leak: StoredCaseFile;
	readonly preview: StoredCaseFile;
}

/** Adds a leak. No event is recorded, because the case itself shows it. */
export const addCaseLeak = command<NewLeak, cases.LeakOutcome>("portal.add_case_leak", cases.addLeak);

interface OnCase {
	readonly caseId: string;
	readonly name: string;
	readonly actor: Actor;
}

/** Queues a case for tracing, and records by whom. */
export const traceCase = command<OnCase, cases.QueueOutcome>("portal.trace_case", async (tx, order) => {
	const outcome = await cases.queueCase(tx, { caseId: order.caseId, nowMs: order.actor.atMs });
	return recorded(tx, order, "case.traced", outcome, "queued");
});

export const cancelTracing = command<OnCase, Awaited<ReturnType<typeof cases.cancelCase>>>(
	"portal.cancel_tracing",
	async (tx, order) => {
		const outcome = await cases.cancelCase(tx, { caseId: order.caseId, nowMs: order.actor.atMs });
		return recorded(tx, order, "case.cancelled", outcome, "cancelled");
	},
);

export const deleteAnyCase = command<OnCase, Awaited<ReturnType<typeof cases.deleteCase>>>(
	"portal.delete_case",
	async (tx, order) => {
		const outcome = await cases.deleteCase(tx, { ...order, nowMs: order.actor.atMs });
		return recorded(tx, order, "case.deleted", outcome, "deleted");
	},
);

/** Records who downloaded the case file: it discloses the base of a picture, and bits of clients. */
export const noteCaseFetched = command<OnCase, null>("portal.note_case_fetched", async (tx, order) => {
	await recordEvent(tx, order.actor, "case.fetched", order.caseId, order.name);
	return null;
});

async function recorded<Outcome extends string>(
	tx: Tx,
	{ actor, caseId, name }: OnCase,
	action: EventAction,
	outcome: Outcome,
	done: NoInfer<Outcome>,
): Promise<Outcome> {
	if (outcome === done) await recordEvent(tx, actor, action, caseId, name);
	return outcome;
}

/** Changes name, note or state, and records the values before. */
export const changeAnyCase = command<
	Omit<cases.CaseChange, "nowMs"> & { actor: Actor },
	"changed" | "not_found"
>("portal.change_case", async (tx, { actor, ...change }) => {
	const before = await cases.changeCase(tx, { ...change, nowMs: actor.atMs });
	if (!before) return "not_found";
	const given = { name: change.name, note: change.note, state: change.state };
	const changes: Changes = Object.fromEntries(
		Object.entries(given).flatMap(([member, after]) => {
			const was = before[member as keyof typeof given];
			return after === undefined || after === was ? [] : [[member, [was, after] as const]];
		}),
	);
	if (Object.keys(changes).length > 0)
		await recordEvent(tx, actor, "case.changed", change.caseId, JSON.stringify(changes));
	return "changed";
});
