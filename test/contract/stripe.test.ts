import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openCheckout } from "../../src/payments/checkout.ts";
import { EVENT_TYPES, type Fact, factOf } from "../../src/payments/facts.ts";
import type { PaymentTable } from "../../src/payments/tables.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { STRIPE_KEY, type StripeServer, startStripe } from "../support/stripe-server.ts";

/** What the service takes for granted of Stripe, held against the server of the tests, and against Stripe's test mode where a key is given. */

const realKey = process.env.PACKSHOT_TEST_STRIPE_KEY;
if (!realKey) console.info("Stripe itself is not asked: PACKSHOT_TEST_STRIPE_KEY is not set");

describe.each([
	{ name: "the server of the tests", key: STRIPE_KEY },
	...(realKey ? [{ name: "Stripe's test mode", key: realKey }] : []),
])("$name", ({ key }) => {
	const stripe = new Stripe(key, { telemetry: false });
	let server: StripeServer | undefined;
	beforeAll(async () => {
		if (key === STRIPE_KEY) server = await startStripe();
		else delete process.env.STRIPE_PORT;
	});
	afterAll(() => server?.close());

	const payment = (): PaymentTable => ({
		payment_id: `pay_${Date.now()}${Math.floor(Math.random() * 1e6)}`,
		account_id: "acct_shop",
		client_id: "ps_client_shop",
		units: 250_000,
		currency: "EUR",
		amount: 250,
		state: "open",
		session_id: null,
		payment_intent: null,
		created_at: Date.now(),
		paid_at: null,
		paid_amount: null,
		top_up_id: null,
		balance_key: null,
		reversals: null,
		reversed_units: 0,
		owed_units: 0,
		settled_units: 0,
		customer: null,
		again_below: null,
		again_monthly: null,
		again_stopped: null,
		again_of: null,
		mail_waits: null,
	});
	const open = (of: PaymentTable) => {
		const returnUrl = "https://photos.example.com/basket";
		return openCheckout(stripe, {
			payment: of,
			email: "shop@example.com",
			customer: null,
			returnUrl,
			tax: "none",
		});
	};
	const pay = (payment_method: string) =>
		stripe.paymentIntents.create({
			amount: 250,
			currency: "eur",
			payment_method,
			confirm: true,
			automatic_payment_methods: { enabled: true, allow_redirects: "never" },
			metadata: { payment: "pay_1" },
		});

	/** What the list of messages says of something, newest first. */
	async function facts(is: (fact: Fact) => boolean): Promise<Fact[]> {
		const created = { gte: Math.floor(Date.now() / 1000) - 600 };
		const found: Fact[] = [];
		for await (const event of stripe.events.list({ created, types: [...EVENT_TYPES], limit: 100 })) {
			const fact = factOf(event);
			if (fact && is(fact)) found.push(fact);
		}
		return found;
	}
	const untilTold = (is: (fact: Fact) => boolean) =>
		expect.poll(async () => (await facts(is)).at(-1), { timeout: PATIENCE_MS });

	test("opens one page for a payment however often it is asked, and tells that it closed", async () => {
		const of = payment();
		const [one, other] = [await open(of), await open(of)];
		expect(one.id).toBe(other.id);
		expect(one.url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
		await stripe.checkout.sessions.expire(one.id);
		await untilTold((fact) => fact.kind === "session" && fact.paymentId === of.payment_id).toMatchObject({
			state: "expired",
			currency: "EUR",
			amount: 250,
			begun: { account_id: "acct_shop", units: 250_000, amount: 250, created_at: of.created_at },
		});
	});

	test("refuses a sum below its least in words", async () => {
		await expect(open({ ...payment(), amount: 1 })).rejects.toMatchObject({
			type: "StripeInvalidRequestError",
		});
	});

	test("tells of refunds by the payment that they are of, and keeps its metadata", async () => {
		const intent = await pay("pm_card_visa");
		const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
		await untilTold((fact) => fact.kind === "reversal" && fact.id === refund.id).toMatchObject({
			paymentIntent: intent.id,
			said: { kind: "refund", amount: 100, state: "taken" },
		});
		expect((await stripe.paymentIntents.retrieve(intent.id)).metadata).toEqual({ payment: "pay_1" });
		const tooMuch = stripe.refunds.create({ payment_intent: intent.id, amount: 151 });
		await expect(tooMuch).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
	});

	test("tells of disputes by the payment that they are of", async () => {
		const intent = await pay("pm_card_createDispute");
		const isOfIt = (fact: Fact) => fact.kind === "reversal" && fact.paymentIntent === intent.id;
		await untilTold(isOfIt).toMatchObject({ said: { kind: "dispute", amount: 250, state: "taken" } });
	});
});
