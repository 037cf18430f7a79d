import type Stripe from "stripe";
import { LARGEST_BALANCE_UNITS, UNITS_PER_CREDIT } from "../api/credits.ts";
import { balanceKeyOf, balanceOf } from "../billing/balances/balance.ts";
import { isActive } from "../clients/policy/client.ts";
import { ownedClient } from "../clients/policy/owned.ts";
import { amountText } from "../pages/amount-text.ts";
import { command } from "../platform/db/command.ts";
import type { Database } from "../platform/db/database.ts";
import { findRow, rowsForUpdate } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";
import { requestId, ulid } from "../platform/ids.ts";
import type { RegularWork } from "../platform/retention.ts";
import { HOUR_MS, SECOND_MS } from "../platform/time/durations.ts";
import { madeThisMonth, stopAutomatic } from "./automatic.ts";
import { type CatchUpParts, catchUp } from "./catch-up.ts";
import { begin, lockedPayment, noteMessage } from "./changes.ts";
import { refusalOf } from "./checkout.ts";
import { idOf, intentFact, isForBuyer, noteBegun, type SessionFact } from "./facts.ts";
import { costOf, readOffer } from "./offer.ts";
import { unitsOwed } from "./owed.ts";
import { openStripe } from "./stripe.ts";
import type { AgainStopped, PaymentTable } from "./tables.ts";

const LOOK_EVERY_MS = 10 * SECOND_MS;
/** Stripe knows an idempotency key for 24 hours: after that, asking again could take the money twice. */
const ASKED_AGAIN_MS = 23 * HOUR_MS;

/** Pays again where a balance is below the mark. Every server looks; the database decides which payment there is, and Stripe knows it by its id. */
export function automaticWork(parts: CatchUpParts): RegularWork {
	return {
		everyMs: LOOK_EVERY_MS,
		async step() {
			await payAgain(parts);
			return false;
		},
	};
}

export async function payAgain(parts: CatchUpParts): Promise<void> {
	const { db, clock, config } = parts;
	// Stripe Tax reckons on its page alone.
	const stripe = config.payments.tax === "none" ? await openStripe(config.payments) : undefined;
	if (!stripe) return;
	let failed: unknown;
	for (const payment of await unanswered(db, clock.now() - ASKED_AGAIN_MS))
		await db.write(noteMessage, { ...told(clock.now()), fact: failedFact(payment, "silent") });
	for (const { payment_id } of await ofLeavers(db))
		await db.write(stopLeft, { paymentId: payment_id, ...told(clock.now()) });
	for (const first of await fallen(db))
		await payOneAgain(parts, stripe, first).catch((fault) => {
			failed = fault;
		});
	if (failed) throw failed;
}

/** Payments to be made again whose balance is below their mark. */
function fallen({ scan }: Pick<Database, "scan">): Promise<PaymentTable[]> {
	return scan
		.selectFrom("payment")
		.innerJoin("balance_member", "balance_member.client_id", "payment.client_id")
		.innerJoin("balance", "balance.balance_key", "balance_member.balance_key")
		.selectAll("payment")
		.where("again_below", "is not", null)
		.where("again_stopped", "is", null)
		.where("state", "=", "paid")
		.whereRef("balance.units", "<", "again_below")
		.execute();
}

function unanswered({ scan }: Pick<Database, "scan">, beforeMs: number): Promise<PaymentTable[]> {
	const open = scan.selectFrom("payment").selectAll().where("again_of", "is not", null);
	return open.where("state", "=", "open").where("created_at", "<", beforeMs).execute();
}

/** Payments to be made again whose buyer belongs to the account no more: nobody else may spend from that card. */
function ofLeavers({ scan }: Pick<Database, "scan">): Promise<Pick<PaymentTable, "payment_id">[]> {
	return scan
		.selectFrom("payment")
		.innerJoin("portal_event", "portal_event.subject", "payment.payment_id")
		.select("payment_id")
		.where("again_below", "is not", null)
		.where("again_stopped", "is", null)
		.where("state", "=", "paid")
		.where("portal_event.action", "=", "payment.begun")
		.whereRef("portal_event.account_id", "<>", "payment.account_id")
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom("account_member")
						.select("person_id")
						.whereRef("account_member.account_id", "=", "payment.account_id")
						.whereRef("account_member.person_id", "=", "portal_event.account_id"),
				),
			),
		)
		.execute();
}

export const stopLeft = command<
	{ readonly paymentId: string; readonly requestId: string; readonly atMs: number },
	undefined
>("payments.stop_left", async (tx, { paymentId, ...asked }, traits) => {
	await lockedPayment(tx, paymentId, traits);
	await stopAutomatic(tx, { payment_id: paymentId }, "left", { accountId: null, address: null, ...asked });
	return undefined;
});

async function payOneAgain(parts: CatchUpParts, stripe: Stripe, first: PaymentTable): Promise<void> {
	const { db, clock, config } = parts;
	const offer = await readOffer(db, config.payments);
	const amount = offer && costOf(offer, first.units);
	const cost = offer && amount ? { amount, currency: offer.currency } : undefined;
	const mostUnits = config.payments.creditsPerDay * UNITS_PER_CREDIT;
	const asked = { firstId: first.payment_id, cost, mostUnits, nowMs: clock.now() };
	if ((await nextPayment(db.read, first, asked)) === undefined) return;
	// What Stripe has told may have raised the balance: messages may be lost, and a restored backup knows nothing of what was paid after it.
	await catchUp(parts);
	const paymentId = `pay_${ulid(asked.nowMs)}`;
	const payment = await db.write(beginAutomatic, { ...asked, paymentId, requestId: requestId(asked.nowMs) });
	if (payment) await charge(parts, stripe, payment);
}

