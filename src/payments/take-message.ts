import type Stripe from "stripe";
import { balanceKeyOf } from "../billing/balances/balance.ts";
import { type OthersLeft, readOthersLeft } from "../billing/balances/paid.ts";
import type { Database } from "../platform/db/database.ts";
import { findRow } from "../platform/db/rows.ts";
import type { Clock } from "../platform/time/clock.ts";
import { noteMessage, paymentIdOf } from "./changes.ts";
import { type Fact, factOf } from "./facts.ts";

export interface MessageParts {
	readonly db: Database;
	readonly clock: Pick<Clock, "now">;
}

export interface ReadMessage {
	readonly id: string;
	readonly fact: Fact;
}

/** @returns undefined for a message that says nothing of a payment of this service. */
export function readMessage(event: Stripe.Event): ReadMessage | undefined {
	const fact = factOf(event);
	return fact && { id: event.id, fact };
}

/** No repetition of the message would change anything. */
export class AnotherSum extends Error {
	constructor(requestId: string) {
		super(`message ${requestId} is about another sum than was asked for: look at the payment in Stripe`);
	}
}

/** Of a balance that others draw on, too. */
async function othersOf({ scan }: Pick<Database, "scan">, fact: Fact): Promise<OthersLeft | undefined> {
	const payment = await findRow(scan, "payment", { payment_id: (await paymentIdOf(scan, { fact })) ?? "" });
	if (!payment) return undefined;
	const { account_id: accountId, client_id, balance_key } = payment;
	const balanceKey = balance_key ?? (await balanceKeyOf({ read: scan }, client_id));
	return readOthersLeft(scan, { balanceKey, accountId });
}

/** What every message goes through, whichever way it came. */
export async function takeMessage(
	{ db, clock }: MessageParts,
	stripe: Stripe,
	{ id: requestId, fact }: ReadMessage,
): Promise<void> {
	const message = { fact, requestId, atMs: clock.now(), others: await othersOf(db, fact) };
	const outcome = await db.write(noteMessage, message);
	if (outcome === "other_sum") throw new AnotherSum(requestId);
	if (outcome === "done" || fact.kind === "session") return;
	// A refund or dispute that came before the message that the payment was made: Stripe knows which one it is of.
	const intent = await stripe.paymentIntents.retrieve(fact.paymentIntent);
	const paymentId = intent.metadata.payment;
	if (paymentId) await db.write(noteMessage, { ...message, paymentId });
}
