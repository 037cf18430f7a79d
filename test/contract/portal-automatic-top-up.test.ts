import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { mailAutomatic } from "../../src/payments/automatic-mail.ts";
import { payAgain } from "../../src/payments/automatic-work.ts";
import type { Database } from "../../src/platform/db/database.ts";
import { cardService } from "../support/paying-by-card.ts";
import { memberOf, newPerson } from "../support/portal.ts";

const at = cardService();
const { clock, newAdministrator, payer, send, everythingAgrees } = at;
const HOUR_MS = 3_600_000;

const parts = (settings: Record<string, string> = {}) => ({
	...at.packshot.installation,
	config: loadConfig({ ...at.packshot.settings, ...settings }),
	log: { error: () => undefined },
});
const look = () => payAgain(parts());

/** The database of a server that is killed before or after a write. */
function dyingAt(name: string, when: "before" | "after"): Database {
	const { db } = at.packshot.installation;
	const write: Database["write"] = async (command, input) => {
		if (command.name === name && when === "before") throw new Error("killed");
		const outcome = await db.write(command, input);
		if (command.name === name) throw new Error("killed");
		return outcome;
	};
	return Object.assign(Object.create(db), { write });
}

/** The subjects of the mails written about a client since the last time. */
async function mailed(): Promise<string[]> {
	const { installation } = at.packshot;
	const { db, secrets } = installation;
	await mailAutomatic({ db, clock, base: "https://photos.example.com", hashKeys: secrets.hashKeys });
	const rows = await db.read.selectFrom("mail").select("subject").execute();
	await at.packshot.alter("delete from mail");
	return rows.map(({ subject }) => subject);
}

/** Somebody who has paid for 100 credits, to be paid for again below 50, and at most 250 in a month. */
async function automatic(more: object = {}) {
	const shop = await payer();
	await at.packshot.alter(`update account set email_verified_at = 1 where account_id = '${shop.accountId}'`);
	const again = { below_credits: 50, monthly_credits: 250, ...more };
	const { body } = await shop.begin(100, { again });
	const session = [...at.stripe.sessions.values()].find(
		(each) => each.client_reference_id === body.payment_id,
	);
	const sessionId = session?.id ?? "";
	await send(at.stripe.pay(sessionId));
	await mailed();
	clock.advance(1000);
	const route = { path: shop.path };
	return {
		...shop,
		firstId: body.payment_id as string,
		sessionId,
		state: async () => (await shop.ask("GET /keys/{client_id}/automatic-top-up", route)).body.automatic,
		spend: async (credits: number) =>
			(await newAdministrator()).ask("POST /keys/{client_id}/credits", {
				...route,
				body: { credits: -credits, note: "Spent." },
			}),
		made: () => at.stripe.automatic.filter(({ metadata }) => metadata.client_id === shop.clientId),
	};
}
const off = (shop: Awaited<ReturnType<typeof automatic>>) =>
	shop.ask("DELETE /keys/{client_id}/automatic-top-up", { path: shop.path });

