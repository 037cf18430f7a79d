import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { browser, newKey, newPerson } from "../support/portal.ts";
import { everyScope } from "../support/products.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
type Person = Awaited<ReturnType<typeof newPerson>>;
let administrator: Person;
beforeAll(async () => {
	// Days pass here, and nobody is signed out by that.
	const settings = {
		PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000",
		PACKSHOT_SESSION_DAYS: "365",
		PACKSHOT_SESSION_IDLE_MINUTES: "525600",
	};
	packshot = await startService({ settings });
	administrator = await newPerson(packshot, { isAdministrator: true });
	await packshot.product(everyScope("0725272730706"), { barcode: "4011", info: { brand: "Dole" } });
	await packshot.picture("0725272730706", "front");
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

/** A key with credits and how to call the API with it. */
async function fundedKey(person: Person, credits = 100) {
	const key = await newKey(person);
	const path = { client_id: key.clientId };
	const { body } = await person.ask("POST /keys/{client_id}/top-ups", { path, body: { credits } });
	const approval = { path: { top_up_id: body.top_up_id }, body: {} };
	expect((await administrator.ask("POST /admin/top-ups/{top_up_id}/approve", approval)).status).toBe(200);
	const call = { json: { client_id: key.clientId, api_key: key.apiKey } };
	const token = (await packshot.call("/auth/token", call)).body.access_token as string;
	return { ...key, path, token };
}

describe("a new key", () => {
	test("starts with nothing, standard, unlocked, and its secret is shown once", async () => {
		const person = await newPerson(packshot);
		const { status, body } = await person.ask("POST /keys", { body: { client_name: "  Corner shop " } });
		expect(status).toBe(201);
		expect(body.api_key).toMatch(/^[\w-]{44}$/);
		expect(body.key).toEqual({
			client_id: expect.stringMatching(/^ps_client_[a-z2-7]{20}$/),
			client_name: "Corner shop",
			tier: "standard",
			state: "active",
			created_at: new Date(packshot.clock.now()).toISOString(),
			expires_at: null,
			credit_balance: 0,
			low_balance_credits: null,
			balance_is_low: false,
			daily_cap_credits: null,
			spent_today: 0,
			limits: {
				requests_per_minute: 60,
				requests_per_day: 10_000,
				remaining_this_minute: 60,
				remaining_today: 10_000,
			},
			locks: [],
			allow_ip: [],
		});
		const list = await person.ask("GET /keys");
		expect(list.body).toEqual({ data: [body.key], active: 1, keys_per_account: 5 });
		expect(list.text).not.toContain(body.api_key);
	});

	test("signs in to the API at once, and every billed call answers 402", async () => {
		const { clientId, apiKey } = await newKey(await newPerson(packshot));
		const json = { client_id: clientId, api_key: apiKey };
		const token = (await packshot.call("/auth/token", { json })).body.access_token;
		expect((await packshot.call("/products/4011", { token })).body.error).toBe("insufficient_credits");
		expect((await packshot.call("/balance", { token })).body.credit_balance).toBe(0);
	});

	test("of 20 asked for at once five are made", async () => {
		const person = await newPerson(packshot);
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => person.ask("POST /keys", { body: { client_name: "Shop" } })),
		);
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
		const refused = answers.filter(({ body }) => body.error === "key_limit_reached");
		expect(refused).toHaveLength(15);
		expect((await person.ask("GET /keys")).body.data).toHaveLength(5);
	});

	test("takes the place of a revoked or expired one, and an administrator may allow more or fewer", async () => {
		const person = await newPerson(packshot);
		const made: string[] = [];
		for (let place = 0; place < 5; place++) made.push((await newKey(person)).clientId);
		const another = () => person.ask("POST /keys", { body: { client_name: "One more" } });
		expect((await another()).status).toBe(409);
		await person.ask("POST /keys/{client_id}/revoke", { path: { client_id: made[0]! } });
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

describe("the owner", () => {
	test("rotates: the old secret and its tokens are dead at once, the new one works", async () => {
		const person = await newPerson(packshot);
		const { path, token, clientId, apiKey } = await fundedKey(person);
		expect((await packshot.call("/balance", { token })).status).toBe(200);
		const { body } = await person.ask("POST /keys/{client_id}/rotate", { path });
		expect(body.api_key).not.toBe(apiKey);
		expect((await packshot.call("/balance", { token })).body.error).toBe("unauthenticated");
		const signIn = (api_key: string) =>
			packshot.call("/auth/token", { json: { client_id: clientId, api_key } });
		expect((await signIn(apiKey)).status).toBe(401);
		expect((await signIn(body.api_key)).status).toBe(200);
	});

	test("revokes for good: the API says so at once, and nothing brings the key back", async () => {
		const person = await newPerson(packshot);
		const { path, token } = await fundedKey(person);
		expect((await packshot.call("/balance", { token })).status).toBe(200);
		const { body } = await person.ask("POST /keys/{client_id}/revoke", { path });
		expect(body.state).toBe("revoked");
		expect((await packshot.call("/balance", { token })).body.error).toBe("client_disabled");
		expect((await person.ask("POST /keys/{client_id}/rotate", { path })).body.error).toBe("key_not_active");
		expect((await person.ask("POST /keys/{client_id}/token", { path })).body.error).toBe("key_not_active");
		const topUp = await person.ask("POST /keys/{client_id}/top-ups", { path, body: { credits: 1 } });
		expect(topUp.body.error).toBe("key_not_active");
		expect((await person.ask("POST /keys/{client_id}/revoke", { path })).status).toBe(200);
	});

	test("renames, and marks a balance that is low", async () => {
		const person = await newPerson(packshot);
		const { path } = await fundedKey(person, 10);
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

	test("caps what a key spends in a day: 402 says that it was the cap, and it holds again at once when lifted", async () => {
		const person = await newPerson(packshot);
		const { path, token } = await fundedKey(person);
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
		const { path, token } = await fundedKey(person);
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

	test("tries calls with a token that is over after five minutes", async () => {
		const person = await newPerson(packshot);
		const { path } = await fundedKey(person);
		const { body } = await person.ask("POST /keys/{client_id}/token", { path });
		expect(body).toMatchObject({ token_type: "Bearer", expires_in: 300 });
		const read = () => packshot.call("/products/4011", { token: body.access_token });
		expect((await read()).status).toBe(200);
		packshot.clock.advance(300_000);
		expect((await read()).status).toBe(401);
	});
});

describe("the ledger of a key", () => {
	test("has every row, newest first, page by page, and by day and kind", async () => {
		const person = await newPerson(packshot);
		const { path, token } = await fundedKey(person);
		await packshot.call("/products/4011", { token });
		packshot.clock.advance(86_400_000);
		const fresh = await person.ask("POST /keys/{client_id}/token", { path });
		await packshot.call("/products/4011", { token: fresh.body.access_token, method: "HEAD" });
		const ledger = async (query: Record<string, string> = {}) =>
			(await person.ask("GET /keys/{client_id}/ledger", { path, query })).body;
		const { data, pagination } = await ledger();
		expect(pagination).toEqual({ page: 1, per_page: 25, total: 3, total_pages: 1 });
		expect(data.map((entry: { seq: number }) => entry.seq)).toEqual([3, 2, 1]);
		expect(data[1]).toMatchObject({
			kind: "charge",
			credits: -0.1,
			balance_after: 99.9,
			lines: [{ action: "products.get.info", quantity: 1, price: 0.1, credits: 0.1 }],
		});
		expect(data[2]).toMatchObject({ kind: "top_up", credits: 100, lines: [] });
		expect((await ledger({ per_page: "2", page: "2" })).data).toEqual([data[2]]);
		const today = new Date(packshot.clock.now()).toISOString().slice(0, 10);
		expect((await ledger({ from: today })).data).toEqual([data[0]]);
		const yesterday = new Date(packshot.clock.now() - 86_400_000).toISOString().slice(0, 10);
		expect((await ledger({ to: yesterday, kind: "charge" })).data).toEqual([data[1]]);
		expect((await ledger({ kind: "reversal" })).pagination.total_pages).toBe(0);
		for (const query of [{ kind: "x" }, { from: "x" }, { per_page: "201" }, { page: "0" }]) {
			const refused = await person.ask("GET /keys/{client_id}/ledger", { path, query: query as never });
			expect(refused.body.error).toBe("bad_request");
		}
	});

	test("comes as CSV with the same filters, and no cell is a formula", async () => {
		const person = await newPerson(packshot);
		const { path, token, clientId } = await fundedKey(person);
		await packshot.call("/products/4011", { token });
		const asked = await person.ask("POST /keys/{client_id}/top-ups", {
			path,
			body: { credits: 2.5, note: '=HYPERLINK("http://evil.example","x")' },
		});
		const approval = { path: { top_up_id: asked.body.top_up_id }, body: {} };
		await administrator.ask("POST /admin/top-ups/{top_up_id}/approve", approval);
		const { headers, text } = await person.ask("GET /keys/{client_id}/ledger.csv", { path });
		expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
		expect(headers.get("content-disposition")).toBe(`attachment; filename="ledger-${clientId}.csv"`);
		const [head, topUp, charge, first, end] = text.split("\r\n");
		expect(head).toBe("seq,at,kind,credits,balance_after,request_id,actions,note");
		expect(topUp).toMatch(
			/^3,[^,]+,top_up,2\.5,102\.4,req_\w+,,"'=HYPERLINK\(""http:\/\/evil\.example"",""x""\)"$/,
		);
		expect(charge).toMatch(/^2,[^,]+,charge,-0\.1,99\.9,req_\w+,products\.get\.info,$/);
		expect(first).toMatch(/^1,/);
		expect(end).toBe("");
		const charges = await person.ask("GET /keys/{client_id}/ledger.csv", { path, query: { kind: "charge" } });
		expect(charges.text.split("\r\n")).toHaveLength(3);
	});

	test("usage has the shape of the API's", async () => {
		const person = await newPerson(packshot);
		const { path, token } = await fundedKey(person);
		await packshot.call("/products/4011", { token });
		const query = { granularity: "hour" };
		const { body } = await person.ask("GET /keys/{client_id}/usage", { path, query });
		const api = (await packshot.call("/usage?granularity=hour", { token })).body;
		const { meta: _, ...series } = api;
		expect(body).toEqual(series);
		expect(body.totals.credits_spent).toBe(0.1);
		const tooLong = { granularity: "hour", from: "2020-01-01" };
		expect((await person.ask("GET /keys/{client_id}/usage", { path, query: tooLong })).body.error).toBe(
			"bad_request",
		);
	});
});

describe("a quote", () => {
	const barcode = "0725272730706";
	test.each([
		[{ operation: "getProduct", barcode }, `/products/${barcode}`, "GET"],
		[
			{ operation: "getProduct", barcode, include: "info,images", variants: "front" },
			`/products/${barcode}?include=info,images&variants=front`,
			"GET",
		],
		[{ operation: "getProduct", barcode: "4011" }, "/products/4011", "GET"],
		[{ operation: "headProduct", barcode }, `/products/${barcode}`, "HEAD"],
		[
			{ operation: "getProductImage", barcode, variant: "front" },
			`/products/${barcode}/image?variant=front`,
			"GET",
		],
		[{ operation: "getMetadata", barcode }, `/metadata/${barcode}`, "GET"],
		[{ operation: "listProductsByMetadata" }, "/metadata/products", "GET"],
		[{ operation: "getMetadataFields" }, "/metadata-fields", "GET"],
	])("%j is what the call costs, and itself costs nothing", async (query, url, method) => {
		const person = await newPerson(packshot);
		const { path, token } = await fundedKey(person);
		const { body } = await person.ask("GET /keys/{client_id}/quote", { path, query: query as never });
		expect((await packshot.call("/balance", { token })).body.credit_balance).toBe(100);
		const paid = await packshot.call(url, { token, method });
		expect(paid.headers.get("x-credits-debited")).toBe(String(body.credits));
		expect(body.credits).toBeGreaterThan(0);
		expect(paid.headers.get("x-credits-remaining")).toBe(String(body.balance_after));
		expect(body.is_affordable).toBe(true);
		const sum = body.items.reduce(
			(total: number, item: { credits: number }) => total + item.credits * 1e4,
			0,
		);
		expect(Math.round(sum)).toBe(Math.round(body.credits * 1e4));
	});

	test("of a bulk check counts each different barcode", async () => {
		const person = await newPerson(packshot);
		const { path } = await fundedKey(person);
		const query = { operation: "bulkCheckMetadata", barcodes: "4011,4012,4011", fields: "1" };
		const { body } = await person.ask("GET /keys/{client_id}/quote", { path, query });
		expect(body.items).toEqual([
			{ action: "metadata.bulk_check.fields.per_barcode", count: 2, price: 0.01, credits: 0.02 },
		]);
	});

	test("of what would be refused is free and says why", async () => {
		const person = await newPerson(packshot);
		const { path, clientId } = await fundedKey(person);
		const quote = async (query: Record<string, string>) =>
			(await person.ask("GET /keys/{client_id}/quote", { path, query })).body;
		expect(await quote({ operation: "getProduct", barcode: "4999" })).toMatchObject({
			items: [],
			credits: 0,
		});
		await packshot.alter(`update client set locks = '["info"]' where client_id = '${clientId}'`);
		const locked = await quote({ operation: "getProduct", barcode });
		expect(locked.credits).toBe(0);
		expect(locked.notes[0]).toContain("info");
		const missing = await quote({ operation: "getProductImage", barcode, variant: "back" });
		expect(missing.notes[0]).toContain("404");
	});

	test("says when neither balance nor cap suffices", async () => {
		const person = await newPerson(packshot);
		const { clientId: client_id } = await newKey(person);
		const path = { client_id };
		const query = { operation: "getMetadataFields" };
		const poor = (await person.ask("GET /keys/{client_id}/quote", { path, query })).body;
		expect(poor).toMatchObject({ balance_after: -0.05, is_affordable: false });
		const rich = await fundedKey(person);
		await person.ask("PATCH /keys/{client_id}", { path: rich.path, body: { daily_cap_credits: 0.01 } });
		const capped = (await person.ask("GET /keys/{client_id}/quote", { path: rich.path, query })).body;
		expect(capped.is_affordable).toBe(false);
		expect(capped.notes.join()).toContain("daily cap");
	});

	test.each([
		{ operation: "getProduct" },
		{ operation: "getProduct", barcode: "12x" },
		{ operation: "getProduct", barcode, include: "everything" },
		{ operation: "getProductImage", barcode },
		{ operation: "bulkCheckProducts" },
		{ operation: "bulkCheckProducts", barcodes: "12" },
		{ operation: "dropTables" },
	])("400 for %j", async (query) => {
		const person = await newPerson(packshot);
		const { path } = await fundedKey(person);
		expect((await person.ask("GET /keys/{client_id}/quote", { path, query: query as never })).status).toBe(
			400,
		);
	});

	test("is asked 60 times a minute at most: the availability endpoints sell what it tells", async () => {
		const person = await newPerson(packshot);
		const { path } = await fundedKey(person);
		const query = { operation: "getMetadataFields" };
		const ask = () => person.ask("GET /keys/{client_id}/quote", { path, query });
		const statuses = (await Promise.all(Array.from({ length: 61 }, ask))).map(({ status }) => status);
		expect(statuses.filter((status) => status === 429)).toHaveLength(1);
	});
});

test("what was done to keys is written down, with who and from where", async () => {
	const person = await newPerson(packshot);
	const { clientId, path } = await fundedKey(person);
	await person.ask("POST /keys/{client_id}/rotate", { path });
	await person.ask("POST /keys/{client_id}/token", { path });
	await person.ask("POST /keys/{client_id}/revoke", { path });
	const query = { subject: clientId };
	const { body } = await administrator.ask("GET /admin/events", { query });
	expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
		"key.revoked",
		"key.try_token",
		"key.rotated",
		"key.created",
	]);
	expect(body.data[0]).toMatchObject({
		account_id: person.accountId,
		account_email: person.email,
		address: "127.0.0.1",
		request_id: expect.stringMatching(/^req_/),
	});
	const byWho = await administrator.ask("GET /admin/events", { query: { account_id: person.accountId } });
	expect(byWho.body.data.map(({ action }: { action: string }) => action)).toContain("top_up.requested");
	expect((await browser(packshot).ask("GET /admin/events")).status).toBe(401);
});
