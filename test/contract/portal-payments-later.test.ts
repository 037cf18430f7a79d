import { describe, expect, test } from "vitest";
import { cardService } from "../support/paying-by-card.ts";
import { newPerson, separateKey } from "../support/portal.ts";

const at = cardService();
const { clock, newAdministrator, payer, send, everythingAgrees } = at;

describe("what goes wrong later", () => {
	test("a refund in parts takes credits back, also below zero; a payment settles that, and 402 says why", async () => {
		const shop = await payer();
		const { sessionId, paymentId } = await shop.open(100);
		await send(at.stripe.pay(sessionId));
		await (await newAdministrator()).ask("POST /keys/{client_id}/credits", {
			path: shop.path,
			body: { credits: -80, note: "Spent." },
		});
		await send(at.stripe.refund(sessionId, 475));
		expect(await shop.balance()).toBe(-30);
		expect((await shop.costly()).body).toMatchObject({
			error: "insufficient_credits",
			message: expect.stringContaining("the balance is -30: a payment was reversed"),
		});
		const balance = await shop.free();
		expect([balance.body.credit_balance, balance.headers.get("x-credits-remaining")]).toEqual([-30, "-30"]);
		await send(at.stripe.refund(sessionId));
		expect(await shop.balance()).toBe(-80);
		expect(await shop.payments()).toMatchObject([{ payment_id: paymentId, reversed: 100, owed: 0 }]);
		const again = await shop.open(90);
		await send(at.stripe.pay(again.sessionId));
		expect(await shop.balance()).toBe(10);
		await everythingAgrees();
	});

	test("a refund that fails, and a dispute that is won, give the credits back", async () => {
		const shop = await payer();
		const { sessionId } = await shop.open(100);
		await send(at.stripe.pay(sessionId));
		const refund = at.stripe.refund(sessionId, 475);
		await send(refund);
		expect(await shop.balance()).toBe(50);
		await send(at.stripe.failRefund(refund.data.object.id));
		const dispute = at.stripe.dispute(sessionId);
		await send(dispute);
		expect(await shop.balance()).toBe(0);
		const won = at.stripe.closeDispute(dispute.data.object.id, "won");
		await Promise.all([send(won), send(dispute), send(won), send(refund)]);
		expect(await shop.balance()).toBe(100);
		await everythingAgrees();
	});

	test("messages about a refund that come before the one about the payment take nothing that was not paid", async () => {
		const shop = await payer();
		const { sessionId } = await shop.open(100);
		const paid = at.stripe.pay(sessionId);
		const refund = at.stripe.refund(sessionId, 95);
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
		await send(at.stripe.pay(mine.sessionId));
		await send(at.stripe.pay(theirs.sessionId));
		await (await newAdministrator()).ask("POST /keys/{client_id}/credits", {
			path: shop.path,
			body: { credits: -70, note: "Spent by the payer." },
		});
		await send(at.stripe.dispute(mine.sessionId));
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
		const signedIn = await at.packshot.call("/auth/token", { json: { client_id: key, api_key: apiKey } });
		expect((await at.packshot.call("/metadata-fields", { token: signedIn.body.access_token })).status).toBe(
			402,
		);
		await everythingAgrees();
		const again = await shop.open(100);
		await send(at.stripe.pay(again.sessionId));
		expect(await other.balance()).toBe(79.95);
		expect((await shop.ask("GET /payments/offer")).body.owed).toBe(0);
		expect((await shop.costly()).status).toBe(200);
		await everythingAgrees();
	});
});

describe("refunding in the page", () => {
	test("is done by Stripe, once, and the credits follow; only administrators do", async () => {
		const shop = await payer();
		const { sessionId, paymentId } = await shop.open(100);
		await send(at.stripe.pay(sessionId));
		const administrator = await newAdministrator();
		const path = { payment_id: paymentId };
		const refund = (body: object, by = administrator) =>
			by.ask("POST /admin/payments/{payment_id}/refund", { path, body });
		const body = { amount: "4.75", idempotency_key: "a-page-that-refunds-once" };
		const [one, other] = [await refund(body), await refund(body)];
		expect(one.body).toMatchObject({ reversed: 50, account_email: expect.stringContaining("@") });
		expect(other.body).toMatchObject({ reversed: 50 });
		expect(await shop.balance()).toBe(50);
		const idempotency_key = "another-page-that-refunds";
		expect((await refund({ amount: "4.76", idempotency_key })).body).toMatchObject({
			error: "payment_refused",
		});
		expect((await refund({ amount: "1.234", idempotency_key })).body.error).toBe("bad_request");
		expect((await refund({ idempotency_key }, shop as never)).status).toBe(403);
		expect((await refund({ idempotency_key: "and-all-that-is-left-of-it" })).body).toMatchObject({
			reversed: 100,
		});
		expect(await shop.balance()).toBe(0);
		expect((await administrator.ask("POST /admin/payments/{payment_id}/settle", { path })).body.error).toBe(
			"nothing_owed",
		);
		await everythingAgrees();
	});
});

