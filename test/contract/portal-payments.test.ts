import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { catchUp, readUpTo } from "../../src/payments/catch-up.ts";
import { cardService } from "../support/paying-by-card.ts";
import { startService } from "../support/service.ts";

const at = cardService();
const { clock, newAdministrator, payer, send, everythingAgrees } = at;

const parts = () => ({
	...at.packshot.installation,
	config: loadConfig(at.packshot.settings),
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
		expect(at.stripe.sessions.get(sessionId)).toMatchObject({ amount_total: 250, currency: "eur" });
		expect(await shop.balance()).toBe(0);
		const event = at.stripe.pay(sessionId);
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
		const receipt = { path: { payment_id: paymentId } };
		const { body } = await shop.ask("GET /payments/{payment_id}/receipt", receipt);
		expect(body.url).toMatch(/^https:\/\/invoice\.stripe\.com\//);
		const stranger = await payer();
		expect((await stranger.ask("GET /payments/{payment_id}/receipt", receipt)).status).toBe(404);
		const ledger = await at.packshot.ledger({ clientId: shop.clientId } as never);
		expect(ledger).toMatchObject([{ kind: "top_up", units: 250_000 }]);
		await everythingAgrees();
	});

	test("packages cost what they say", async () => {
		const { sessionId } = await (await payer()).open(500);
		expect(at.stripe.sessions.get(sessionId)).toMatchObject({ amount_total: 4000 });
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
		const { sessionId } = { sessionId: [...at.stripe.sessions.keys()].at(-1) ?? "" };
		await send(at.stripe.pay(sessionId));
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
		for (const { sessionId } of [late, failing]) await send(at.stripe.pay(sessionId, "later"));
		await send(at.stripe.expire(closing.sessionId));
		const states = async () =>
			(await shop.payments()).map(({ state }: { state: string }) => state).toReversed();
		expect(await states()).toEqual(["processing", "processing", "expired"]);
		expect(await shop.balance()).toBe(0);
		await send(at.stripe.arrive(late.sessionId));
		await send(at.stripe.arrive(failing.sessionId, false));
		expect(await states()).toEqual(["paid", "failed", "expired"]);
		expect(await shop.balance()).toBe(10);
		await everythingAgrees();
	});
});

describe("invoices", () => {
	test("are written by Stripe to whom the account says, once a customer, with the tax number of today", async () => {
		const shop = await payer();
		const billing = { name: "עדן בע״מ", address: "Herzl 1\nHaifa", country: "IL", vat_id: "514000001" };
		const set = (body: object) => shop.ask("PUT /members/billing", { body: { billing: body } });
		expect((await set(billing)).body.billing).toEqual(billing);
		const payers = async () => {
			const { sessionId } = await shop.open(10);
			return String(at.stripe.sessions.get(sessionId)?.customer);
		};
		const customer = await payers();
		expect(at.stripe.customers.get(customer)).toMatchObject({
			email: shop.email,
			name: "עדן בע״מ",
			address: { line1: "Herzl 1", line2: "Haifa", country: "IL" },
			taxIds: [{ type: "il_vat", value: "514000001" }],
		});
		await set({ ...billing, country: "DE", vat_id: "DE123456789" });
		expect(await payers()).toBe(customer);
		expect(at.stripe.customers.get(customer)?.taxIds).toMatchObject([
			{ type: "eu_vat", value: "DE123456789" },
		]);
		await set({ ...billing, country: "DE", vat_id: "nothing" });
		expect((await shop.begin(10)).body).toMatchObject({
			error: "payment_refused",
			message: "Invalid value for eu_vat.",
		});
		const month = new Date(clock.now()).toISOString().slice(0, 7);
		const statement = { path: shop.path, query: { month } };
		expect((await shop.ask("GET /keys/{client_id}/statement", statement)).body.billed_to.vat_id).toBe(
			"nothing",
		);
		expect((await set({ ...billing, country: "Germany" })).status).toBe(400);
		expect((await set({ ...billing, name: " " })).status).toBe(400);
		expect((await shop.ask("PUT /members/billing", { body: { billing: null } })).body.billing).toBeNull();
	});
});

