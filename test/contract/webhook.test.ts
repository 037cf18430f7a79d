import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectError } from "../support/answers.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

let packshot: TestService;
let client: TestClient;
const URL = "https://93.184.215.14/hooks/packshot";
beforeAll(async () => {
	packshot = await startService({
		settings: { PACKSHOT_WEBHOOKS: "on", PACKSHOT_WEBHOOK_ALLOW: "10.1.0.0/16, fd00:1::/32" },
	});
});
afterAll(() => packshot.close());
beforeEach(async () => {
	packshot.clock.advance(60_000);
	client = await packshot.client();
});

const put = (json: object, by = client) => packshot.call("/webhook", { method: "PUT", json, client: by });
const get = (by = client) => packshot.call("/webhook", { client: by });
const remove = (by = client) => packshot.call("/webhook", { method: "DELETE", client: by });
const askTest = (by = client) => packshot.call("/webhook/test", { method: "POST", client: by });

describe("PUT /webhook", () => {
	test("200 with the secret, which is shown only this once, free of charge", async () => {
		const { status, body, headers } = await put({ url: URL });
		expect([status, headers.get("x-credits-debited")]).toEqual([200, "0"]);
		expect(body).toEqual({
			url: URL,
			secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
			active: true,
			events: ["products.changed", "balance.low"],
			meta: expect.objectContaining({ credits_debited: 0, credits_remaining: 100 }),
		});
		const shown = await get();
		expect(JSON.stringify(shown.body)).not.toContain("whsec_");
		expect(shown.body).toEqual({
			url: URL,
			active: true,
			events: ["products.changed", "balance.low"],
			last_success_at: null,
			last_failure: null,
			meta: expect.anything(),
		});
	});

	test("takes the events that are sent, and keeps them when it is set again without", async () => {
		const events = ["products.changed", "kosher.alert"];
		expect((await put({ url: URL, events })).body.events).toEqual(events);
		expect((await put({ url: URL })).body.events).toEqual(events);
		expect((await get()).body.events).toEqual(events);
		expectError(await put({ url: URL, events: ["products.gone"] }), "bad_request");
	});

	test("stores the secret sealed, and issues a new one each time", async () => {
		const secrets = [(await put({ url: URL })).body.secret, (await put({ url: URL })).body.secret];
		expect(secrets[0]).not.toBe(secrets[1]);
		const { read } = packshot.installation.db;
		const row = await read
			.selectFrom("webhook")
			.selectAll()
			.where("client_id", "=", client.clientId)
			.executeTakeFirstOrThrow();
		for (const secret of secrets) {
			expect(JSON.stringify(row)).not.toContain(secret);
			expect(JSON.stringify(row)).not.toContain(Buffer.from(secret.slice(6), "base64").toString("hex"));
		}
	});

	test("keeps one webhook per client: setting it again replaces it", async () => {
		await put({ url: URL });
		await put({ url: "https://93.184.215.14/other" });
		expect((await get()).body.url).toBe("https://93.184.215.14/other");
		const other = await packshot.client();
		expect((await get(other)).status).toBe(404);
	});

	test("answers 200 to all concurrent requests and keeps one of their URLs", async () => {
		const urls = Array.from({ length: 10 }, (_, place) => `https://93.184.215.14/${place}`);
		const answers = await Promise.all(urls.map((url) => put({ url })));
		expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 200));
		expect(urls).toContain((await get()).body.url);
	});

	test.each([
		["http://93.184.215.14/", "url: only https is permitted."],
		["ftp://93.184.215.14/", "url: only https is permitted."],
		["https://user:word@93.184.215.14/", "url: a user name or password cannot be in it."],
		["https://127.0.0.1/", "url: its host is not at a public address."],
		["https://localhost:8080/", "url: its host is not at a public address."],
		["https://169.254.169.254/latest", "url: its host is not at a public address."],
		["https://[::ffff:10.2.0.1]/", "url: its host is not at a public address."],
		["https://[64:ff9b::7f00:1]/", "url: its host is not at a public address."],
		["hooks", "url: write a whole URL, such as https://shop.example/hooks/packshot."],
	])("400 for %s, nothing set", async (url, message) => {
		const { status, body } = await put({ url });
		expect([status, body.error, body.message]).toEqual([400, "bad_request", message]);
		expect((await get()).status).toBe(404);
	});

	test.each(["http://10.1.0.9/in", "https://10.1.0.9/in", "https://[fd00:1::9]:8443/in"])(
		"200 for %s, which the operator permits",
		async (url) => {
			expect((await put({ url })).status).toBe(200);
		},
	);

	test.each([[{}], [{ url: 1 }], [{ url: "" }], [{ url: ["https://93.184.215.14/"] }], [[]]])(
		"400 for %j",
		async (json) => {
			const { status, body } = await put(json);
			expect([status, body.error]).toEqual([400, "bad_request"]);
		},
	);

	test("a rejected URL leaves the current webhook unchanged", async () => {
		await put({ url: URL });
		expect((await put({ url: "https://10.0.0.1/" })).status).toBe(400);
		expect((await get()).body).toMatchObject({ url: URL, active: true });
	});
});

