/** Credits that an account pays for by card, and what became of the money (SPEC E13). */
export interface PaymentTable {
	payment_id: string;
	/** Who pays. */
	account_id: string;
	/** Whose balance gets the credits. */
	client_id: string;
	units: number;
	/** ISO 4217. */
	currency: string;
	/** What was asked for, without tax that is added, in the smallest unit that Stripe has of the currency. */
	amount: number;
	state: PaymentState;
	/** Stripe's ids, once it has told them. */
	session_id: string | null;
	payment_intent: string | null;
	created_at: number;
	paid_at: number | null;
	/** What was paid, with tax. */
	paid_amount: number | null;
	top_up_id: string | null;
	/** The balance that was credited. */
	balance_key: string | null;
	/** JSON: what is known of each refund and dispute (reversals.ts). */
	reversals: string | null;
	/** Of the credits, what refunds and disputes take back: from the ledger, owed, or settled by an administrator. */
	reversed_units: number;
	/** What had been spent already, and is neither paid nor settled. */
	owed_units: number;
	settled_units: number;
	/** Of a payment that is made again by itself (automatic.ts): below which balance of its client, and for how many units a month at most. */
	again_below: number | null;
	again_monthly: number | null;
	/** Why it no longer is. */
	again_stopped: AgainStopped | null;
	/** Of a payment that was made by itself: the one that it repeats. */
	again_of: string | null;
	/** Stripe's id of who pays, where details for an invoice or a kept means of payment need one. */
	customer: string | null;
	/** 1 while a mail about it is to be written. */
	mail_waits: number | null;
}

/** `authentication`: the bank asked for the buyer. `left`: whoever paid, and turned it on, belongs to the account no more. */
export const AGAIN_STOPPED = [
	"owner",
	"replaced",
	"failed",
	"authentication",
	"silent",
	"reversed",
	"price",
	"restored",
	"left",
] as const;
export type AgainStopped = (typeof AGAIN_STOPPED)[number];

export const PAYMENT_STATES = ["open", "processing", "failed", "expired", "paid"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

declare module "../platform/db/tables.ts" {
	interface Tables {
		payment: PaymentTable;
	}
}