describe("messages", () => {
	test("that are forged, altered, old or signed with another secret change nothing", async () => {
		const shop = await payer();
		const { sessionId } = await shop.open(10);
		const event = at.stripe.pay(sessionId);
		const post = (headers: Record<string, string>, body: string) =>
			fetch(`${at.packshot.origin}/payments/stripe`, { method: "POST", headers, body });
		const { headers, body } = at.stripe.signed(event);
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
		const values = at.packshot.settings;
		const config = loadConfig({ ...values, PACKSHOT_STRIPE_WEBHOOK_SECRET: "whsec_new, whsec_ofthetests" });
		expect(config.payments.webhookSecrets).toBe("whsec_new, whsec_ofthetests");
		expect(() =>
			loadConfig({ ...values, PACKSHOT_STRIPE_WEBHOOK_SECRET: "whsec_a,whsec_b,whsec_c" }),
		).toThrow();
		const off = await startService({ clock });
		expect(await at.stripe.send(off.origin, { id: "evt_1" })).toBe(404);
		await off.close();
	});

	test("about other sums than were asked for, and about payments of others, credit nothing", async () => {
		const shop = await payer();
		const { sessionId } = await shop.open(10);
		const event = at.stripe.pay(sessionId) as Stripe.CheckoutSessionCompletedEvent;
		const altered = structuredClone(event);
		Object.assign(altered.data.object, { amount_subtotal: 1, amount_total: 1 });
		expect(await send(altered)).toBe(500);
		const foreign = structuredClone(event);
		foreign.data.object.client_reference_id = "pay_00000000000000000000000000";
		foreign.data.object.metadata = {
			...event.data.object.metadata,
			account_id: "acct_of_another_installation",
		};
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
		at.stripe.pay(one.sessionId);
		expect((await shop.check(one.paymentId)).body).toMatchObject({ state: "paid", credits: 10 });
		expect(await shop.balance()).toBe(10);
		at.stripe.pay(two.sessionId);
		at.stripe.fault = () => "500";
		expect((await shop.check(two.paymentId)).body.error).toBe("payment_provider_silent");
		at.stripe.fault = () => undefined;
		await catchUp(parts());
		await catchUp(parts());
		expect(await shop.balance()).toBe(30);
		await everythingAgrees();
	});
});

test("a message about another sum is told, and the list is read on from there", async () => {
	const shop = await payer();
	const { sessionId } = await shop.open(10);
	const event = at.stripe.pay(sessionId) as Stripe.CheckoutSessionCompletedEvent;
	const { amount_subtotal, amount_total } = event.data.object;
	Object.assign(event.data.object, { amount_subtotal: 1, amount_total: 1 });
	const told: string[] = [];
	await catchUp({ ...parts(), log: { error: (fault: unknown) => void told.push(String(fault)) } });
	expect(told).toEqual([expect.stringContaining("about another sum than was asked for")]);
	const { db, clock } = at.packshot.installation;
	expect((await readUpTo(db))?.untilMs).toBe(clock.now());
	expect(await shop.balance()).toBe(0);
	Object.assign(event.data.object, { amount_subtotal, amount_total });
	await catchUp(parts());
	expect(await shop.balance()).toBe(10);
});

test("what was paid after the backup that was restored is still credited", async () => {
	const shop = await payer();
	const { paymentId, sessionId } = await shop.open(25);
	const event = at.stripe.pay(sessionId);
	await at.packshot.alter(`delete from payment where payment_id = '${paymentId}'`);
	await Promise.all([send(event), send(event)]);
	expect(await shop.balance()).toBe(25);
	expect(await shop.payments()).toMatchObject([{ payment_id: paymentId, state: "paid" }]);
	await everythingAgrees();
});

test("a message that is lost for more than 30 days is told of", async () => {
	await catchUp(parts());
	clock.advance(31 * 86_400_000);
	await catchUp(parts());
	const { gap } = (await readUpTo(at.packshot.installation.db)) ?? {};
	const query = { from: "2027-01-01", to: "2027-01-01" };
	const { body } = await (await newAdministrator()).ask("GET /admin/money", { query });
	expect(Date.parse(body.unread.to)).toBe(gap?.toMs);
	expect((gap?.toMs ?? 0) - (gap?.fromMs ?? 0)).toBe(86_400_000);
});
