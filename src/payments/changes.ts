import type { AnswerClaim } from "../api/idempotency/claim.ts";
import { markOwing } from "../billing/balances/owing.ts";
import { type OthersLeft, postReversal, topUpPaid } from "../billing/balances/paid.ts";
import { isActive } from "../clients/policy/client.ts";
import { lockedOwnedClient } from "../clients/policy/owned.ts";
import { type Actor, recordEvent } from "../pages/events.ts";
import { type OnceOutcome, once } from "../pages/once.ts";
import { lockedAccount } from "../people/accounts/accounts.ts";
import { command } from "../platform/db/command.ts";
import type { EngineTraits } from "../platform/db/engine-traits.ts";
import { findRow, forUpdate, insertRow, updateRows } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";
import { ulid } from "../platform/ids.ts";
import { DAY_MS, MINUTE_MS } from "../platform/time/durations.ts";
import { type Again, noteDeclined, notePaid, stopAutomatic } from "./automatic.ts";
import type { Fact, ReversalFact, SessionFact } from "./facts.ts";
import { mergeReversal, type Reversals, reversalNote, reversedUnits } from "./reversals.ts";
import type { PaymentState, PaymentTable } from "./tables.ts";

/** How long the page on which somebody pays is open: Stripe's least, and a minute for clocks that differ. */
export const SESSION_MS = 31 * MINUTE_MS;
/** An unpaid payment counts against the limit for this long. */
const STANDS_MS = SESSION_MS + 10 * MINUTE_MS;

export interface NewPayment {
	readonly paymentId: string;
	readonly accountId: string;
	readonly clientId: string;
	readonly units: number;
	readonly currency: string;
	readonly amount: number;
	/** The most units that the account may pay for in 24 hours. */
	readonly mostUnits: number;
	/** If it is to be made again by itself: below which balance, and for how many units a month at most. */
	readonly again?: Again | undefined;
	/** If it is made by itself: the payment that it repeats. */
	readonly againOf?: string;
	readonly claim?: AnswerClaim | undefined;
	readonly actor: Actor;
}

export type NewPaymentOutcome =
	| { readonly kind: "begun"; readonly paymentId: string }
	| { readonly kind: "not_found" | "key_not_active" | "payment_limit_reached" };

/** Records a payment before Stripe hears of it, so that none can come that is not known. */
export const beginPayment = command<NewPayment, OnceOutcome<NewPaymentOutcome>>(
	"payments.begin",
	async (tx, input, traits) => {
		const { claim, actor, accountId } = input;
		await lockedAccount(tx, accountId, traits);
		const client = await lockedOwnedClient(tx, input, traits);
		if (!client) return { kind: "not_found" };
		return once(tx, {
			claim,
			nowMs: actor.atMs,
			act: async () => (isActive(client, actor.atMs) ? begin(tx, input) : { kind: "key_not_active" }),
			isDone: ({ kind }) => kind === "begun",
		});
	},
);

const NEW_PAYMENT = { state: "open", reversed_units: 0, owed_units: 0, settled_units: 0 } as const;

export async function begin(tx: Tx, input: NewPayment): Promise<NewPaymentOutcome> {
	const { paymentId, accountId, clientId, units, currency, amount, actor } = input;
	const standing = await paidUnits(tx, accountId, actor.atMs);
	if (standing + units > input.mostUnits) return { kind: "payment_limit_reached" };
	await insertRow(tx, "payment", {
		...NEW_PAYMENT,
		payment_id: paymentId,
		account_id: accountId,
		client_id: clientId,
		units,
		currency,
		amount,
		created_at: actor.atMs,
		again_below: input.again?.belowUnits ?? null,
		again_monthly: input.again?.monthlyUnits ?? null,
		again_of: input.againOf ?? null,
	});
	await recordEvent(tx, actor, "payment.begun", paymentId, String(units), clientId);
	return { kind: "begun", paymentId };
}

/** What an account has paid for in the last 24 hours, or is paying for now. */
export async function paidUnits(
	tx: Pick<Tx, "selectFrom">,
	accountId: string,
	nowMs: number,
): Promise<number> {
	const rows = await tx
		.selectFrom("payment")
		.select(["units", "state", "created_at"])
		.where("account_id", "=", accountId)
		.where("created_at", ">", nowMs - DAY_MS)
		.where("state", "in", ["open", "processing", "paid"])
		.execute();
	const standing = rows.filter(({ state, created_at }) => state !== "open" || created_at > nowMs - STANDS_MS);
	return standing.reduce((sum, { units }) => sum + units, 0);
}

/** Records the ids that Stripe has given, or that it refused the payment. */
export const noteOpened = command<
	{ paymentId: string; sessionId: string | null; customer: string | null },
	undefined
>("payments.note_opened", async (tx, { paymentId, sessionId, customer }) => {
	const now = sessionId === null ? { state: "failed" as const } : { session_id: sessionId, customer };
	await updateRows(tx, "payment", { payment_id: paymentId, state: "open" }, now);
	return undefined;
});

