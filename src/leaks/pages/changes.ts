import type { Role } from "../../pages/contract.ts";
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
import { findRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { StoredCaseFile } from "../cases/case-files.ts";
import * as cases from "../cases/changes.ts";
import {
	addLink,
	addNote,
	countOpening,
	endLink,
	type HandOverOutcome,
	type NewLink,
} from "../cases/hand-over.ts";
import { TRACERS } from "./contract.ts";

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

export const traceCase = command<OnCase, cases.QueueOutcome>("portal.trace_case", async (tx, order) => {
	const outcome = await cases.queueCase(tx, { caseId: order.caseId, nowMs: order.actor.atMs });
	return recorded(tx, order, "case.traced", outcome, "queued");
});

export const cancelTracing = command<OnCase, Awaited<ReturnType<typeof cases.cancelCase>>>(
	"portal.cancel_tracing",
	async (tx, order, traits) => {
		const outcome = await cases.cancelCase(tx, traits, { caseId: order.caseId, nowMs: order.actor.atMs });
		return recorded(tx, order, "case.cancelled", outcome, "cancelled");
	},
);

export const deleteAnyCase = command<OnCase, Awaited<ReturnType<typeof cases.deleteCase>>>(
	"portal.delete_case",
	async (tx, order, traits) => {
		const outcome = await cases.deleteCase(tx, traits, { ...order, nowMs: order.actor.atMs });
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

/** Those who may see a case may hold it. */
export function mayHold(account: Pick<AccountTable, "roles" | "disabled_at">): boolean {
	const holding: readonly Role[] = TRACERS;
	return account.disabled_at === null && holdsOneOf(account, holding);
}

/** Changes name, note, state or holder, and records the values before. */
export const changeAnyCase = command<
	Omit<cases.CaseChange, "nowMs"> & { actor: Actor },
	"changed" | "not_found" | "case_holder_unfit"
>("portal.change_case", async (tx, { actor, ...change }) => {
	const holder = change.holderId ? await findAccount(tx, change.holderId) : undefined;
	if (change.holderId && !(holder && mayHold(holder))) return "case_holder_unfit";
	const before = await cases.changeCase(tx, { ...change, nowMs: actor.atMs });
	if (!before) return "not_found";
	const { name, note, state, holderId } = change;
	const changes: Changes = {
		...changesBetween(before, { name, note, state }),
		...(holderId === undefined || holderId === before.holder_id
			? {}
			: { holder: [await emailOf(tx, before.holder_id), holder?.email ?? null] }),
	};
	if (Object.keys(changes).length > 0) await recordEvent(tx, actor, "case.changed", change.caseId, changes);
	return "changed";
});

export const noteOnCase = command<OnCase & { noteId: string; text: string }, HandOverOutcome>(
	"portal.note_on_case",
	async (tx, { noteId, text, ...order }) => {
		const { accountId, atMs: nowMs } = order.actor;
		const outcome = await addNote(tx, { noteId, caseId: order.caseId, accountId, text, nowMs });
		return recorded(tx, order, "case.noted", outcome, "added");
	},
);

type LinkOnCase = OnCase & Omit<NewLink, "caseId" | "accountId" | "nowMs">;

export const makeCaseLink = command<LinkOnCase, HandOverOutcome>(
	"portal.make_case_link",
	async (tx, { linkId, tokenHash, expiresAtMs, ...order }) => {
		const { accountId, atMs: nowMs } = order.actor;
		const link = { linkId, tokenHash, expiresAtMs, caseId: order.caseId, accountId, nowMs };
		return recorded(tx, order, "case.link_made", await addLink(tx, link), "added");
	},
);

export const revokeCaseLink = command<OnCase & { linkId: string }, "ended" | "not_found">(
	"portal.revoke_case_link",
	async (tx, { linkId, ...order }) => {
		const isEnded = await endLink(tx, { caseId: order.caseId, linkId, nowMs: order.actor.atMs });
		return recorded(tx, order, "case.link_revoked", isEnded ? "ended" : "not_found", "ended");
	},
);

/** Counts and records the opening of a link. @returns the case, if the link works. */
export const openCaseLink = command<{ tokenHashes: readonly string[]; actor: Actor }, string | undefined>(
	"portal.open_case_link",
	async (tx, { tokenHashes, actor }) => {
		const opened = await countOpening(tx, { tokenHashes, nowMs: actor.atMs });
		if (!opened) return undefined;
		const { case_id: caseId } = opened;
		const named = await findRow(tx, "leak_case", { case_id: caseId }, ["name"]);
		// Whoever opens a link is not asked who they are, even if they are signed in here.
		await recordEvent(tx, { ...actor, accountId: null }, "case.link_opened", caseId, named?.name ?? null);
		return caseId;
	},
);