describe("GET /webhook", () => {
	test("404 not_found when none is set, free of charge", async () => {
		const { status, body, headers } = await get();
		expect([status, body.error, body.message]).toEqual([404, "not_found", "No webhook is set."]);
		expect(headers.get("x-credits-debited")).toBe("0");
	});
});

describe("DELETE /webhook", () => {
	test("204, and then 404", async () => {
		await put({ url: URL });
		expect((await remove()).status).toBe(204);
		expect((await get()).status).toBe(404);
		const again = await remove();
		expect([again.status, again.body.error]).toEqual([404, "not_found"]);
	});

	test("leaves other clients' webhooks alone", async () => {
		const other = await packshot.client();
		await put({ url: URL }, other);
		expect((await remove()).status).toBe(404);
		expect((await get(other)).status).toBe(200);
	});
});

describe("POST /webhook/test", () => {
	test("202 with meta, free of charge; 404 when none is set", async () => {
		const none = await askTest();
		expect([none.status, none.body.error]).toEqual([404, "not_found"]);
		await put({ url: URL });
		const { status, body, headers } = await askTest();
		expect([status, headers.get("x-credits-debited")]).toEqual([202, "0"]);
		expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
		expect(body).toEqual({
			meta: {
				request_id: headers.get("x-request-id"),
				credits_debited: 0,
				credits_remaining: 100,
				response_generated: expect.any(String),
			},
		});
	});

	test("429 rate_limited with Retry-After for a second one within a second", async () => {
		await put({ url: URL });
		await askTest();
		packshot.clock.advance(999);
		const { status, body, headers } = await askTest();
		expect([status, body.error, headers.get("retry-after")]).toEqual([429, "rate_limited", "1"]);
		packshot.clock.advance(1);
		expect((await askTest()).status).toBe(202);
	});

	test("accepts one of many concurrent requests and answers 429 to the others", async () => {
		await put({ url: URL });
		const statuses = (await Promise.all(Array.from({ length: 8 }, () => askTest()))).map(
			({ status }) => status,
		);
		expect(statuses.filter((status) => status === 202)).toHaveLength(1);
		expect(statuses.filter((status) => status === 429)).toHaveLength(7);
	});
});

test("with webhooks off, the endpoints answer 404 like any unknown path", async () => {
	const service = await startService();
	try {
		const by = await service.client();
		const calls = [
			["PUT", "/webhook", { url: URL }],
			["GET", "/webhook", undefined],
			["DELETE", "/webhook", undefined],
			["POST", "/webhook/test", undefined],
		] as const;
		for (const [method, path, json] of calls) {
			for (const caller of [{}, { client: by }]) {
				const answer = await service.call(path, { method, ...caller, ...(json ? { json } : {}) });
				expect([method, path, answer.status, answer.body.error]).toEqual([method, path, 404, "not_found"]);
				expect(answer.body.message).toBe((await service.call("/nowhere")).body.message);
			}
		}
	} finally {
		await service.close();
	}
});
