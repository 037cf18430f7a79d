import type { AnswerClaim } from "../api/idempotency/claim.ts";
import { lockCatalogue } from "../catalogue/fields/field-counts.ts";
import { insertChangeSet } from "../catalogue/history/change-set.ts";
import type { AlertOutcome } from "../catalogue/withholding/alert-schema.ts";
import {
	type AlertAct,
	forgetNames,
	namedProducts,
	nameProducts,
	showNamed,
} from "../catalogue/withholding/apply-alert.ts";
import { type Actor, type EventAction, recordEvent } from "../pages/events.ts";
import { type OnceOutcome, once } from "../pages/once.ts";
import { readPortalSettings } from "../people/portal-settings.ts";
import { command } from "../platform/db/command.ts";
import { databaseTimeMs } from "../platform/db/database-time.ts";
import type { EngineTraits } from "../platform/db/engine-traits.ts";
import { findRow, insertRow, updateRows } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";
import { raiseServiceNumber } from "../platform/service-state.ts";
import { type HeldTask, leave } from "../platform/tasks/claims.ts";
import { queueTask } from "../platform/tasks/stored-tasks.ts";
import { ALERT_POSITION, type KosherAlertTable } from "./tables.ts";
import {
	type CorrectedValues,
	type FormerWording,
	type PendingAct,
	type SaidWording,
	type Wording,
	wordingProblem,
} from "./wording.ts";

/** What an act has to say who asked for it. */
interface Asked {
	readonly alertId: string;
	readonly actor: Actor;
}

interface Approval extends Asked {
	/** When what the approving person saw was asked for. */
	readonly shownOfMs: number;
}

export interface Publication extends Asked {
	readonly wording: Wording;
	readonly barcodes: readonly string[];
	readonly correction: CorrectedValues | null;
	/** The idempotency claim of a page: published once, however often the request is sent. */
	readonly claim?: AnswerClaim | undefined;
}

export interface Change extends Asked {
	/** What changes; the rest stays. */
	readonly wording: Partial<Wording>;
	/** Null: they stay. */
	readonly barcodes: readonly string[] | null;
	readonly correction: CorrectedValues | null;
	readonly seenAtMs?: number;
}

export type AskOutcome =
	/** It is carried out now, or waits for another person's approval. */
	| { readonly kind: "asked"; readonly waits: boolean }
	/** An earlier act is still being carried out, it has ended, or there is no such alert. */
	| { readonly kind: "under_way" | "ended" | "no_alert" }
	/** It is not the alert any more that the asking person saw. */
	| { readonly kind: "changed" }
	/** Whoever wrote it may not approve it; somebody has approved or declined it. */
	| { readonly kind: "second_person_needed" | "decided" }
	| { readonly kind: "unfit"; readonly problem: string }
	/** They are not in the catalogue. */
	| { readonly kind: "unknown_products"; readonly barcodes: readonly string[] };

/** Asks for an alert to be published: it becomes visible once its products are done. Its id was made by the caller, who may repeat this. */
export const publishAlert = command<Publication, OnceOutcome<AskOutcome>>(
	"alerts.publish",
	async (tx, publication, traits) => {
		await lockCatalogue(tx, traits);
		return once(tx, {
			claim: publication.claim,
			nowMs: publication.actor.atMs,
			act: () => addAlert(tx, publication),
			isDone: ({ kind }) => kind === "asked",
		});
	},
);

async function addAlert(
	tx: Tx,
	{ alertId, wording, barcodes, correction, claim, actor }: Publication,
): Promise<OnceOutcome<AskOutcome>> {
	// Claims are kept for a day: nobody knows any more what a later repetition said at first.
	if (await findRow(tx, "kosher_alert", { alert_id: alertId }, ["alert_id"]))
		return claim ? { kind: "sent_before" } : { kind: "asked", waits: false };
	const unknown = await nameProducts(tx, alertId, barcodes);
	if (unknown.length > 0) return { kind: "unknown_products", barcodes: unknown };
	await insertRow(tx, "kosher_alert", {
		alert_id: alertId,
		wording: null,
		pending: null,
		act: 0,
		earlier: "[]",
		created_at: actor.atMs,
		published_at: null,
		changed_at: null,
		position: null,
		ended_at: null,
		outcome: null,
		told_at: null,
	});
	const asked = { alertId, actor, act: 0, event: "alert.published" } as const;
	return ask(tx, asked, { wording, correction, outcome: null });
}

