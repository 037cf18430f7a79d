import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkLedger } from "../../src/billing/ledger/check-ledger.ts";
import { checkTopUps } from "../../src/billing/pages/top-ups/check.ts";
import { loadConfig } from "../../src/config.ts";
import { catchUp, readUpTo } from "../../src/payments/catch-up.ts";
import { checkPayments } from "../../src/payments/check.ts";
import { testClock } from "../support/clock.ts";
import { newPerson, separateKey } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";
import { type StripeServer, startStripe } from "../support/stripe-server.ts";

const clock = testClock();
let stripe: StripeServer;
let packshot: TestService;
const newAdministrator = () => newPerson(packshot, { isAdministrator: true });
beforeAll(async () => {
	stripe = await startStripe(clock.now);
	const settings = {
		PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "100000",
		PACKSHOT_SESSION_IDLE_MINUTES: "100000",
		PACKSHOT_CREDIT_PACKAGES: "100=9.50, 500=40",
	};
	packshot = await startService({ clock, settings: { ...settings, ...stripe.settings } });
	const body = { credit_price: 0.1, currency: "EUR" };
	await (await newAdministrator()).ask("PATCH /admin/settings", { body });
});
afterAll(async () => {
	await packshot.close();
	await stripe.close();
});
beforeEach(() => {
	clock.advance(60_000);
	stripe.fault = () => undefined;
});

/** Somebody with a key of its own, who pays for credits. */
async function payer() {
	const person = await newPerson(packshot);
	const { clientId, apiKey } = await separateKey(person, "Shop");
	const signedIn = await packshot.call("/auth/token", { json: { client_id: clientId, api_key: apiKey } });
	const token: string = signedIn.body.access_token;
	const path = { client_id: clientId };
	const begin = (credits: number, more: object = {}) =>
		person.ask("POST /keys/{client_id}/payments", { path, body: { credits, ...more } });
	return {
		...person,
		clientId,
		path,
		begin,
		/** Makes a call that costs something, and one that does not. */
		costly: () => packshot.call("/metadata-fields", { token }),
		free: () => packshot.call("/balance", { token }),
		/** @returns the ids of a payment, and Stripe's of the page on which it is paid */
		async open(credits: number) {
			clock.advance(1000);
			const { body } = await begin(credits);
			const session = [...stripe.sessions.values()].find(
				(each) => each.client_reference_id === body.payment_id,
			);
			return { paymentId: body.payment_id as string, sessionId: session?.id ?? "" };
		},
		balance: async () => (await person.ask("GET /keys/{client_id}", { path })).body.credit_balance,
		payments: async () => (await person.ask("GET /keys/{client_id}/payments", { path })).body.data,
		check: (payment_id: string) => person.ask("POST /payments/{payment_id}/check", { path: { payment_id } }),
	};
}
const send = (event: Stripe.Event, options?: Parameters<StripeServer["send"]>[2]) =>
	stripe.send(packshot.origin, event, options);
async function everythingAgrees() {
	const { db } = packshot.installation;
	expect((await checkPayments(db)).faults).toEqual([]);
	expect((await checkTopUps(db)).faults).toEqual([]);
	expect((await checkLedger(db)).faults).toEqual([]);
}

const parts = () => ({
	...packshot.installation,
	config: loadConfig(packshot.settings),
	log: { error: () => undefined },
});

