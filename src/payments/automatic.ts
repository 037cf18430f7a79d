import { type Actor, recordEvent } from "../pages/events.ts";
import { lockedAccount } from "../people/accounts/accounts.ts";
import { command } from "../platform/db/command.ts";
import { updateRows } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";
import { startOf } from "../platform/time/periods.ts";
import type { AgainStopped, PaymentTable } from "./tables.ts";

/**
 * Automatic top-up: a payment that its buyer has chosen to make again, with the same means, whenever the balance is below a mark. It pays for no less than
 * the mark, so each one ends the fall that it was made for.
 */
export interface Again {
	readonly belowUnits: number;
	/** The most that is paid for by itself in a calendar month, UTC. */
	readonly monthlyUnits: number;
}

/** What was paid by itself for a client in this month, or may be; what is not decided yet counts whenever it was begun. */
export function madeThisMonth(
	tx: Pick<Tx, "selectFrom">,
	clientId: string,
	nowMs: number,
): Promise<PaymentTable[]> {
	return tx
		.selectFrom("payment")
		.selectAll()
		.where("client_id", "=", clientId)
		.where("again_of", "is not", null)
		.where((row) =>
			row.or([
				row.and([row("created_at", ">=", startOf("month", nowMs)), row("state", "=", "paid")]),
				row("state", "in", ["open", "processing"]),
			]),
		)
		.execute();
}

type Chosen = Partial<Pick<PaymentTable, "account_id" | "client_id" | "payment_id">>;

/** Ends automatic top-up wherever it is on among the chosen payments. What was begun and not paid yet is not tried again. */
export async function stopAutomatic(
	tx: Tx,
	chosen: Chosen,
	reason: AgainStopped,
	actor: Actor,
): Promise<boolean> {
	let on = tx
		.updateTable("payment")
		.set({ again_stopped: reason, mail_waits: MAILED.has(reason) ? 1 : null })
		.where("again_below", "is not", null)
		.where("again_stopped", "is", null)
		.where("state", "=", "paid");
	for (const [column, value] of Object.entries(chosen)) on = on.where(column as keyof Chosen, "=", value);
	const stopped = await on.returning(["payment_id", "client_id"]).execute();
	for (const { payment_id, client_id } of stopped) {
		const begun = { client_id, again_of: payment_id, state: "open" } as const;
		await updateRows(tx, "payment", begun, { state: "expired" });
		await recordEvent(tx, actor, "automatic_top_up.stopped", payment_id, reason, client_id);
	}
	return stopped.length > 0;
}

/** What nobody sees who does not look: a payment that failed has a mail of its own. */
const MAILED: ReadonlySet<AgainStopped> = new Set(["reversed", "price", "restored", "left"]);

/** A payment was made by itself, or is to be made again from now on instead of an earlier one. */
export async function notePaid(tx: Tx, payment: PaymentTable, actor: Actor): Promise<void> {
	const { payment_id, client_id, again_of, again_below } = payment;
	if (again_of !== null) await updateRows(tx, "payment", { payment_id }, { mail_waits: 1 });
	if (again_below === null) return;
	await tx
		.updateTable("payment")
		.set({ again_stopped: "replaced" })
		.where("client_id", "=", client_id)
		.where("payment_id", "<>", payment_id)
		.where("again_below", "is not", null)
		.where("again_stopped", "is", null)
		.where("state", "=", "paid")
		.execute();
	await recordEvent(tx, actor, "automatic_top_up.on", payment_id, String(again_below), client_id);
}

/** A payment that was made by itself has failed: no other one is. */
export async function noteDeclined(
	tx: Tx,
	{ payment_id, again_of }: PaymentTable,
	reason: AgainStopped,
	actor: Actor,
): Promise<void> {
	if (again_of === null) return;
	await updateRows(tx, "payment", { payment_id }, { mail_waits: 1 });
	await stopAutomatic(tx, { payment_id: again_of }, reason, actor);
}

export interface AutomaticChange {
	readonly accountId: string;
	readonly clientId: string;
	/** Omitted to end it. */
	readonly to?: Again | undefined;
	readonly actor: Actor;
}

/** The owner changes mark and limit, or ends it. `not_found` where it is not on, or would buy less than the mark. */
export const changeAutomatic = command<AutomaticChange, "done" | "not_found">(
	"payments.change_automatic",
	async (tx, { accountId, clientId, to, actor }, traits) => {
		await lockedAccount(tx, accountId, traits);
		const chosen = { account_id: accountId, client_id: clientId };
		if (!to) return (await stopAutomatic(tx, chosen, "owner", actor)) ? "done" : "not_found";
		const changed = await tx
			.updateTable("payment")
			.set({ again_below: to.belowUnits, again_monthly: to.monthlyUnits })
			.where("account_id", "=", accountId)
			.where("client_id", "=", clientId)
			.where("again_below", "is not", null)
			.where("again_stopped", "is", null)
			.where("state", "=", "paid")
			.where("units", ">=", to.belowUnits)
			.where("units", "<=", to.monthlyUnits)
			.returning("payment_id")
			.execute();
		for (const { payment_id } of changed)
			await recordEvent(tx, actor, "automatic_top_up.on", payment_id, String(to.belowUnits), clientId);
		return changed.length > 0 ? "done" : "not_found";
	},
);
