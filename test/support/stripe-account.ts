import type Stripe from "stripe";
import { actOnCustomers, type Customer, type Form, found, newId, Refusal } from "./stripe-customers.ts";

/** What an account at Stripe holds, and what happens to it; the types of Stripe's library keep it honest. Amounts, states and refusals are those of Stripe's API. */

export type Session = Pick<
	Stripe.Checkout.Session,
	| "id"
	| "object"
	| "mode"
	| "status"
	| "payment_status"
	| "client_reference_id"
	| "metadata"
	| "amount_subtotal"
	| "amount_total"
	| "currency"
	| "payment_intent"
	| "customer"
	| "invoice"
	| "url"
	| "success_url"
	| "cancel_url"
	| "expires_at"
	| "livemode"
>;
type Intent = Pick<
	Stripe.PaymentIntent,
	| "id"
	| "object"
	| "status"
	| "amount"
	| "amount_received"
	| "currency"
	| "metadata"
	| "latest_charge"
	| "customer"
	| "payment_method"
	| "last_payment_error"
>;

/** What a card does that is charged while its holder is not there, as the cards of Stripe's test mode. */
export type Card = "good" | "declined" | "authentication" | "slow";
type Refund = Pick<
	Stripe.Refund,
	"id" | "object" | "amount" | "currency" | "status" | "payment_intent" | "charge"
>;
type Dispute = Pick<
	Stripe.Dispute,
	"id" | "object" | "amount" | "currency" | "status" | "payment_intent" | "charge"
>;

const DAY_SECONDS = 86_400;
const LEAST_AMOUNT = 50;

export class StripeAccount {
	readonly sessions = new Map<string, Session>();
	readonly events: Stripe.Event[] = [];
	/** Called with each event when it happens. */
	told: (event: Stripe.Event) => void = () => undefined;
	readonly #now: () => number;
	readonly #intents = new Map<string, Intent>();
	readonly #refunds = new Map<string, Refund>();
	readonly #disputes = new Map<string, Dispute>();
	readonly customers = new Map<string, Customer>();
	/** What the intent of a session will have. */
	readonly #intentData = new Map<string, Pick<Intent, "metadata" | "customer" | "payment_method">>();
	/** What every kept card does from now on. */
	card: Card = "good";

	constructor(now: () => number) {
		this.#now = now;
	}