export interface Message {
	readonly fact: Fact;
	/** Where it is not in the fact: the payment that a refund or dispute is of. */
	readonly paymentId?: string | undefined;
	/** Identifies the message in the ledger. */
	readonly requestId: string;
	readonly atMs: number;
	readonly others?: OthersLeft | undefined;
}

/** `unknown` for a payment that is none of this service, or that only Stripe can tell; `other_sum` for money that is not what was asked for. */
type MessageOutcome = "done" | "unknown" | "other_sum";

/**
 * Carries out what a message says, whatever came before: each state is kept only if it is later than the known one, and the ledger is brought to what all
 * of them say together. So a message that is repeated, late, or handled by two nodes at once changes nothing.
 */
export const noteMessage = command<Message, MessageOutcome>(
	"payments.note_message",
	async (tx, message, traits) => {
		const { fact } = message;
		if (fact.kind === "session") await insertForgotten(tx, fact);
		const payment = await lockedPayment(tx, await paymentIdOf(tx, message), traits);
		if (!payment) return "unknown";
		if (fact.kind === "session") return noteSession(tx, payment, fact, message, traits);
		return noteReversal(tx, payment, fact, message, traits);
	},
);

/** A backup that was restored may be older than a payment: the account still gets what it paid for. */
async function insertForgotten(tx: Tx, { begun, paymentId, currency }: SessionFact): Promise<void> {
	const account_id = begun?.account_id ?? "";
	const owned = await findRow(tx, "client", { client_id: begun?.client_id ?? "" }, ["owner_id"]);
	if (!begun || owned?.owner_id !== account_id) return;
	await tx
		.insertInto("payment")
		.values({ ...NEW_PAYMENT, ...begun, payment_id: paymentId, currency })
		.onConflict((on) => on.column("payment_id").doNothing())
		.execute();
}

export async function paymentIdOf(
	tx: Tx,
	{ fact, paymentId }: Pick<Message, "fact" | "paymentId">,
): Promise<string | undefined> {
	if (fact.kind === "session") return fact.paymentId;
	const row = await findRow(tx, "payment", { payment_intent: fact.paymentIntent }, ["payment_id"]);
	return row?.payment_id ?? paymentId;
}

/** Payments of one account are decided one after the other. */
export async function lockedPayment(
	tx: Tx,
	paymentId: string | undefined,
	traits: EngineTraits,
): Promise<PaymentTable | undefined> {
	const found = paymentId && (await findRow(tx, "payment", { payment_id: paymentId }, ["account_id"]));
	if (!found) return undefined;
	await lockedAccount(tx, found.account_id, traits);
	const query = tx.selectFrom("payment").selectAll().where("payment_id", "=", paymentId);
	return forUpdate(query, traits).executeTakeFirst();
}

/** A later state is never followed by an earlier one; money that came counts whatever was said before. */
const ORDER: Readonly<Record<PaymentState, number>> = {
	open: 0,
	processing: 1,
	failed: 2,
	expired: 2,
	paid: 3,
};

type Told = Pick<Message, "requestId" | "atMs" | "others">;

async function noteSession(
	tx: Tx,
	payment: PaymentTable,
	fact: SessionFact,
	told: Told,
	traits: EngineTraits,
): Promise<MessageOutcome> {
	if (ORDER[fact.state] <= ORDER[payment.state]) return "done";
	const { payment_id } = payment;
	const ids = {
		session_id: fact.sessionId,
		...(fact.paymentIntent === null ? {} : { payment_intent: fact.paymentIntent }),
	};
	if (fact.state !== "paid") {
		await updateRows(tx, "payment", { payment_id }, { ...ids, state: fact.state });
		if (fact.declined !== undefined) await noteDeclined(tx, payment, fact.declined, nobody(told));
		return "done";
	}
	// Whether a tax that is included is part of the first of them is not for us to know.
	const isSum = [fact.amount, fact.paidAmount].includes(payment.amount);
	if (fact.currency !== payment.currency || !isSum) return "other_sum";
	const topUpId = `top_${ulid(told.atMs)}`;
	const clientId = await receiving(tx, payment);
	const balanceKey = await topUpPaid(tx, { ...postedFor(payment, told), clientId, topUpId }, traits);
	const paid = {
		...ids,
		state: "paid",
		client_id: clientId,
		paid_at: told.atMs,
		paid_amount: fact.paidAmount,
		top_up_id: topUpId,
		balance_key: balanceKey,
	} as const;
	await updateRows(tx, "payment", { payment_id }, paid);
	await recordEvent(tx, nobody(told), "payment.paid", payment_id, String(payment.units), clientId);
	await notePaid(tx, { ...payment, ...paid }, nobody(told));
	const now = await reverse(tx, { ...payment, ...paid }, "refund", told, traits);
	await payDebts(tx, now, told, traits);
	return "done";
}

/** What is paid for a client that was revoked meanwhile goes to the one with which the account buys in the pages. */
async function receiving(tx: Tx, { client_id, account_id }: PaymentTable): Promise<string> {
	const client = await findRow(tx, "client", { client_id }, ["revoked_at"]);
	if (client?.revoked_at === null) return client_id;
	const buyer = await findRow(tx, "client", { buyer_id: account_id }, ["client_id"]);
	return buyer?.client_id ?? client_id;
}