describe("paying by card", () => {
	test("credits are there once Stripe says that they are paid, and once only", async () => {
		const shop = await payer();
		const { body: offer } = await shop.ask("GET /payments/offer", { query: { credits: "0.31" } });
		expect(offer).toEqual({
			cost: "0.04",
			currency: "EUR",
			credit_price: "0.1",
			packages: [
				{ credits: 100, amount: "9.50" },
				{ credits: 500, amount: "40.00" },
			],
			tax: "none",
			most_credits: 1000,
			owed: 0,
		});
		const { paymentId, sessionId } = await shop.open(25);
		expect(stripe.sessions.get(sessionId)).toMatchObject({ amount_total: 250, currency: "eur" });
		expect(await shop.balance()).toBe(0);
		const event = stripe.pay(sessionId);
		const answers = await Promise.all(Array.from({ length: 10 }, () => send(event)));
		expect(answers).toEqual(Array(10).fill(204));
		expect(await shop.balance()).toBe(25);
		expect(await shop.payments()).toMatchObject([
			{
				payment_id: paymentId,
				state: "paid",
				credits: 25,
				amount: "2.50",
				paid: "2.50",
				reversed: 0,
				owed: 0,
			},
		]);
		const ledger = await packshot.ledger({ clientId: shop.clientId } as never);
		expect(ledger).toMatchObject([{ kind: "top_up", units: 250_000 }]);
		await everythingAgrees();
	});

	test("packages cost what they say", async () => {
		const { sessionId } = await (await payer()).open(500);
		expect(stripe.sessions.get(sessionId)).toMatchObject({ amount_total: 4000 });
	});

	test("a page sent twice opens one payment", async () => {
		const shop = await payer();
		const idempotency_key = "a-page-that-is-sent-twice";
		const [one, other] = [
			await shop.begin(10, { idempotency_key }),
			await shop.begin(10, { idempotency_key }),
		];
		expect(one.body).toEqual(other.body);
		expect(await shop.payments()).toHaveLength(1);
		expect((await shop.begin(11, { idempotency_key })).body.error).toBe("sent_before");
	});

	test("an account pays for so many credits in 24 hours, also in parallel", async () => {
		const shop = await payer();
		const answers = await Promise.all(Array.from({ length: 5 }, () => shop.begin(400)));
		expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409]);
		const { sessionId } = { sessionId: [...stripe.sessions.keys()].at(-1) ?? "" };
		await send(stripe.pay(sessionId));
		clock.advance(45 * 60_000);
		// The other page has closed unpaid.
		expect((await shop.ask("GET /payments/offer")).body.most_credits).toBe(600);
		expect((await shop.begin(601)).body.error).toBe("payment_limit_reached");
		clock.advance(24 * 3_600_000);
		expect((await shop.begin(1000)).status).toBe(201);
	});

	test("what cannot be paid is refused, and leaves nothing that waits", async () => {
		const shop = await payer();
		expect((await shop.begin(0)).status).toBe(400);
		expect((await shop.begin(1)).body).toMatchObject({
			error: "payment_refused",
			message: "The amount must be at least 0.50.",
		});
		expect(await shop.payments()).toMatchObject([{ state: "failed" }]);
		const other = await payer();
		const foreign = await other.ask("POST /keys/{client_id}/payments", {
			path: shop.path,
			body: { credits: 10 },
		});
		expect(foreign.status).toBe(404);
		const { paymentId } = await shop.open(10);
		const path = { payment_id: paymentId };
		expect((await other.ask("POST /payments/{payment_id}/check", { path })).status).toBe(404);
	});

	test("money that comes later is credited when it has come; a page that closes unpaid says so", async () => {
		const shop = await payer();
		const [late, failing, closing] = [await shop.open(10), await shop.open(20), await shop.open(30)];
		for (const { sessionId } of [late, failing]) await send(stripe.pay(sessionId, "later"));
		await send(stripe.expire(closing.sessionId));
		const states = async () =>
			(await shop.payments()).map(({ state }: { state: string }) => state).toReversed();
		expect(await states()).toEqual(["processing", "processing", "expired"]);
		expect(await shop.balance()).toBe(0);
		await send(stripe.arrive(late.sessionId));
		await send(stripe.arrive(failing.sessionId, false));
		expect(await states()).toEqual(["paid", "failed", "expired"]);
		expect(await shop.balance()).toBe(10);
		await everythingAgrees();
	});
});

