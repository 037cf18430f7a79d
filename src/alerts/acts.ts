import { lockCatalogue } from "../catalogue/fields/field-counts.ts";
import { insertChangeSet } from "../catalogue/history/change-set.ts";
import type { AlertOutcome } from "../catalogue/withholding/alert-schema.ts";
import {
	type AlertAct,
	namedProducts,
	nameProducts,
	showNamed,
} from "../catalogue/withholding/apply-alert.ts";
import { type Actor, recordEvent } from "../pages/events.ts";
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

export interface Publication extends Asked {
	readonly wording: Wording;
	readonly barcodes: readonly string[];
	readonly correction: CorrectedValues | null;
}

export interface Change extends Asked {
	/** What changes; the rest stays. */
	readonly wording: Partial<Wording>;
	/** Null: they stay. */
	readonly barcodes: readonly string[] | null;
	readonly correction: CorrectedValues | null;
}

export type AskOutcome =
	| { readonly kind: "asked" }
	/** An earlier act is still being carried out, it has ended, or there is no such alert. */
	| { readonly kind: "under_way" | "ended" | "no_alert" }
	| { readonly kind: "unfit"; readonly problem: string }
	/** They are not in the catalogue. */
	| { readonly kind: "unknown_products"; readonly barcodes: readonly string[] };

/** Asks for an alert to be published: it becomes visible once its products are done. Its id was made by the caller, who may repeat this. */
export const publishAlert = command<Publication, AskOutcome>(
	"alerts.publish",
	async (tx, { alertId, wording, barcodes, correction, actor }, traits) => {
		await lockCatalogue(tx, traits);
		if (await findRow(tx, "kosher_alert", { alert_id: alertId }, ["alert_id"])) return { kind: "asked" };
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
		});
		await ask(tx, { alertId, actor, act: 0 }, { wording, correction, outcome: null });
		await recordEvent(tx, actor, "alert.published", alertId, wording.kind);
		return { kind: "asked" };
	},
);

/** Asks for a live alert to say something else, or to name other products. */
export const changeAlert = command<Change, AskOutcome>(
	"alerts.change",
	async (tx, { alertId, wording, barcodes, correction, actor }, traits) => {
		const found = await lockedAlert(tx, traits, alertId);
		if ("kind" in found) return found;
		const next = { ...found.wording, ...wording };
		const problem = wordingProblem(next, correction);
		if (problem !== undefined) return { kind: "unfit", problem };
		const unknown = barcodes === null ? [] : await nameProducts(tx, alertId, barcodes);
		if (unknown.length > 0) return { kind: "unknown_products", barcodes: unknown };
		await ask(tx, { alertId, actor, act: found.act }, { wording: next, correction, outcome: null });
		await recordEvent(tx, actor, "alert.changed", alertId, next.kind);
		return { kind: "asked" };
	},
);

/** Asks for a live alert to end. */
export const endAlert = command<Asked & { readonly outcome: AlertOutcome }, AskOutcome>(
	"alerts.end",
	async (tx, { alertId, outcome, actor }, traits) => {
		const found = await lockedAlert(tx, traits, alertId);
		if ("kind" in found) return found;
		await ask(tx, { alertId, actor, act: found.act }, { wording: found.wording, correction: null, outcome });
		await recordEvent(tx, actor, "alert.ended", alertId, outcome);
		return { kind: "asked" };
	},
);

/** A live alert on which nothing is being carried out, locked with the catalogue. */
async function lockedAlert(
	tx: Tx,
	traits: EngineTraits,
	alertId: string,
): Promise<{ readonly wording: SaidWording; readonly act: number } | Exclude<AskOutcome, { kind: "asked" }>> {
	await lockCatalogue(tx, traits);
	const row = await findRow(tx, "kosher_alert", { alert_id: alertId });
	if (!row) return { kind: "no_alert" };
	if (row.pending !== null || row.wording === null) return { kind: "under_way" };
	if (row.ended_at !== null) return { kind: "ended" };
	return { wording: JSON.parse(row.wording), act: row.act };
}

/** Notes an act, and asks for the task that carries it out. */
async function ask(
	tx: Tx,
	{ alertId, actor, act }: Asked & { readonly act: number },
	{ wording, correction, outcome }: Omit<PendingAct, "wording" | "changeSet"> & { readonly wording: Wording },
): Promise<void> {
	const { accountId, atMs } = actor;
	const changesProducts = correction !== null || outcome === "settled";
	const changeSet = changesProducts ? await insertChangeSet(tx, { kind: "alert", accountId }, atMs) : null;
	const pending: PendingAct = { wording: { ...wording, by: accountId }, correction, outcome, changeSet };
	const values = { pending: JSON.stringify(pending), act: act + 1 };
	await updateRows(tx, "kosher_alert", { alert_id: alertId }, values);
	const isQueued = await queueTask(tx, { kind: "alert", ref: alertId, accountId, nowMs: atMs });
	if (!isQueued) throw new Error(`alert ${alertId} is being carried out, although nothing is pending`);
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
		const nowMs = Math.max(await databaseTimeMs(tx, traits), row.changed_at ?? 0);
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