async function noteReversal(
	tx: Tx,
	payment: PaymentTable,
	{ id, said, paymentIntent }: ReversalFact,
	told: Told,
	traits: EngineTraits,
): Promise<MessageOutcome> {
	const known: Reversals = JSON.parse(payment.reversals ?? "{}");
	const merged = mergeReversal(known, id, said);
	if (merged === known) return "done";
	const reversals = JSON.stringify(merged);
	const { payment_id } = payment;
	await updateRows(tx, "payment", { payment_id }, { reversals, payment_intent: paymentIntent });
	// Nothing is taken by itself from somebody who disputes it, or was paid back.
	const { account_id } = payment;
	if (said.state === "taken") await stopAutomatic(tx, { account_id }, "reversed", nobody(told));
	await reverse(tx, { ...payment, reversals }, said.kind, told, traits);
	return "done";
}

/** Brings ledger and debt to what refunds and disputes take back together. Of an unpaid payment they take nothing yet. */
async function reverse(
	tx: Tx,
	payment: PaymentTable,
	kind: "refund" | "dispute",
	told: Told,
	traits: EngineTraits,
): Promise<PaymentTable> {
	if (payment.state !== "paid" || payment.balance_key === null) return payment;
	const target = reversedUnits(payment, JSON.parse(payment.reversals ?? "{}"));
	const change = target - payment.reversed_units;
	if (change === 0) return payment;
	// What is given back clears first what is owed, then what was settled: only the rest had been taken from the ledger.
	const owedLess = Math.min(payment.owed_units, Math.max(0, -change));
	const settledLess = Math.min(payment.settled_units, Math.max(0, -change - owedLess));
	const units = change + owedLess + settledLess;
	const posted = {
		...postedFor(payment, told),
		balanceKey: payment.balance_key,
		note: reversalNote(kind, change < 0),
	};
	const taken = units === 0 ? 0 : await postReversal(tx, { ...posted, units }, traits);
	const now = {
		...payment,
		reversed_units: target,
		owed_units: payment.owed_units - owedLess + (units - taken),
		settled_units: payment.settled_units - settledLess,
	};
	await saveReversed(tx, now);
	const { payment_id, client_id } = payment;
	await recordEvent(tx, nobody(told), "payment.reversed", payment_id, String(change), client_id);
	return now;
}

async function saveReversed(tx: Tx, payment: PaymentTable): Promise<void> {
	const { payment_id, account_id, reversed_units, owed_units, settled_units } = payment;
	await updateRows(tx, "payment", { payment_id }, { reversed_units, owed_units, settled_units });
	await markOwing(tx, account_id, (await owingPayments(tx, account_id)).length > 0);
}

function owingPayments(tx: Pick<Tx, "selectFrom">, accountId: string): Promise<PaymentTable[]> {
	return tx
		.selectFrom("payment")
		.selectAll()
		.where("account_id", "=", accountId)
		.where("owed_units", ">", 0)
		.orderBy("created_at")
		.orderBy("payment_id")
		.execute();
}

/** What the account owes is taken from what it pays now. */
async function payDebts(tx: Tx, paid: PaymentTable, told: Told, traits: EngineTraits): Promise<void> {
	let left = paid.units - paid.reversed_units;
	for (const owing of await owingPayments(tx, paid.account_id)) {
		const units = Math.min(left, owing.owed_units);
		if (units === 0) return;
		const from = {
			balanceKey: paid.balance_key ?? "",
			clientId: paid.client_id,
			note: "What was owed is paid.",
		};
		const taken = await postReversal(tx, { ...postedFor(owing, told), ...from, units }, traits);
		left -= taken;
		await saveReversed(tx, { ...owing, owed_units: owing.owed_units - taken });
	}
}

const postedFor = (
	{ payment_id, account_id, client_id, units }: PaymentTable,
	{ requestId, atMs, others }: Told,
) => ({
	paymentId: payment_id,
	accountId: account_id,
	clientId: client_id,
	units,
	requestId,
	atMs,
	others,
});

const nobody = ({ requestId, atMs }: Told): Actor => ({ accountId: null, address: null, requestId, atMs });

/** An administrator no longer asks for what is owed of a payment. */
export const settleOwed = command<{ paymentId: string; actor: Actor }, "done" | "not_found" | "nothing_owed">(
	"payments.settle_owed",
	async (tx, { paymentId, actor }, traits) => {
		const payment = await lockedPayment(tx, paymentId, traits);
		if (!payment) return "not_found";
		if (payment.owed_units === 0) return "nothing_owed";
		const settled_units = payment.settled_units + payment.owed_units;
		await saveReversed(tx, { ...payment, owed_units: 0, settled_units });
		await recordEvent(tx, actor, "payment.settled", paymentId, String(payment.owed_units), payment.client_id);
		return "done";
	},
);