interface Asked {
	readonly firstId: string;
	/** What the credits cost today; undefined if they are not sold. */
	readonly cost: { readonly amount: number; readonly currency: string } | undefined;
	readonly mostUnits: number;
	readonly nowMs: number;
}

/** @returns a payment of which Stripe has not said whether it got it; or that a new one is due, or that it costs more than was agreed to. */
async function nextPayment(
	tx: Tx,
	first: PaymentTable,
	{ cost, nowMs }: Asked,
): Promise<PaymentTable | "new" | "price" | undefined> {
	const { account_id, client_id, units, again_below, again_monthly } = first;
	if (first.state !== "paid" || first.again_stopped !== null) return undefined;
	const account = await findRow(tx, "account", { account_id }, ["disabled_at"]);
	const client = await ownedClient(tx, account_id, client_id);
	if (account?.disabled_at !== null || !client || !isActive(client, nowMs)) return undefined;
	if ((await unitsOwed(tx, account_id)) > 0) return undefined;
	const balance = await balanceOf({ read: tx }, client_id);
	if (!balance || again_below === null || balance.units >= again_below) return undefined;
	const waiting = await undecided(tx, balance.balance_key);
	if (waiting) return waiting.state === "open" && waiting.client_id === client_id ? waiting : undefined;
	const made = await madeThisMonth(tx, client_id, nowMs);
	const sum = made.reduce((all, each) => all + each.units, units);
	if (!cost || sum > (again_monthly ?? 0) || balance.units + units > LARGEST_BALANCE_UNITS) return undefined;
	return cost.currency === first.currency && cost.amount <= first.amount ? "new" : "price";
}

/** A payment that was made by itself for the balance, for any client, and of which it is open whether it comes. */
function undecided(tx: Tx, balanceKey: string): Promise<PaymentTable | undefined> {
	return tx
		.selectFrom("payment")
		.innerJoin("balance_member", "balance_member.client_id", "payment.client_id")
		.selectAll("payment")
		.where("balance_member.balance_key", "=", balanceKey)
		.where("again_of", "is not", null)
		.where("state", "in", ["open", "processing"])
		.executeTakeFirst();
}

/** Decides, behind the locks of account and balance, whether and which payment is made: never a second one while the fate of one is open. */
export const beginAutomatic = command<
	Asked & { readonly paymentId: string; readonly requestId: string },
	PaymentTable | undefined
>("payments.begin_automatic", async (tx, asked, traits) => {
	const first = await lockedPayment(tx, asked.firstId, traits);
	if (!first) return undefined;
	// Others may pay for the same balance.
	const balanceKey = await balanceKeyOf({ read: tx }, first.client_id);
	await rowsForUpdate(tx, traits, "balance", "balance_key", [balanceKey]);
	const next = await nextPayment(tx, first, asked);
	if (next === undefined || typeof next === "object") return next;
	const { paymentId, mostUnits, cost } = asked;
	const { account_id: accountId, client_id: clientId, units, payment_id: againOf } = first;
	const actor = { accountId: null, address: null, requestId: asked.requestId, atMs: asked.nowMs };
	if (next === "new" && cost)
		await begin(tx, { ...cost, paymentId, accountId, clientId, units, mostUnits, againOf, actor });
	else await stopAutomatic(tx, { payment_id: againOf }, "price", actor);
	return findRow(tx, "payment", { payment_id: paymentId });
});

/** Has Stripe take the money with the means of the first payment, while nobody is there. However often it is asked, it takes it once. */
async function charge(parts: CatchUpParts, stripe: Stripe, payment: PaymentTable): Promise<void> {
	const { payment_id, amount, currency, units, again_of } = payment;
	const first = await findRow(parts.db.read, "payment", { payment_id: again_of ?? "" }, ["payment_intent"]);
	let fact: SessionFact | undefined;
	try {
		const paid = await stripe.paymentIntents.retrieve(first?.payment_intent ?? "");
		const intent = await stripe.paymentIntents.create(
			{
				amount,
				currency: currency.toLowerCase(),
				customer: idOf(paid.customer) ?? "",
				payment_method: idOf(paid.payment_method) ?? "",
				off_session: true,
				confirm: true,
				description: amountText(units),
				metadata: { ...noteBegun(payment), payment: payment_id },
			},
			{ idempotencyKey: payment_id },
		);
		fact = intentFact(intent);
	} catch (fault) {
		if (refusalOf(fault) === undefined) throw fault;
		fact = failedFact(payment, isForBuyer(fault) ? "authentication" : "failed");
	}
	if (fact) await parts.db.write(noteMessage, { ...told(parts.clock.now()), fact });
}

const told = (nowMs: number) => ({ requestId: requestId(nowMs), atMs: nowMs });

const failedFact = (
	{ payment_id, payment_intent, currency, amount }: PaymentTable,
	declined: AgainStopped,
): SessionFact => ({
	kind: "session",
	paymentId: payment_id,
	sessionId: null,
	state: "failed",
	paymentIntent: payment_intent,
	currency,
	amount,
	paidAmount: 0,
	begun: undefined,
	declined,
});
