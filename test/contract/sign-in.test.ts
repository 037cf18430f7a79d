import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { revokeClient } from "../../src/clients/policy/store.ts";
import { signIn } from "../support/credentials.ts";
import { rotate } from "../support/operator.ts";
import { type Answer, startService, type TestClient, type TestService } from "../support/service.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());
// Fresh buckets for every test.
beforeEach(() => packshot.clock.advance(60_000));

const LOCK_MS = 300_000;

async function fail(client: Pick<TestClient, "clientId" | "apiKey">, times: number): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (let time = 0; time < times; time++) answers.push(await signIn(packshot, client, { apiKey: "wrong" }));
	return answers;
}

/** An answer without its request id and date. */
function said({ status, headers, body }: Answer) {
	const kept = [...headers].filter(([name]) => !["x-request-id", "date"].includes(name));
	return { status, headers: kept, body: { ...body, request_id: "" } };
}

describe("POST /auth/token", () => {
	test("200 returns a token set that works immediately", async () => {
		const client = await packshot.client();
		const { status, body } = await signIn(packshot, client);
		expect(status).toBe(200);
		expect(Object.keys(body).sort()).toEqual(["access_token", "expires_in", "refresh_token", "token_type"]);
		expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600 });
		expect(body.access_token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]{43}$/);
		expect(body.access_token.length).toBeGreaterThan(200);
		expect(body.access_token.length).toBeLessThan(400);
		expect(body.refresh_token).toMatch(/^[\w-]{44}$/);
		expect((await packshot.call("/balance", { token: body.access_token })).status).toBe(200);
	});

	test("the access token is a JWT with the client, the issue time and the expiry", async () => {
		const client = await packshot.client();
		const { body } = await signIn(packshot, client);
		const [header, payload] = body.access_token
			.split(".")
			.slice(0, 2)
			.map((part: string) => JSON.parse(Buffer.from(part, "base64url").toString()));
		expect(header).toEqual({ alg: "HS256", typ: "JWT" });
		const issuedAt = Math.floor(packshot.clock.now() / 1000);
		expect(payload).toMatchObject({ sub: client.clientId, iat: issuedAt, exp: issuedAt + 3600 });
	});

	test("the client id and the API key have their documented formats", async () => {
		const { clientId, apiKey } = await packshot.client();
		expect(clientId).toMatch(/^ps_client_[a-z2-7]{20}$/);
		expect(apiKey).toMatch(/^[\w-]{44}$/);
	});

	test("no secret is stored in plain text", async () => {
		const client = await packshot.client();
		const { body } = await signIn(packshot, client);
		const { db } = packshot.installation;
		const rows = [
			...(await db.read.selectFrom("client").selectAll().execute()),
			...(await db.read.selectFrom("refresh_token").selectAll().execute()),
		];
		const stored = rows.map((row) => Object.values(row).join(" ")).join(" ");
		expect(stored).toContain(client.clientId);
		for (const secret of [client.apiKey, body.refresh_token, body.access_token]) {
			expect(stored).not.toContain(secret);
		}
	});

	test.each([
		["nothing", {}],
		["no key", { client_id: "a" }],
		["no id", { api_key: "a" }],
		["null", { client_id: null, api_key: null }],
		["empty strings", { client_id: "", api_key: "" }],
	])("400 missing_credentials for %s", async (_what, json) => {
		const { status, body } = await packshot.call("/auth/token", { json });
		expect([status, body.error]).toEqual([400, "missing_credentials"]);
	});

	test("401 is byte-for-byte the same for an unknown client and for a wrong key", async () => {
		const client = await packshot.client();
		const [wrongKey] = await fail(client, 1);
		const [unknown] = await fail({ clientId: `ps_client_${"a".repeat(20)}`, apiKey: "" }, 1);
		expect(wrongKey!.body.error).toBe("invalid_credentials");
		expect(said(unknown!)).toEqual(said(wrongKey!));
		expect(unknown!.bytes.length).toBe(wrongKey!.bytes.length);
	});

	test.each([
		["the key of another client", async () => (await packshot.client()).apiKey],
		["the key with a trailing space", async (client: TestClient) => `${client.apiKey} `],
		["the key in lower case", async (client: TestClient) => client.apiKey.toLowerCase()],
		["a prefix of the key", async (client: TestClient) => client.apiKey.slice(0, 43)],
		["the client id", async (client: TestClient) => client.clientId],
	])("401 for %s", async (_what, keyOf) => {
		const client = await packshot.client();
		const { status, body } = await signIn(packshot, client, { apiKey: await keyOf(client) });
		expect([status, body.error]).toEqual([401, "invalid_credentials"]);
	});

	test.each([
		["very long", "a".repeat(100_000)],
		["made of control characters", "\u0000\u0001\n"],
		["half a surrogate pair", "\ud800"],
		["an SQL injection", "'; drop table client; --"],
		["the name of an object property", "__proto__"],
	])(
		"401 for a client id that is %s, and locked after five failures like any other",
		async (_what, clientId) => {
			const answers = await fail({ clientId, apiKey: "" }, 6);
			expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
		},
	);

	test("a malformed client id is not stored verbatim", async () => {
		const clientId = `${"a secret pasted into the wrong field ".repeat(100)}\u0000`;
		await fail({ clientId, apiKey: "" }, 1);
		const rows = await packshot.installation.db.read.selectFrom("sign_in_failure").selectAll().execute();
		const kept = rows.map((row) => row.client_id);
		expect(kept.some((id) => id.includes("secret"))).toBe(false);
		expect(Math.max(...kept.map(({ length }) => length))).toBeLessThanOrEqual(43);
	});

	test("403 client_disabled for a revoked client with the right key, 401 with a wrong one", async () => {
		const client = await packshot.client();
		await packshot.installation.db.write(revokeClient, {
			clientId: client.clientId,
			nowMs: packshot.clock.now(),
		});
		const right = await signIn(packshot, client);
		expect([right.status, right.body.error]).toEqual([403, "client_disabled"]);
		const [wrong] = await fail(client, 1);
		expect([wrong!.status, wrong!.body.error]).toEqual([401, "invalid_credentials"]);
	});

	test("403 client_disabled from the moment the client expires", async () => {
		const client = await packshot.client({ expiresAtMs: packshot.clock.now() + 1000 });
		packshot.clock.advance(999);
		expect((await signIn(packshot, client)).status).toBe(200);
		packshot.clock.advance(1);
		const expired = await signIn(packshot, client);
		expect([expired.status, expired.body.error]).toEqual([403, "client_disabled"]);
	});

	test("after a rotation the old key fails and the new one works immediately", async () => {
		const client = await packshot.client();
		const { db, clock, secrets } = packshot.installation;
		const apiKey = await rotate({ db, clock, hashKeys: secrets.hashKeys }, client.clientId);
		expect((await signIn(packshot, client)).body.error).toBe("invalid_credentials");
		const { body } = await signIn(packshot, client, { apiKey: apiKey! });
		expect((await packshot.call("/balance", { token: body.access_token })).status).toBe(200);
	});
});