/** Asks for a live alert to say something else, or to name other products. */
export const changeAlert = command<Change, AskOutcome>(
	"alerts.change",
	async (tx, { alertId, wording, barcodes, correction, seenAtMs, actor }, traits) => {
		const found = await lockedAlert(tx, traits, alertId, seenAtMs);
		if ("kind" in found) return found;
		const next = { ...found.wording, ...wording };
		const problem = wordingProblem(next, correction);
		if (problem !== undefined) return { kind: "unfit", problem };
		const unknown = barcodes === null ? [] : await nameProducts(tx, alertId, barcodes);
		if (unknown.length > 0) return { kind: "unknown_products", barcodes: unknown };
		const asked = { alertId, actor, act: found.act, event: "alert.changed" } as const;
		return ask(tx, asked, { wording: next, correction, outcome: null });
	},
);

/** Asks for a live alert to end. */
export const endAlert = command<
	Asked & { readonly outcome: AlertOutcome; readonly seenAtMs?: number },
	AskOutcome
>("alerts.end", async (tx, { alertId, outcome, seenAtMs, actor }, traits) => {
	const found = await lockedAlert(tx, traits, alertId, seenAtMs);
	if ("kind" in found) return found;
	const asked = { alertId, actor, act: found.act, event: "alert.ended" } as const;
	return ask(tx, asked, { wording: found.wording, correction: null, outcome });
});

/** A live alert on which nothing is being carried out, locked with the catalogue. @param seenAtMs `changed_at` of what the asking person saw; the command line has seen none. */
async function lockedAlert(
	tx: Tx,
	traits: EngineTraits,
	alertId: string,
	seenAtMs: number | undefined,
): Promise<{ readonly wording: SaidWording; readonly act: number } | Exclude<AskOutcome, { kind: "asked" }>> {
	await lockCatalogue(tx, traits);
	const row = await findRow(tx, "kosher_alert", { alert_id: alertId });
	if (!row) return { kind: "no_alert" };
	if (row.pending !== null || row.wording === null) return { kind: "under_way" };
	if (row.ended_at !== null) return { kind: "ended" };
	if (seenAtMs !== undefined && row.changed_at !== seenAtMs) return { kind: "changed" };
	return { wording: JSON.parse(row.wording), act: row.act };
}

/** Notes an act, and begins it, or leaves it to be approved by another person; the command line needs none. */
async function ask(
	tx: Tx,
	{ alertId, actor, act, event }: Asked & { readonly act: number; readonly event: EventAction },
	{
		wording,
		correction,
		outcome,
	}: Pick<PendingAct, "correction" | "outcome"> & { readonly wording: Wording },
): Promise<AskOutcome> {
	const by = actor.accountId;
	// Settled removes what is withheld; all else may serve it, as a mistake does.
	const waits = outcome !== "settled" && by !== null && (await readPortalSettings(tx)).twoForAlerts;
	const askedAtMs = actor.atMs;
	const pending = { wording: { ...wording, by }, correction, outcome, changeSet: null, askedAtMs, waits };
	await updateRows(
		tx,
		"kosher_alert",
		{ alert_id: alertId },
		{ act: act + 1, pending: JSON.stringify(pending) },
	);
	if (!waits) await begin(tx, { alertId, actor }, pending);
	await recordEvent(tx, actor, waits ? "alert.written" : event, alertId, outcome ?? wording.kind);
	return { kind: "asked", waits };
}

/** Asks for the task that carries an act out. */
async function begin(tx: Tx, { alertId, actor: { atMs } }: Asked, act: PendingAct): Promise<void> {
	const accountId = act.wording.by;
	const changesProducts = act.correction !== null || act.outcome === "settled";
	const changeSet = changesProducts ? await insertChangeSet(tx, { kind: "alert", accountId }, atMs) : null;
	const pending = JSON.stringify({ ...act, changeSet, waits: false } satisfies PendingAct);
	await updateRows(tx, "kosher_alert", { alert_id: alertId }, { pending });
	const isQueued = await queueTask(tx, { kind: "alert", ref: alertId, accountId, nowMs: atMs });
	if (!isQueued) throw new Error(`alert ${alertId} is being carried out, although nothing is pending`);
}

/** Begins what another person wrote, if it is what was shown. Of several who decide at once, the first does. */
export const approveAlert = command<Approval, AskOutcome>("alerts.approve", async (tx, asked, traits) => {
	const { alertId, actor, shownOfMs } = asked;
	const found = await waitingAct(tx, traits, alertId);
	if ("kind" in found) return found;
	if ((found.pending.askedAtMs ?? 0) !== shownOfMs) return { kind: "decided" };
	const { twoForAlerts } = await readPortalSettings(tx);
	if (twoForAlerts && found.pending.wording.by === actor.accountId) return { kind: "second_person_needed" };
	await begin(tx, asked, found.pending);
	await recordEvent(tx, actor, "alert.approved", alertId, found.pending.wording.kind);
	return { kind: "asked", waits: false };
});