	/** Carries out a call of the API. */
	act(call: string, form: Form): object {
		if (call === "POST /v1/checkout/sessions") return this.#openSession(form);
		if (call === "POST /v1/refunds") return this.#createRefund(form);
		if (call === "GET /v1/events") return this.#listEvents(form);
		if (call === "POST /v1/payment_intents") return this.#charge(form);
		const ofCustomer = actOnCustomers(this.customers, call, form);
		if (ofCustomer) return ofCustomer;
		const [, expiring] = /^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(call) ?? [];
		if (expiring !== undefined) {
			this.expire(expiring);
			return found(this.sessions, expiring);
		}
		const [, kind, id = ""] = /^GET \/v1\/([a-z_/]+)\/(\w+)$/.exec(call) ?? [];
		if (kind === "payment_intents") return withCharge(found(this.#intents, id), listOf<string>(form.expand));
		if (kind === "checkout/sessions")
			return withInvoice(found(this.sessions, id), listOf<string>(form.expand));
		throw new Refusal(404, "resource_missing", `Unrecognized request URL (${call}).`);
	}

	/** The buyer pays on the page: at once, or by a means whose money comes later. */
	pay(sessionId: string, how: "at once" | "later" = "at once"): Stripe.Event {
		const session = found(this.sessions, sessionId);
		if (session.status !== "open") throw new Error(`${sessionId} is ${session.status}`);
		const data = this.#intentData.get(sessionId) ?? {};
		const sum = { amount: session.amount_total ?? 0, currency: session.currency ?? "" };
		const intent = this.#newIntent(how === "at once" ? "succeeded" : "processing", { ...sum, ...data });
		session.payment_intent = intent.id;
		session.status = "complete";
		if (how === "at once") session.payment_status = "paid";
		return this.#tell("checkout.session.completed", session);
	}

	/** The money that was to come later has come, or not. */
	arrive(sessionId: string, isPaid = true): Stripe.Event {
		const session = found(this.sessions, sessionId);
		this.#intentOf(sessionId).status = isPaid ? "succeeded" : "requires_payment_method";
		if (isPaid) session.payment_status = "paid";
		return this.#tell(`checkout.session.async_payment_${isPaid ? "succeeded" : "failed"}`, session);
	}

	expire(sessionId: string): Stripe.Event {
		const session = found(this.sessions, sessionId);
		session.status = "expired";
		return this.#tell("checkout.session.expired", session);
	}

	refund(sessionId: string, amount?: number): Stripe.RefundCreatedEvent {
		const { id } = this.#intentOf(sessionId);
		this.#createRefund({ payment_intent: id, ...(amount === undefined ? {} : { amount: String(amount) }) });
		return this.events.at(-1) as Stripe.RefundCreatedEvent;
	}

	failRefund(refundId: string): Stripe.Event {
		const refund = found(this.#refunds, refundId);
		refund.status = "failed";
		return this.#tell("refund.failed", refund);
	}

	dispute(sessionId: string, amount?: number): Stripe.ChargeDisputeCreatedEvent {
		const intent = this.#intentOf(sessionId);
		return this.#disputeOf(intent, amount ?? intent.amount);
	}

	#disputeOf(intent: Intent, amount: number): Stripe.ChargeDisputeCreatedEvent {
		const dispute: Dispute = {
			id: newId("du"),
			object: "dispute",
			amount,
			currency: intent.currency,
			status: "needs_response",
			payment_intent: intent.id,
			charge: String(intent.latest_charge),
		};
		this.#disputes.set(dispute.id, dispute);
		return this.#tell("charge.dispute.created", dispute) as Stripe.ChargeDisputeCreatedEvent;
	}

	closeDispute(disputeId: string, status: "won" | "lost"): Stripe.Event {
		const dispute = found(this.#disputes, disputeId);
		dispute.status = status;
		return this.#tell("charge.dispute.closed", dispute);
	}

	get #seconds(): number {
		return Math.floor(this.#now() / 1000);
	}

	/** An event holds what it is about as it is at that moment. */
	#tell(type: Stripe.Event["type"], object: object): Stripe.Event {
		const event = {
			id: newId("evt"),
			object: "event",
			api_version: null,
			created: this.#seconds,
			data: { object: structuredClone(object) },
			livemode: false,
			pending_webhooks: 1,
			request: null,
			type,
		} as unknown as Stripe.Event;
		this.events.push(event);
		this.told(event);
		return event;
	}

	#intentOf(sessionId: string): Intent {
		return found(this.#intents, String(found(this.sessions, sessionId).payment_intent));
	}

	#newIntent(status: Intent["status"], given: Partial<Intent>): Intent {
		const intent: Intent = {
			id: newId("pi"),
			object: "payment_intent",
			status,
			amount: 0,
			amount_received: status === "succeeded" ? (given.amount ?? 0) : 0,
			currency: "",
			metadata: {},
			latest_charge: newId("ch"),
			customer: null,
			payment_method: newId("pm"),
			last_payment_error: null,
			...given,
		};
		this.#intents.set(intent.id, intent);
		return intent;
	}

	/** Payments that were made while the buyer was not there. */
	get automatic(): readonly Intent[] {
		return [...this.#intents.values()].filter(({ metadata }) => metadata.again_of !== undefined);
	}

	/** A payment without a page, by one of the cards of Stripe's test mode, of which one is disputed at once, or by a card that was kept. */
	#charge(form: Form): Intent {
		const method = String(form.payment_method);
		const given = {
			amount: Number(form.amount),
			currency: String(form.currency),
			metadata: recordOf(form.metadata) as Record<string, string>,
			customer: form.customer === undefined ? null : String(form.customer),
			payment_method: method,
		};
		if (form.off_session === "true") return this.#chargeKept(given);
		const intent = this.#newIntent("succeeded", given);
		if (method === "pm_card_createDispute") this.#disputeOf(intent, intent.amount);
		return intent;
	}

	/** A kept card has to be the customer's. Its refusal is an error, and is told as well. */
	#chargeKept(given: Partial<Intent>): Intent {
		const isKept = [...this.#intents.values()].some(
			({ customer, payment_method }) =>
				customer !== null && customer === given.customer && payment_method === given.payment_method,
		);
		if (!isKept)
			throw new Refusal(400, "resource_missing", "The customer does not have this payment method.");
		if (this.card === "declined" || this.card === "authentication") {
			const code = this.card === "declined" ? "card_declined" : "authentication_required";
			const last_payment_error = { code, type: "card_error" } as Intent["last_payment_error"];
			const failed = this.#newIntent("requires_payment_method", { ...given, last_payment_error });
			this.#tell("payment_intent.payment_failed", failed);
			throw new Refusal(402, code, "Your card was declined.");
		}
		const intent = this.#newIntent(this.card === "slow" ? "processing" : "succeeded", given);
		this.#tell(this.card === "slow" ? "payment_intent.processing" : "payment_intent.succeeded", intent);
		return structuredClone(intent);
	}

