import type Stripe from "stripe";
import type { ReversalState } from "./reversals.ts";
import type { AgainStopped, PaymentState, PaymentTable } from "./tables.ts";

/** What a message says of a payment: how it went, or what became of it later. */
export type Fact = SessionFact | ReversalFact;

export interface SessionFact {
	readonly kind: "session";
	readonly paymentId: string;
	readonly sessionId: string | null;
	readonly state: Exclude<PaymentState, "open">;
	readonly paymentIntent: string | null;
	readonly currency: string;
	/** Without tax that is added, and with it. */
	readonly amount: number;
	readonly paidAmount: number;
	/** What the payment was begun as: a restored backup may not know it. */
	readonly begun: BegunPayment | undefined;
	/** Of a payment that was made by itself and failed: why. */
	readonly declined?: AgainStopped;
}

export type BegunPayment = Pick<
	PaymentTable,
	"account_id" | "client_id" | "units" | "amount" | "created_at" | "again_of"
>;

export interface ReversalFact {
	readonly kind: "reversal";
	readonly paymentIntent: string;
	/** Of the refund or dispute. */
	readonly id: string;
	readonly said: ReversalState;
}

type Told = {
	readonly [Type in Stripe.Event["type"]]?: (
		object: Extract<Stripe.Event, { type: Type }>["data"]["object"],
		saidAt: number,
	) => Fact | undefined;
};

const completed = (session: Stripe.Checkout.Session) =>
	sessionFact(session, session.payment_status === "paid" ? "paid" : "processing");

/** What the messages that tell something say. */
const TOLD = {
	"checkout.session.completed": completed,
	"checkout.session.async_payment_succeeded": completed,
	"checkout.session.async_payment_failed": (session) => sessionFact(session, "failed"),
	"checkout.session.expired": (session) => sessionFact(session, "expired"),
	"payment_intent.succeeded": intentFact,
	"payment_intent.processing": intentFact,
	"payment_intent.payment_failed": intentFact,
	"refund.created": refundFact,
	"refund.updated": refundFact,
	"refund.failed": refundFact,
	"charge.dispute.created": disputeFact,
	"charge.dispute.updated": disputeFact,
	"charge.dispute.closed": disputeFact,
	"charge.dispute.funds_withdrawn": disputeFact,
	"charge.dispute.funds_reinstated": disputeFact,
} as const satisfies Told;

export const EVENT_TYPES = Object.keys(TOLD) as (keyof typeof TOLD)[];

/** @returns undefined for a message that says nothing of a payment of this service. */
export function factOf({ type, data, created }: Stripe.Event): Fact | undefined {
	const told = EVENT_TYPES.find((each) => each === type);
	return told && (TOLD[told] as (object: unknown, saidAt: number) => Fact | undefined)(data.object, created);
}

function sessionFact(session: Stripe.Checkout.Session, state: SessionFact["state"]): Fact | undefined {
	const paymentId = session.client_reference_id;
	if (session.mode !== "payment" || !paymentId?.startsWith("pay_")) return undefined;
	return {
		kind: "session",
		paymentId,
		sessionId: session.id,
		state,
		paymentIntent: idOf(session.payment_intent),
		currency: (session.currency ?? "").toUpperCase(),
		amount: session.amount_subtotal ?? 0,
		paidAmount: session.amount_total ?? 0,
		begun: begunAs(session),
	};
}

/** What a payment without a page says: only those that this service made by themselves name the one that they repeat. */
export function intentFact(intent: Stripe.PaymentIntent): SessionFact | undefined {
	const { status, metadata, amount, amount_received, currency, last_payment_error } = intent;
	if (!metadata.payment || !metadata.again_of) return undefined;
	const isOnItsWay = status === "succeeded" || status === "processing";
	return {
		kind: "session",
		paymentId: metadata.payment,
		sessionId: null,
		state: status === "succeeded" ? "paid" : isOnItsWay ? "processing" : "failed",
		paymentIntent: intent.id,
		currency: currency.toUpperCase(),
		amount,
		paidAmount: amount_received,
		begun: begunAs(intent),
		...(isOnItsWay ? {} : { declined: isForBuyer(last_payment_error) ? "authentication" : "failed" }),
	};
}

/** Whether the bank wants to hear from the buyer, who is not there. */
export const isForBuyer = (error: unknown) =>
	(error as { readonly code?: string } | null)?.code === "authentication_required";

/** What Stripe keeps of a payment. */
export function noteBegun({ account_id, client_id, units, amount, created_at, again_of }: BegunPayment) {
	return {
		...(again_of === null ? {} : { again_of }),
		account_id,
		client_id,
		units: String(units),
		amount: String(amount),
		created_at: String(created_at),
	};
}

function begunAs({ metadata }: Pick<Stripe.Checkout.Session, "metadata">): BegunPayment | undefined {
	const { account_id, client_id, again_of = null, ...numbers } = metadata ?? {};
	const [units, amount, created_at] = [numbers.units, numbers.amount, numbers.created_at].map(Number);
	return account_id && client_id && units && amount && created_at
		? { account_id, client_id, units, amount, created_at, again_of }
		: undefined;
}

function refundFact(refund: Stripe.Refund, saidAt: number): Fact | undefined {
	const isUndone = refund.status === "failed" || refund.status === "canceled";
	return reversalFact(refund, {
		kind: "refund",
		state: isUndone ? "undone" : "taken",
		saidAt,
		isFinal: isUndone,
	});
}

/** Enquiries that begin with `warning_` move no money. */
function disputeFact(dispute: Stripe.Dispute, saidAt: number): Fact | undefined {
	const isOpen = dispute.status === "needs_response" || dispute.status === "under_review";
	const isTaken = isOpen || dispute.status === "lost";
	const isFinal = !isOpen && !/^warning_(needs_response|under_review)$/.test(dispute.status);
	return reversalFact(dispute, { kind: "dispute", state: isTaken ? "taken" : "undone", saidAt, isFinal });
}

function reversalFact(
	{ id, amount, payment_intent }: Stripe.Refund | Stripe.Dispute,
	said: Omit<ReversalState, "amount">,
): Fact | undefined {
	const paymentIntent = idOf(payment_intent);
	return paymentIntent === null
		? undefined
		: { kind: "reversal", paymentIntent, id, said: { ...said, amount } };
}

export function idOf(reference: string | { readonly id: string } | null): string | null {
	return typeof reference === "string" ? reference : (reference?.id ?? null);
}