describe("automatic top-up", () => {
	test("pays once for a fall, however many servers look and messages come, and mails it", async () => {
		const shop = await automatic();
		expect(await shop.state()).toEqual({
			stopped: null,
			credits: 100,
			currency: "EUR",
			amount: "9.50",
			below_credits: 50,
			monthly_credits: 250,
			this_month: 0,
		});
		await shop.spend(50);
		await look();
		expect(shop.made()).toHaveLength(0);
		await shop.spend(0.0001);
		await Promise.all([look(), look(), look()]);
		await look();
		expect(await shop.balance()).toBe(149.9999);
		expect(shop.made()).toMatchObject([{ amount: 950, currency: "eur" }]);
		const told = at.stripe.events.at(-1);
		await Promise.all([send(told as never), send(told as never)]);
		expect(await shop.balance()).toBe(149.9999);
		expect((await shop.payments())[0]).toMatchObject({ is_automatic: true, state: "paid", paid: "9.50" });
		expect(await mailed()).toEqual(['100 credits bought for "Shop"']);
		expect(await mailed()).toEqual([]);
		await everythingAgrees();
		await off(shop);
	});

	test("pays at most so much in a calendar month", async () => {
		const shop = await automatic();
		for (let time = 0; time < 4; time++) {
			await shop.spend(Math.max(0, (await shop.balance()) - 10));
			await look();
		}
		expect(shop.made()).toHaveLength(2);
		expect(await shop.balance()).toBe(10);
		expect((await shop.state()).this_month).toBe(200);
		clock.advance(32 * 24 * HOUR_MS);
		await look();
		expect(shop.made()).toHaveLength(3);
		expect((await shop.state()).this_month).toBe(100);
		await off(shop);
	});

	test.each([
		["declined", "failed"],
		["authentication", "authentication"],
	] as const)("ends when the card is %s, and says so", async (card, stopped) => {
		const shop = await automatic();
		await shop.spend(80);
		at.stripe.card = card;
		await look();
		await send(at.stripe.events.at(-1) as never);
		at.stripe.card = "good";
		await look();
		expect(shop.made()).toHaveLength(1);
		expect(await shop.balance()).toBe(20);
		expect((await shop.state()).stopped).toBe(stopped);
		expect((await shop.payments())[0]).toMatchObject({ is_automatic: true, state: "failed" });
		expect(await mailed()).toEqual(['Automatic top-up of "Shop" is off']);
		await everythingAgrees();
	});

	test("takes the money once though the answer is lost, and waits for money that is on its way", async () => {
		const shop = await automatic();
		await shop.spend(80);
		at.stripe.fault = (call) => (call === "POST /v1/payment_intents" ? "answer lost" : undefined);
		await expect(look()).rejects.toThrow();
		expect(await shop.balance()).toBe(20);
		expect(shop.made()).toHaveLength(1);
		at.stripe.fault = (call) => (call === "POST /v1/payment_intents" ? "500" : undefined);
		// The list of messages tells that it was paid.
		await look();
		expect(await shop.balance()).toBe(120);
		at.stripe.fault = () => undefined;
		await shop.spend(100);
		clock.advance(1000);
		at.stripe.card = "slow";
		await look();
		at.stripe.card = "good";
		await look();
		expect(shop.made()).toHaveLength(2);
		expect((await shop.payments())[0]).toMatchObject({ state: "processing" });
		await send(at.stripe.arriveKept(shop.made()[1]?.id ?? "", true));
		expect(await shop.balance()).toBe(120);
		await everythingAgrees();
		await off(shop);
	});

	test("is asked again for a day if Stripe does not answer, and ended after that", async () => {
		const shop = await automatic();
		await shop.spend(80);
		at.stripe.fault = (call) => (call === "POST /v1/payment_intents" ? "lost" : undefined);
		await expect(look()).rejects.toThrow();
		clock.advance(22 * HOUR_MS);
		await expect(look()).rejects.toThrow();
		const ids = (await shop.payments()).filter((each: { is_automatic: boolean }) => each.is_automatic);
		expect(ids).toMatchObject([{ state: "open" }]);
		clock.advance(2 * HOUR_MS);
		at.stripe.fault = () => undefined;
		await look();
		expect(shop.made()).toHaveLength(0);
		expect((await shop.state()).stopped).toBe("silent");
		expect(await mailed()).toEqual(['Automatic top-up of "Shop" is off']);
	});

	test("pays once for a balance that two keys with automatic top-up draw on", async () => {
		const shop = await automatic();
		const other = await automatic();
		const { balance_id } = (await shop.ask("GET /keys/{client_id}", { path: shop.path })).body;
		const joining = { path: other.path, body: { balance: balance_id } };
		expect((await (await newAdministrator()).ask("PATCH /keys/{client_id}", joining)).status).toBe(200);
		await shop.spend((await shop.balance()) - 20);
		at.stripe.card = "slow";
		await Promise.all([look(), look()]);
		await look();
		at.stripe.card = "good";
		expect([...shop.made(), ...other.made()]).toHaveLength(1);
		const [made] = [...shop.made(), ...other.made()];
		await send(at.stripe.arriveKept(made?.id ?? "", true));
		await look();
		expect([...shop.made(), ...other.made()]).toHaveLength(1);
		expect(await shop.balance()).toBe(120);
		await off(shop);
		await off(other);
	});

	test.each(
		["note_read_up_to", "begin_automatic", "note_message"].flatMap((step) =>
			(["before", "after"] as const).map((when) => ({ step, when })),
		),
	)("pays once though the server dies $when $step, and two others go on", async ({ step, when }) => {
		const shop = await automatic();
		await shop.spend(80);
		await expect(payAgain({ ...parts(), db: dyingAt(`payments.${step}`, when) })).rejects.toThrow("killed");
		const another = await at.packshot.openAgain();
		await Promise.all([look(), payAgain({ ...parts(), db: another.db })]);
		await look();
		await another.close();
		expect(shop.made()).toHaveLength(1);
		expect(await shop.balance()).toBe(120);
		await everythingAgrees();
		await off(shop);
	});

	test("is stopped by a dispute or a refund, a debt, a disabled account, a revoked key, a higher price and payments that are off", async () => {
		const disputed = await automatic();
		await send(at.stripe.dispute(disputed.sessionId));
		expect((await disputed.state()).stopped).toBe("reversed");
		expect(await mailed()).toEqual(['Automatic top-up of "Shop" is off']);
		const closed = await automatic();
		await closed.spend(80);
		await at.packshot.alter(`update account set disabled_at = 1 where account_id = '${closed.accountId}'`);
		const revoked = await automatic();
		await revoked.spend(80);
		await at.packshot.alter(`update client set revoked_at = 1 where client_id = '${revoked.clientId}'`);
		const owing = await automatic();
		await owing.spend(80);
		await at.packshot.alter(`update payment set owed_units = 1 where payment_id = '${owing.firstId}'`);
		await look();
		for (const shop of [disputed, closed, revoked, owing]) expect(shop.made()).toHaveLength(0);
		await at.packshot.alter(`update payment set owed_units = 0 where payment_id = '${owing.firstId}'`);
		await payAgain(parts({ PACKSHOT_CREDIT_TAX: "inclusive" }));
		await payAgain(parts({ PACKSHOT_CREDIT_PACKAGES: "100=9.51" }));
		expect(owing.made()).toHaveLength(0);
		expect((await owing.state()).stopped).toBe("price");
	});

	test("is the owner's choice: she changes and ends it, and another payment replaces it", async () => {
		const shop = await automatic();
		const route = { path: shop.path };
		const change = (body: object, by = shop as { ask: typeof shop.ask }) =>
			by.ask("PATCH /keys/{client_id}/automatic-top-up", { ...route, body });
		expect((await change({ below_credits: 90, monthly_credits: 100 })).status).toBe(204);
		expect(await shop.state()).toMatchObject({ below_credits: 90, monthly_credits: 100 });
		expect((await change({ below_credits: 101, monthly_credits: 200 })).status).toBe(400);
		expect((await change({ below_credits: 10, monthly_credits: 99 })).status).toBe(400);
		const stranger = await newPerson(at.packshot);
		expect((await change({ below_credits: 10, monthly_credits: 100 }, stranger)).status).toBe(404);
		expect((await stranger.ask("GET /keys/{client_id}/automatic-top-up", route)).status).toBe(404);
		expect((await stranger.ask("DELETE /keys/{client_id}/automatic-top-up", route)).status).toBe(404);
		for (const again of [
			{ below_credits: 0, monthly_credits: 100 },
			{ below_credits: 101, monthly_credits: 100 },
			{ below_credits: 10, monthly_credits: 99 },
			{ below_credits: 10 },
		])
			expect((await shop.begin(100, { again })).status).toBe(400);
		const replacing = await shop.begin(500, { again: { below_credits: 60, monthly_credits: 500 } });
		expect(await shop.state()).toMatchObject({ credits: 100 });
		const session = [...at.stripe.sessions.values()].at(-1);
		expect(session?.client_reference_id).toBe(replacing.body.payment_id);
		await send(at.stripe.pay(session?.id ?? ""));
		expect(await shop.state()).toMatchObject({ stopped: null, credits: 500, below_credits: 60 });
		expect((await off(shop)).status).toBe(204);
		expect((await off(shop)).status).toBe(404);
		await shop.spend(590);
		await look();
		expect(await shop.state()).toMatchObject({ stopped: "owner" });
		expect(shop.made()).toHaveLength(0);
	});

	test("ends, with a mail, when whoever pays leaves the account; other members' going ends nothing", async () => {
		const shop = await automatic();
		const [partner, clerk] = [
			await memberOf(at.packshot, shop, "owner"),
			await memberOf(at.packshot, shop, "buyer"),
		];
		const again = { below_credits: 50, monthly_credits: 250 };
		const begun = await partner.ask("POST /keys/{client_id}/payments", {
			path: shop.path,
			body: { credits: 100, again },
		});
		const session = [...at.stripe.sessions.values()].at(-1);
		expect(session?.client_reference_id).toBe(begun.body.payment_id);
		await send(at.stripe.pay(session?.id ?? ""));
		expect((await clerk.ask("POST /members/leave")).status).toBe(204);
		await look();
		expect([(await shop.state()).stopped, await mailed()]).toEqual([null, []]);
		await partner.ask("POST /members/leave");
		await shop.spend((await shop.balance()) - 20);
		await Promise.all([look(), look()]);
		expect(shop.made()).toHaveLength(0);
		expect((await shop.state()).stopped).toBe("left");
		expect(await mailed()).toEqual(['Automatic top-up of "Shop" is off']);
	});

	test("a payment that a restored backup does not know is found before another one is made", async () => {
		const shop = await automatic();
		await shop.spend(80);
		await look();
		expect(await shop.balance()).toBe(120);
		const { db } = at.packshot.installation;
		const found = await db.read
			.selectFrom("payment")
			.selectAll()
			.where("again_of", "=", shop.firstId)
			.execute();
		expect(found).toHaveLength(1);
		// As after a restore: neither the payment nor its credits are there, and the list was read up to some time before.
		await at.packshot.alter(`delete from payment where again_of = '${shop.firstId}'`);
		await shop.spend(100);
		await at.packshot.alter("delete from service_state where name = 'stripe_messages'");
		await look();
		expect(shop.made()).toHaveLength(1);
		expect(await shop.balance()).toBe(120);
		expect((await shop.state()).this_month).toBe(100);
		await off(shop);
	});
});