describe("messages", () => {
	test("that are forged, altered, old or signed with another secret change nothing", async () => {
		const shop = await payer();
		const { sessionId } = await shop.open(10);
		const event = stripe.pay(sessionId);
		const post = (headers: Record<string, string>, body: string) =>
			fetch(`${packshot.origin}/payments/stripe`, { method: "POST", headers, body });
		const { headers, body } = stripe.signed(event);
		const refused = [
			await post({ "content-type": "application/json" }, body),
			await post(headers, body.replace("amount_total", "amount_totol")),
			await post(headers, body.replace(/.$/, " }")),
			await post({ ...headers, "stripe-signature": "t=1,v1=00" }, body),
		].map(({ status }) => status);
		expect(refused).toEqual([400, 400, 400, 400]);
		expect(await send(event, { secret: "whsec_another" })).toBe(400);
		expect(await send(event, { atMs: clock.now() - 301_000 })).toBe(400);
		expect(await shop.balance()).toBe(0);
		expect(await send(event, { atMs: clock.now() - 299_000 })).toBe(204);
		expect(await shop.balance()).toBe(10);
	});

	test("may be signed with either secret while one is changed, and are for nobody while payments are off", async () => {
		const values = packshot.settings;
		const config = loadConfig({ ...values, PACKSHOT_STRIPE_WEBHOOK_SECRET: "whsec_new, whsec_ofthetests" });
		expect(config.payments.webhookSecrets).toBe("whsec_new, whsec_ofthetests");
		expect(() =>
			loadConfig({ ...values, PACKSHOT_STRIPE_WEBHOOK_SECRET: "whsec_a,whsec_b,whsec_c" }),
		).toThrow();
		const off = await startService({ clock });
		expect(await stripe.send(off.origin, { id: "evt_1" })).toBe(404);
		await off.close();
	});

	test("about other sums than were asked for, and about payments of others, credit nothing", async () => {
		const shop = await payer();
		const { sessionId } = await shop.open(10);
		const event = stripe.pay(sessionId) as Stripe.CheckoutSessionCompletedEvent;
		const altered = structuredClone(event);
		altered.data.object.amount_subtotal = 1;
		expect(await send(altered)).toBe(500);
		const foreign = structuredClone(event);
		foreign.data.object.client_reference_id = "pay_00000000000000000000000000";
		expect(await send(foreign)).toBe(204);
		expect(await send({ ...event, type: "customer.created" } as never)).toBe(204);
		expect(await shop.balance()).toBe(0);
		expect(await send(event)).toBe(204);
	});
});

describe("a message that is lost", () => {
	test("is found when the buyer comes back, and by the hourly look", async () => {
		const shop = await payer();
		const [one, two] = [await shop.open(10), await shop.open(20)];
		stripe.pay(one.sessionId);
		expect((await shop.check(one.paymentId)).body).toMatchObject({ state: "paid", credits: 10 });
		expect(await shop.balance()).toBe(10);
		stripe.pay(two.sessionId);
		stripe.fault = () => "500";
		expect((await shop.check(two.paymentId)).body.error).toBe("payment_provider_silent");
		stripe.fault = () => undefined;
		await catchUp(parts());
		await catchUp(parts());
		expect(await shop.balance()).toBe(30);
		await everythingAgrees();
	});
});