	/** The money of a slow card has come, or not. */
	arriveKept(intentId: string, isPaid: boolean): Stripe.Event {
		const intent = found(this.#intents, intentId);
		intent.status = isPaid ? "succeeded" : "requires_payment_method";
		if (isPaid) intent.amount_received = intent.amount;
		return this.#tell(`payment_intent.${isPaid ? "succeeded" : "payment_failed"}`, intent);
	}

	#openSession(form: Form): Session {
		const [item] = listOf<{ quantity: string; price_data: { currency: string; unit_amount: string } }>(
			form.line_items,
		);
		const amount = Number(item?.price_data.unit_amount) * Number(item?.quantity);
		if (form.mode !== "payment" || !Number.isInteger(amount))
			throw new Refusal(400, "parameter_invalid", "No amount.");
		if (amount < LEAST_AMOUNT)
			throw new Refusal(400, "amount_too_small", "The amount must be at least 0.50.");
		const customer = form.customer === undefined ? null : found(this.customers, String(form.customer)).id;
		const expiresAt = Number(form.expires_at);
		if (expiresAt < this.#seconds + 1800 || expiresAt > this.#seconds + DAY_SECONDS)
			throw new Refusal(400, "parameter_invalid", "The expiry must be 30 minutes to 24 hours ahead.");
		const tax = recordOf(form.automatic_tax).enabled === "true" ? Math.round(amount / 5) : 0;
		const id = newId("cs_test");
		const session: Session = {
			id,
			object: "checkout.session",
			mode: "payment",
			status: "open",
			payment_status: "unpaid",
			client_reference_id: String(form.client_reference_id),
			metadata: recordOf(form.metadata) as Record<string, string>,
			amount_subtotal: amount,
			amount_total: amount + tax,
			currency: item?.price_data.currency ?? "",
			payment_intent: null,
			customer,
			invoice: null,
			url: `https://checkout.stripe.com/c/pay/${id}`,
			success_url: String(form.success_url),
			cancel_url: String(form.cancel_url),
			expires_at: expiresAt,
			livemode: false,
		};
		this.sessions.set(id, session);
		const { metadata, setup_future_usage } = recordOf(form.payment_intent_data);
		if ((customer === null) === (form.customer_email === undefined))
			throw new Refusal(400, "parameter_invalid", "Either a customer or an address.");
		const isKept = setup_future_usage === "off_session";
		if (isKept && customer === null)
			throw new Refusal(400, "parameter_missing", "No customer to keep it for.");
		this.#intentData.set(id, {
			metadata: recordOf(metadata) as Record<string, string>,
			customer: isKept ? customer : null,
			payment_method: newId("pm"),
		});
		return session;
	}

	#createRefund(form: Form): Refund {
		const intent = found(this.#intents, String(form.payment_intent));
		const before = [...this.#refunds.values()].filter(
			({ payment_intent, status }) => payment_intent === intent.id && status === "succeeded",
		);
		const left = intent.amount - before.reduce((sum, each) => sum + each.amount, 0);
		const amount = form.amount === undefined ? left : Number(form.amount);
		if (amount <= 0 || amount > left)
			throw new Refusal(400, "charge_already_refunded", "More than what is left.");
		const refund: Refund = {
			id: newId("re"),
			object: "refund",
			amount,
			currency: intent.currency,
			status: "succeeded",
			payment_intent: intent.id,
			charge: String(intent.latest_charge),
		};
		this.#refunds.set(refund.id, refund);
		this.#tell("refund.created", refund);
		return refund;
	}

	/** Newest first, of the last 30 days. */
	#listEvents(query: Form): object {
		const oldest = Math.max(Number(recordOf(query.created).gte ?? 0), this.#seconds - 30 * DAY_SECONDS);
		const types = listOf<string>(query.types);
		const all = this.events
			.filter(({ created, type }) => created >= oldest && types.includes(type))
			.toReversed()
			.sort((one, other) => other.created - one.created);
		const from = query.starting_after ? all.findIndex(({ id }) => id === query.starting_after) + 1 : 0;
		const upTo = from + Math.min(100, Number(query.limit ?? 10));
		return { object: "list", url: "/v1/events", data: all.slice(from, upTo), has_more: all.length > upTo };
	}
}

function withCharge(intent: Intent, expanded: readonly string[]): object {
	if (!expanded.includes("latest_charge")) return intent;
	const receipt_url = `https://pay.stripe.com/receipts/${intent.id}`;
	return { ...intent, latest_charge: { id: intent.latest_charge, object: "charge", receipt_url } };
}

/** Stripe writes an invoice of what was paid on its page. */
function withInvoice(session: Session, expanded: readonly string[]): object {
	if (session.payment_status !== "paid" || !expanded.includes("invoice")) return session;
	const hosted_invoice_url = `https://invoice.stripe.com/i/${session.id}`;
	return { ...session, invoice: { id: newId("in"), object: "invoice", hosted_invoice_url } };
}

const recordOf = (value: unknown) => (value ?? {}) as Record<string, unknown>;
const listOf = <T>(value: unknown) => Object.values(recordOf(value)) as T[];