describe("on paper", () => {
	test("a statement of a month is its ledger to the last digit, as a table too", async () => {
		const shop = await payer();
		const { sessionId } = await shop.open(100);
		await send(at.stripe.pay(sessionId));
		const month = new Date(clock.now()).toISOString().slice(0, 7);
		await shop.costly();
		await send(at.stripe.refund(sessionId, 95));
		await (await newAdministrator()).ask("POST /keys/{client_id}/credits", {
			path: shop.path,
			body: { credits: 7.1234, note: "A gift." },
		});
		const asked = { path: shop.path, query: { month } };
		const { body } = await shop.ask("GET /keys/{client_id}/statement", asked);
		expect(body).toEqual({
			month,
			billed_to: null,
			opening: 0,
			lines: [
				{ kind: "paid", action: null, credits: 100 },
				{ kind: "granted", action: null, credits: 7.1234 },
				{ kind: "spent", action: "metadata.fields.catalogue", credits: -0.05 },
				{ kind: "reversed", action: null, credits: -10 },
			],
			closing: 97.0734,
		});
		expect(await shop.balance()).toBe(body.closing);
		const { text } = await shop.ask("GET /keys/{client_id}/statement.csv", asked);
		expect(text.split("\r\n").slice(1, 3)).toEqual(["opening,,0", "paid,,100"]);
		const after = { path: shop.path, query: { month: "2099-01" } };
		const { body: later } = await shop.ask("GET /keys/{client_id}/statement", after);
		expect(later).toMatchObject({ opening: 97.0734, lines: [], closing: 97.0734 });
		const stranger = await payer();
		expect((await stranger.ask("GET /keys/{client_id}/statement", asked)).status).toBe(404);
	});

	test("a month ends at midnight UTC: what one closes with, the next opens with, and both are the ledger", async () => {
		const shop = await payer();
		const now = new Date(clock.now());
		const endMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
		const { sessionId } = await shop.open(100);
		clock.advance(endMs - 1 - clock.now());
		await send(at.stripe.pay(sessionId));
		clock.advance(1);
		await send(at.stripe.refund(sessionId, 1));
		const statement = async (atMs: number) => {
			const query = { month: new Date(atMs).toISOString().slice(0, 7) };
			return (await shop.ask("GET /keys/{client_id}/statement", { path: shop.path, query })).body;
		};
		const [before, after] = [await statement(endMs - 1), await statement(endMs)];
		expect(before).toMatchObject({ opening: 0, lines: [{ kind: "paid", credits: 100 }], closing: 100 });
		expect(after).toMatchObject({ opening: 100, lines: [{ kind: "reversed", credits: -0.1052 }] });
		const rows = await at.packshot.ledger({ clientId: shop.clientId } as never);
		const sum = rows.reduce((all, { units }) => all + units, 0);
		expect([after.closing, await shop.balance()]).toEqual([sum / 10_000, sum / 10_000]);
	});

	test("Money adds up what was paid, granted and reversed, for administrators and accountants", async () => {
		clock.advance(86_400_000);
		const day = new Date(clock.now()).toISOString().slice(0, 10);
		const shop = await payer();
		const { sessionId } = await shop.open(100);
		await send(at.stripe.pay(sessionId));
		await send(at.stripe.refund(sessionId, 95));
		const accountant = await newPerson(at.packshot, { roles: ["accountant"] });
		const query = { from: day, to: day };
		const { body } = await accountant.ask("GET /admin/money", { query });
		expect(body.data).toEqual([
			{ period: day, paid: 100, granted: 0, reversed: -10, sums: [{ currency: "EUR", paid: "9.50" }] },
		]);
		const months = await accountant.ask("GET /admin/money", { query: { ...query, by: "month" } });
		expect(months.body.data).toMatchObject([{ period: day.slice(0, 7), paid: 100 }]);
		const { text } = await accountant.ask("GET /admin/money.csv", { query });
		expect(text).toContain(`${day},100,0,-10,9.50 EUR`);
		expect((await shop.ask("GET /admin/money", { query })).status).toBe(403);
	});
});