describe("what goes wrong later", () => {
	test("a refund in parts takes credits back, also below zero; a payment settles that, and 402 says why", async () => {
		const shop = await payer();
		const { sessionId, paymentId } = await shop.open(100);
		await send(stripe.pay(sessionId));
		await (await newAdministrator()).ask("POST /keys/{client_id}/credits", {
			path: shop.path,
			body: { credits: -80, note: "Spent." },
		});
		await send(stripe.refund(sessionId, 475));
		expect(await shop.balance()).toBe(-30);
		expect((await shop.costly()).body).toMatchObject({
			error: "insufficient_credits",
			message: expect.stringContaining("the balance is -30: a payment was reversed"),
		});
		const balance = await shop.free();
		expect([balance.body.credit_balance, balance.headers.get("x-credits-remaining")]).toEqual([-30, "-30"]);
		await send(stripe.refund(sessionId));
		expect(await shop.balance()).toBe(-80);
		expect(await shop.payments()).toMatchObject([{ payment_id: paymentId, reversed: 100, owed: 0 }]);
		const again = await shop.open(90);
		await send(stripe.pay(again.sessionId));
		expect(await shop.balance()).toBe(10);
		await everythingAgrees();
	});

	test("a refund that fails, and a dispute that is won, give the credits back", async () => {
		const shop = await payer();
		const { sessionId } = await shop.open(100);
		await send(stripe.pay(sessionId));
		const refund = stripe.refund(sessionId, 475);
		await send(refund);
		expect(await shop.balance()).toBe(50);
		await send(stripe.failRefund(refund.data.object.id));
		const dispute = stripe.dispute(sessionId);
		await send(dispute);
		expect(await shop.balance()).toBe(0);
		const won = stripe.closeDispute(dispute.data.object.id, "won");
		await Promise.all([send(won), send(dispute), send(won), send(refund)]);
		expect(await shop.balance()).toBe(100);
		await everythingAgrees();
	});

	test("messages about a refund that come before the one about the payment take nothing that was not paid", async () => {
		const shop = await payer();
		const { sessionId } = await shop.open(100);
		const paid = stripe.pay(sessionId);
		const refund = stripe.refund(sessionId, 95);
		await send(refund);
		expect(await shop.balance()).toBe(0);
		await send(paid);
		expect(await shop.balance()).toBe(90);
		await everythingAgrees();
	});

	test("on a balance shared by owners, only the payer's clients are stopped, and nothing is taken of what others paid", async () => {
		const [shop, other] = [await payer(), await payer()];
		const { balance_id } = (await shop.ask("GET /keys/{client_id}", { path: shop.path })).body;
		const joined = await (await newAdministrator()).ask("PATCH /keys/{client_id}", {
			path: other.path,
			body: { balance: balance_id },
		});
		expect(joined.status).toBe(200);
		const [mine, theirs] = [await shop.open(100), await other.open(50)];
		await send(stripe.pay(mine.sessionId));
		await send(stripe.pay(theirs.sessionId));
		await (await newAdministrator()).ask("POST /keys/{client_id}/credits", {
			path: shop.path,
			body: { credits: -70, note: "Spent by the payer." },
		});
		await send(stripe.dispute(mine.sessionId));
		expect(await other.balance()).toBe(50);
		expect(await shop.payments()).toMatchObject([{ reversed: 100, owed: 70 }]);
		expect((await shop.ask("GET /payments/offer")).body.owed).toBe(70);
		expect((await shop.costly()).body).toMatchObject({
			error: "insufficient_credits",
			message: expect.stringContaining("this account owes for a payment that was reversed"),
		});
		expect((await shop.free()).body.credit_balance).toBe(50);
		expect((await other.costly()).status).toBe(200);
		const { clientId: key, apiKey } = await separateKey(shop, "Another");
		const signedIn = await packshot.call("/auth/token", { json: { client_id: key, api_key: apiKey } });
		expect((await packshot.call("/metadata-fields", { token: signedIn.body.access_token })).status).toBe(402);
		await everythingAgrees();
		const again = await shop.open(100);
		await send(stripe.pay(again.sessionId));
		expect(await other.balance()).toBe(79.95);
		expect((await shop.ask("GET /payments/offer")).body.owed).toBe(0);
		expect((await shop.costly()).status).toBe(200);
		await everythingAgrees();
	});
});

test("a message that is lost for more than 30 days is told of", async () => {
	await catchUp(parts());
	clock.advance(31 * 86_400_000);
	await catchUp(parts());
	const { gap } = (await readUpTo(packshot.installation.db)) ?? {};
	expect((gap?.toMs ?? 0) - (gap?.fromMs ?? 0)).toBe(86_400_000);
});
