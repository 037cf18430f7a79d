import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { browser, fundedKey, newKey, newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
type Person = Awaited<ReturnType<typeof newPerson>>;
let administrator: Person;
beforeAll(async () => {
	// Days pass in these tests, which must not sign anybody out.
	const settings = {
		PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000",
		PACKSHOT_SESSION_DAYS: "365",
		PACKSHOT_SESSION_IDLE_MINUTES: "525600",
	};
	packshot = await startService({ settings });
	administrator = await newPerson(packshot, { isAdministrator: true });
	await packshot.product({ barcode: "4011", info: { brand: "Dole" } });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

/** The name of the keys that tests make, as confirmation. */
const NAMED = { confirm: "A shop" };

describe("a new key", () => {
	test("starts without credits, with the standard tier and no locks, and its secret is shown once", async () => {
		const person = await newPerson(packshot);
		const { status, body } = await person.ask("POST /keys", { body: { client_name: "  Corner shop " } });
		expect(status).toBe(201);
		expect(body.api_key).toMatch(/^[\w-]{44}$/);
		expect(body).toEqual({
			client_id: expect.stringMatching(/^ps_client_[a-z2-7]{20}$/),
			client_name: "Corner shop",
			api_key: expect.any(String),
		});
		const list = await person.ask("GET /keys");
		const [key] = list.body.data;
		expect(key).toEqual({
			client_id: body.client_id,
			client_name: "Corner shop",
			is_account: false,
			tier: "standard",
			state: "active",
			created_at: new Date(packshot.clock.now()).toISOString(),
			expires_at: null,
			balance_id: expect.stringMatching(/^bal_[a-z2-7]{20}$/),
			credit_balance: 0,
			shares_balance: true,
			low_balance_credits: null,
			balance_is_low: false,
			daily_cap_credits: null,
			monthly_cap_credits: null,
			spent_today: 0,
			spent_this_month: 0,
			webhook_state: null,
			limits: {
				requests_per_minute: 60,
				requests_per_day: 10_000,
				remaining_this_minute: 60,
				remaining_today: 10_000,
			},
			locks: [],
			allow_ip: [],
		});
		const account = expect.objectContaining({ is_account: true });
		expect(list.body).toEqual({ account, data: [key], active: 1, keys_per_account: 5 });
		const one = await person.ask("GET /keys/{client_id}", { path: { client_id: body.client_id } });
		expect(one.body).toEqual({ ...key, is_own: true, administration: null });
		for (const { text } of [list, one]) expect(text).not.toContain(body.api_key);
	});

	test("can sign in to the API at once, but billed calls return 402", async () => {
		const { clientId, apiKey } = await newKey(await newPerson(packshot));
		const json = { client_id: clientId, api_key: apiKey };
		const token = (await packshot.call("/auth/token", { json })).body.access_token;
		expect((await packshot.call("/products/4011", { token })).body.error).toBe("insufficient_credits");
		expect((await packshot.call("/balance", { token })).body.credit_balance).toBe(0);
	});

	test("is created only five times by 20 concurrent requests", async () => {
		const person = await newPerson(packshot);
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => person.ask("POST /keys", { body: { client_name: "Shop" } })),
		);
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
		const refused = answers.filter(({ body }) => body.error === "key_limit_reached");
		expect(refused).toHaveLength(15);
		expect((await person.ask("GET /keys")).body.data).toHaveLength(5);
	});

	test("can replace a revoked or expired one, and an administrator can change the limit", async () => {
		const person = await newPerson(packshot);
		const made: string[] = [];
		for (let place = 0; place < 5; place++) made.push((await newKey(person)).clientId);
		const another = () => person.ask("POST /keys", { body: { client_name: "One more" } });
		expect((await another()).status).toBe(409);
		await person.ask("POST /keys/{client_id}/revoke", { path: { client_id: made[0]! }, body: NAMED });
		expect((await another()).status).toBe(201);
		await packshot.alter(`update client set expires_at = 1 where client_id = '${made[1]}'`);
		expect((await another()).status).toBe(201);
		expect((await another()).status).toBe(409);
		const path = { account_id: person.accountId };
		const allow = (keys_allowed: number | null) =>
			administrator.ask("PATCH /admin/accounts/{account_id}", { path, body: { keys_allowed } });
		expect((await allow(6)).body).toMatchObject({ keys_allowed: 6, active_keys: 5 });
		expect((await another()).status).toBe(201);
		expect((await person.ask("GET /session")).body.service.keys_per_account).toBe(6);
		await allow(null);
		expect((await another()).status).toBe(409);
	});

	test.each([
		{},
		{ client_name: "" },
		{ client_name: "   " },
		{ client_name: "x".repeat(201) },
		{ client_name: 5 },
	])("400 for %j", async (body) => {
		expect((await (await newPerson(packshot)).ask("POST /keys", { body })).body.error).toBe("bad_request");
	});
});

describe("the owner of a key", () => {
	test("can rotate it: the old secret and its tokens stop working at once, the new secret works", async () => {
		const person = await newPerson(packshot);
		const { path, token, clientId, apiKey } = await fundedKey(packshot, administrator, person);
		expect((await packshot.call("/balance", { token })).status).toBe(200);
		const { body } = await person.ask("POST /keys/{client_id}/rotate", { path, body: NAMED });
		expect(body.api_key).not.toBe(apiKey);
		expect((await packshot.call("/balance", { token })).body.error).toBe("unauthenticated");
		const signIn = (api_key: string) =>
			packshot.call("/auth/token", { json: { client_id: clientId, api_key } });
		expect((await signIn(apiKey)).status).toBe(401);
		expect((await signIn(body.api_key)).status).toBe(200);
	});

	test("can revoke it permanently: the API refuses it at once, and nothing restores it", async () => {
		const person = await newPerson(packshot);
		const { path, token } = await fundedKey(packshot, administrator, person);
		expect((await packshot.call("/balance", { token })).status).toBe(200);
		const { body } = await person.ask("POST /keys/{client_id}/revoke", { path, body: NAMED });
		expect(body.state).toBe("revoked");
		expect((await packshot.call("/balance", { token })).body.error).toBe("client_disabled");
		expect((await person.ask("POST /keys/{client_id}/rotate", { path, body: NAMED })).body.error).toBe(
			"key_not_active",
		);
		expect((await person.ask("POST /keys/{client_id}/token", { path })).body.error).toBe("key_not_active");
		const topUp = await person.ask("POST /keys/{client_id}/top-ups", { path, body: { credits: 1 } });
		expect(topUp.body.error).toBe("key_not_active");
		expect((await person.ask("POST /keys/{client_id}/revoke", { path, body: NAMED })).status).toBe(200);
	});

	test("can rename it, and set the mark below which its balance is low", async () => {
		const person = await newPerson(packshot);
		const { path } = await fundedKey(packshot, administrator, person, 10);
		const change = (body: object) => person.ask("PATCH /keys/{client_id}", { path, body });
		expect((await change({ client_name: "Renamed", low_balance_credits: 10 })).body).toMatchObject({
			client_name: "Renamed",
			low_balance_credits: 10,
			balance_is_low: false,
		});
		expect((await change({ low_balance_credits: 10.0001 })).body).toMatchObject({
			low_balance_credits: 10.0001,
			balance_is_low: true,
			client_name: "Renamed",
		});
		expect((await change({ low_balance_credits: null })).body.balance_is_low).toBe(false);
		for (const body of [
			{ low_balance_credits: 0.00001 },
			{ daily_cap_credits: -1 },
			{ daily_cap_credits: "5" },
		]) {
			expect((await change(body)).body.error).toBe("bad_request");
		}
	});

	test("can cap its daily spending: 402 names the cap, and calls work again as soon as it is lifted", async () => {
		const person = await newPerson(packshot);
		const { path, token } = await fundedKey(packshot, administrator, person);
		const head = () => packshot.call("/products/4011", { method: "GET", token });
		expect((await head()).status).toBe(200);
		await person.ask("PATCH /keys/{client_id}", { path, body: { daily_cap_credits: 0.25 } });
		expect((await head()).status).toBe(200);
		const refused = await head();
		expect([refused.status, refused.body.error]).toEqual([402, "insufficient_credits"]);
		expect(refused.body.message).toBe(
			"This call costs 0.1 credits; the daily cap of this client leaves 0.05 until midnight UTC.",
		);
		expect(refused.headers.get("x-credits-debited")).toBe("0");
		expect((await person.ask("GET /keys/{client_id}", { path })).body).toMatchObject({
			daily_cap_credits: 0.25,
			spent_today: 0.2,
			credit_balance: 99.8,
		});
		await person.ask("PATCH /keys/{client_id}", { path, body: { daily_cap_credits: null } });
		expect((await head()).status).toBe(200);
	});

	test("sees how much of the limits is left, without using any of it", async () => {
		const person = await newPerson(packshot);
		const { path, token } = await fundedKey(packshot, administrator, person);
		await packshot.call("/balance", { token });
		await packshot.call("/balance", { token });
		for (let time = 0; time < 2; time++) {
			const { limits } = (await person.ask("GET /keys/{client_id}", { path })).body;
			expect(limits).toMatchObject({ remaining_this_minute: 58, remaining_today: 9998 });
		}
		packshot.clock.advance(60_000);
		const { limits } = (await person.ask("GET /keys/{client_id}", { path })).body;
		expect(limits).toMatchObject({ remaining_this_minute: 60, remaining_today: 9998 });
	});

	test("can try calls with a token that expires after five minutes", async () => {
		const person = await newPerson(packshot);
		const { path } = await fundedKey(packshot, administrator, person);
		const { body } = await person.ask("POST /keys/{client_id}/token", { path });
		expect(body).toMatchObject({ token_type: "Bearer", expires_in: 300 });
		const read = () => packshot.call("/products/4011", { token: body.access_token });
		expect((await read()).status).toBe(200);
		packshot.clock.advance(300_000);
		expect((await read()).status).toBe(401);
	});
});

test("actions on keys are logged with the person and the address", async () => {
	const person = await newPerson(packshot);
	const { clientId, path } = await fundedKey(packshot, administrator, person);
	await person.ask("POST /keys/{client_id}/rotate", { path, body: NAMED });
	await person.ask("POST /keys/{client_id}/token", { path });
	await person.ask("POST /keys/{client_id}/revoke", { path, body: NAMED });
	const query = { subject: clientId };
	const { body } = await administrator.ask("GET /admin/events", { query });
	expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
		"key.revoked",
		"key.try_token",
		"key.rotated",
		"key.changed",
		"key.created",
	]);
	expect(body.data[0]).toMatchObject({
		account_id: person.accountId,
		account_email: person.email,
		address: "127.0.0.1",
		request_id: expect.stringMatching(/^req_/),
	});
	const byWho = await administrator.ask("GET /admin/events", { query: { person: person.accountId } });
	expect(byWho.body.data.map(({ action }: { action: string }) => action)).toContain("top_up.requested");
	expect((await browser(packshot).ask("GET /admin/events")).status).toBe(401);
});