describe("the lock after five failures in a row", () => {
	test("429 auth_rate_limit with Retry-After, even for the right key", async () => {
		const client = await packshot.client();
		const failures = await fail(client, 5);
		expect(failures.map(({ body }) => body.error)).toEqual(Array(5).fill("invalid_credentials"));
		const locked = await signIn(packshot, client);
		expect([locked.status, locked.body.error]).toEqual([429, "auth_rate_limit"]);
		expect(locked.headers.get("retry-after")).toBe("300");
		expect(locked.body.message).toMatch(/5 failed sign-ins.*wait 300 seconds/);
		expect(locked.body).not.toHaveProperty("access_token");
	});

	test("ends after exactly 300 seconds and resets the failure count to 0", async () => {
		const client = await packshot.client();
		await fail(client, 5);
		packshot.clock.advance(LOCK_MS - 1);
		const last = await signIn(packshot, client);
		expect([last.status, last.headers.get("retry-after")]).toEqual([429, "1"]);
		packshot.clock.advance(1);
		const failures = await fail(client, 4);
		expect(failures.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
		expect((await signIn(packshot, client)).status).toBe(200);
	});

	test("is not extended by attempts while it lasts", async () => {
		const client = await packshot.client();
		await fail(client, 5);
		packshot.clock.advance(LOCK_MS - 60_000);
		const attempts = await fail(client, 8);
		expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([429]));
		packshot.clock.advance(60_000);
		expect((await signIn(packshot, client)).status).toBe(200);
	});

	test("is not triggered when there is a success in between", async () => {
		const client = await packshot.client();
		await fail(client, 4);
		expect((await signIn(packshot, client)).status).toBe(200);
		packshot.clock.advance(60_000);
		await fail(client, 4);
		expect((await signIn(packshot, client)).status).toBe(200);
	});

	test("is also triggered by five failures hours apart, and the count is 0 afterwards", async () => {
		const client = await packshot.client();
		for (let time = 0; time < 5; time++) {
			packshot.clock.advance(3_600_000);
			await fail(client, 1);
		}
		expect((await signIn(packshot, client)).status).toBe(429);
		packshot.clock.advance(LOCK_MS);
		expect((await fail(client, 4)).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
		expect((await fail(client, 2)).map(({ status }) => status)).toEqual([401, 429]);
	});

	test("is the same for an unknown client id, byte for byte", async () => {
		const client = await packshot.client();
		const known = await fail(client, 7);
		const unknown = await fail({ clientId: `ps_client_${"b".repeat(20)}`, apiKey: "" }, 7);
		expect(unknown.map(said)).toEqual(known.map(said));
		expect(unknown.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
	});

	test("affects only one client id", async () => {
		const [locked, other] = [await packshot.client(), await packshot.client()];
		await fail(locked, 5);
		expect((await signIn(packshot, other)).status).toBe(200);
	});

	test("affects only /auth/token: tokens keep working and can be refreshed", async () => {
		const client = await packshot.client();
		const { body } = await signIn(packshot, client);
		await fail(client, 5);
		expect((await signIn(packshot, client)).status).toBe(429);
		expect((await packshot.call("/balance", { token: body.access_token })).status).toBe(200);
		const renewed = await packshot.call("/auth/refresh", { json: { refresh_token: body.refresh_token } });
		expect(renewed.status).toBe(200);
	});

	test("stays in place when the clock jumps back", async () => {
		const client = await packshot.client();
		const now = packshot.clock.now();
		await fail(client, 5);
		packshot.clock.set(now - 3_600_000);
		expect((await signIn(packshot, client)).status).toBe(429);
		packshot.clock.set(now + LOCK_MS);
		expect((await signIn(packshot, client)).status).toBe(200);
	});
});

test("parallel guesses are limited to five, and the right key does not bypass the lock", async () => {
	const client = await packshot.client();
	const guesses = Array.from({ length: 40 }, () => signIn(packshot, client, { apiKey: "wrong" }));
	const statuses = (await Promise.all(guesses)).map(({ status }) => status);
	expect(statuses.filter((status) => status === 401)).toHaveLength(5);
	expect(statuses.filter((status) => status === 429)).toHaveLength(35);
	packshot.clock.advance(60_000);
	expect((await signIn(packshot, client)).status).toBe(429);
});

describe("the order of checks", () => {
	test("the client's rate limit comes before the lock", async () => {
		const client = await packshot.client();
		const answers = await fail(client, 11);
		expect(answers[9]!.headers.get("retry-after")).toBe("300");
		expect(answers[10]!.body.message).toMatch(/10 sign-ins a minute for one client_id/);
		const restOfMinute = Math.ceil((60_000 - (packshot.clock.now() % 60_000)) / 1000);
		expect(answers[10]!.headers.get("retry-after")).toBe(String(restOfMinute));
	});

	test("the lock comes before the key", async () => {
		const client = await packshot.client();
		await fail(client, 5);
		expect(said(await signIn(packshot, client))).toMatchObject({ status: 429 });
	});

	test("the key comes before the client's state, and the state before the allowlist", async () => {
		const client = await packshot.client({
			expiresAtMs: packshot.clock.now() - 1,
			allowlist: ["203.0.113.1"],
		});
		expect((await fail(client, 1))[0]!.body.error).toBe("invalid_credentials");
		expect((await signIn(packshot, client)).body.error).toBe("client_disabled");
		const elsewhere = await packshot.client({ allowlist: ["203.0.113.1"] });
		expect((await fail(elsewhere, 1))[0]!.body.error).toBe("invalid_credentials");
		const refused = await signIn(packshot, elsewhere);
		expect([refused.status, refused.body.error]).toEqual([403, "client_ip_not_allowed"]);
	});

	test("a rejection after the key check leaves no refresh token behind", async () => {
		const client = await packshot.client({ allowlist: ["203.0.113.1"] });
		await signIn(packshot, client);
		const tokens = await packshot.installation.db.read
			.selectFrom("refresh_token")
			.selectAll()
			.where("client_id", "=", client.clientId)
			.execute();
		expect(tokens).toEqual([]);
	});
});