/** Drops what somebody wrote and nobody approved: the alert stays as it was, or was never there. */
export const declineAlert = command<Asked, AskOutcome>(
	"alerts.decline",
	async (tx, { alertId, actor }, traits) => {
		const found = await waitingAct(tx, traits, alertId);
		if ("kind" in found) return found;
		await forgetNames(tx, alertId);
		const where = { alert_id: alertId };
		if (found.row.wording === null)
			await tx.deleteFrom("kosher_alert").where("alert_id", "=", alertId).execute();
		else await updateRows(tx, "kosher_alert", where, { pending: null, act: found.row.act - 1 });
		await recordEvent(tx, actor, "alert.declined", alertId, found.pending.wording.kind);
		return { kind: "asked", waits: false };
	},
);

/** An act that nobody has approved yet, locked with the catalogue. */
async function waitingAct(
	tx: Tx,
	traits: EngineTraits,
	alertId: string,
): Promise<
	{ readonly row: KosherAlertTable; readonly pending: PendingAct } | { readonly kind: "no_alert" | "decided" }
> {
	await lockCatalogue(tx, traits);
	const row = await findRow(tx, "kosher_alert", { alert_id: alertId });
	if (!row) return { kind: "no_alert" };
	const pending: PendingAct | null = JSON.parse(row.pending ?? "null");
	return pending?.waits ? { row, pending } : { kind: "decided" };
}

/** What the act under way of an alert does to its products; undefined if there is none. */
export async function actUnderWay(tx: Tx, alertId: string): Promise<AlertAct | undefined> {
	const row = await findRow(tx, "kosher_alert", { alert_id: alertId }, ["pending", "act"]);
	if (!row || row.pending === null) return undefined;
	const { wording, correction, outcome, changeSet }: PendingAct = JSON.parse(row.pending);
	const { symbol, designation, withholds } = wording;
	const meant = symbol === null ? null : { symbol, designation };
	return {
		alertId,
		act: row.act,
		withholds: withholds && outcome === null ? meant : null,
		correction: correction && meant ? { ...meant, values: correction } : null,
		isSettled: outcome === "settled",
		changeSet,
	};
}

/** Ends the task of an act whose products are done: readers see the alert as it is now, and everybody who has to know is told. */
export const completeAct = command<HeldTask, "completed" | "lost">(
	"alerts.complete",
	async (tx, held, traits, beforeCommit) => {
		const alertId = held.ref;
		await lockCatalogue(tx, traits);
		if (!(await leave(tx, { ...held, end: { kind: "done" } }, traits))) return "lost";
		const row = await findRow(tx, "kosher_alert", { alert_id: alertId });
		if (!row || row.pending === null) return "lost";
		const { wording, outcome }: PendingAct = JSON.parse(row.pending);
		// No two changes of an alert have the same time, by which mail knows them apart.
		const nowMs = Math.max(await databaseTimeMs(tx, traits), (row.changed_at ?? 0) + 1);
		const earlier = await earlierWordings(tx, row, nowMs);
		await showNamed(tx, alertId, traits, beforeCommit);
		const values = {
			wording: JSON.stringify(wording),
			pending: null,
			earlier: JSON.stringify(earlier),
			published_at: row.published_at ?? nowMs,
			changed_at: nowMs,
			position: await raiseServiceNumber(tx, traits, ALERT_POSITION, 1),
			ended_at: outcome === null ? null : nowMs,
			outcome,
		};
		await updateRows(tx, "kosher_alert", { alert_id: alertId }, values);
		return "completed";
	},
);

/** The earlier wordings of an alert, with the one that is replaced now; its end replaces none. */
async function earlierWordings(tx: Tx, row: KosherAlertTable, nowMs: number): Promise<FormerWording[]> {
	const { alert_id, wording, pending, earlier, changed_at } = row;
	const before: FormerWording[] = JSON.parse(earlier);
	const { outcome }: PendingAct = JSON.parse(pending ?? "{}");
	if (wording === null || outcome !== null) return before;
	const said: SaidWording = JSON.parse(wording);
	const barcodes = await namedProducts(tx, alert_id);
	return [...before, { ...said, barcodes, fromMs: changed_at ?? nowMs, untilMs: nowMs }];
}
