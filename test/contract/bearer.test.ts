import { createHmac, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signAccessToken } from "../../src/clients/auth/access-token.ts";
import { createTokens } from "../../src/clients/auth/tokens.ts";
import { revokeClient } from "../../src/clients/policy/store.ts";
import { loadConfig } from "../../src/config.ts";
import { tokensOf } from "../support/credentials.ts";
import { rotate } from "../support/operator.ts";
import { sendRaw } from "../support/raw-http.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

const asked = async (authorization: string, path = "/balance") => {
	const { status, body } = await packshot.call(path, { headers: { authorization } });
	return body?.error ? [status, body.error] : [status];
};
const UNAUTHENTICATED = [401, "unauthenticated"];
const DISABLED = [403, "client_disabled"];
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("the bearer scheme", () => {
	test.each(["Bearer", "bearer", "BEARER", "bEaReR"])("is case-insensitive: accepts %s", async (scheme) => {
		const token = await (await packshot.client()).token();
		expect(await asked(`${scheme} ${token}`)).toEqual([200]);
		expect(await asked(`${scheme}   ${token}`)).toEqual([200]);
	});

	test.each([
		["nothing", () => ""],
		["a scheme alone", () => "Bearer"],
		["a token without a scheme", (token: string) => token],
		["Basic with the token", (token: string) => `Basic ${token}`],
		[
			"Basic with client_id and api_key",
			(_token: string, { clientId, apiKey }: TestClient) =>
				`Basic ${Buffer.from(`${clientId}:${apiKey}`).toString("base64")}`,
		],
		["the api_key", (_token: string, { apiKey }: TestClient) => `Bearer ${apiKey}`],
		["another scheme", (token: string) => `Token ${token}`],
		["a scheme with an extra letter", (token: string) => `BearerX ${token}`],
		["a token in quotes", (token: string) => `Bearer "${token}"`],
		["two tokens", (token: string) => `Bearer ${token} ${token}`],
		["two tokens with a comma", (token: string) => `Bearer ${token}, Bearer ${token}`],
		["a parameter", (token: string) => `Bearer token=${token}`],
	])("401 for %s", async (_what, authorization) => {
		const client = await packshot.client();
		expect(await asked(authorization(await client.token(), client))).toEqual(UNAUTHENTICATED);
	});

	test("401 for a token in the query string, in a cookie or in the body", async () => {
		const token = await (await packshot.client()).token();
		for (const name of ["access_token", "token", "bearer_token", "authorization"]) {
			expect((await packshot.call(`/balance?${name}=${token}`)).status).toBe(401);
		}
		expect((await packshot.call("/balance", { headers: { cookie: `access_token=${token}` } })).status).toBe(
			401,
		);
		expect((await packshot.call("/auth/revoke", { json: { access_token: token } })).status).toBe(401);
	});

	test("401 for two Authorization headers, even the same one twice", async () => {
		const token = await (await packshot.client()).token();
		for (const [first, second] of [
			[`Bearer ${token}`, `Bearer ${token}`],
			[`Bearer ${token}`, "Basic YTpi"],
			["Basic YTpi", `Bearer ${token}`],
			[`Bearer ${token}`, ""],
		]) {
			const answer = await sendRaw(
				packshot.origin,
				`GET /api/v1/balance HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: ${first}\r\nauthorization: ${second}\r\n\r\n`,
			);
			expect([answer.status, answer.body.error]).toEqual(UNAUTHENTICATED);
		}
	});

	test("is required by every endpoint except the public ones", async () => {
		for (const path of [
			"/balance",
			"/account",
			"/usage",
			"/products/4011",
			"/products/4011/image?variant=front",
		]) {
			expect([path, (await packshot.call(path)).status]).toEqual([path, 401]);
		}
		expect((await packshot.call("/products/4011", { method: "HEAD" })).status).toBe(401);
		expect((await packshot.call("/auth/revoke", { method: "POST" })).status).toBe(401);
		for (const path of ["/health", "/pricing"]) expect((await packshot.call(path)).status).toBe(200);
	});

	test("is checked before the input", async () => {
		expect(await asked("", "/products/nonsense?include=nonsense")).toEqual(UNAUTHENTICATED);
	});
});

describe("a token that this service did not sign", () => {
	const header = { alg: "HS256", typ: "JWT" };

	async function claimsOf(client: TestClient): Promise<Record<string, unknown>> {
		const payload = (await client.token()).split(".")[1]!;
		return JSON.parse(Buffer.from(payload, "base64url").toString());
	}

	test.each([
		["alg none, without a signature", { alg: "none", typ: "JWT" }, ""],
		["alg None", { alg: "None", typ: "JWT" }, ""],
		["alg none, with a signature", { alg: "none", typ: "JWT" }, "a".repeat(43)],
		["no alg", { typ: "JWT" }, "a".repeat(43)],
		["a stripped signature", header, ""],
	])("401 for %s", async (_what, forgedHeader, signature) => {
		const claims = await claimsOf(await packshot.client());
		const forged = `${base64url(forgedHeader)}.${base64url(claims)}.${signature}`;
		expect(await asked(`Bearer ${forged}`)).toEqual(UNAUTHENTICATED);
		expect(await asked(`Bearer ${forged.replace(/\.$/, "")}`)).toEqual(UNAUTHENTICATED);
	});

	test.each([
		["a key of somebody else", "a key of somebody else"],
		["an empty key", ""],
		["the client's api_key", undefined],
	])("401 for HS256 with %s", async (_what, secret) => {
		const client = await packshot.client();
		const message = `${base64url(header)}.${base64url(await claimsOf(client))}`;
		const signature = createHmac("sha256", secret ?? client.apiKey)
			.update(message)
			.digest("base64url");
		expect(await asked(`Bearer ${message}.${signature}`)).toEqual(UNAUTHENTICATED);
	});

	test("401 for RS256, with the key embedded in the token or referenced by it", async () => {
		const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
		const claims = base64url(await claimsOf(await packshot.client()));
		const jwk = publicKey.export({ format: "jwk" });
		for (const extra of [{}, { jwk }, { kid: "../../dev/null" }, { jku: "https://example.com/keys" }]) {
			const message = `${base64url({ alg: "RS256", typ: "JWT", ...extra })}.${claims}`;
			const signature = sign("sha256", Buffer.from(message), privateKey).toString("base64url");
			expect(await asked(`Bearer ${message}.${signature}`)).toEqual(UNAUTHENTICATED);
		}
	});

	test("401 for another client's claims with a signature from a genuine token", async () => {
		const [mine, theirs] = [await packshot.client(), await packshot.client()];
		const [head, , signature] = (await mine.token()).split(".");
		const [, payload] = (await theirs.token()).split(".");
		expect(await asked(`Bearer ${head}.${payload}.${signature}`)).toEqual(UNAUTHENTICATED);
	});

	test("401 for a token that differs from a genuine one only in its signing key", async () => {
		const client = await packshot.client();
		const { tokenKeys } = packshot.installation.secrets;
		const nowSeconds = Math.floor(packshot.clock.now() / 1000);
		const claims = {
			clientId: client.clientId,
			jti: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
			keyVersion: 1,
			issuedAtSeconds: nowSeconds,
			expiresAtSeconds: nowSeconds + 60,
		};
		const foreign = signAccessToken(claims, [randomBytes(32), randomBytes(32)]);
		expect(await asked(`Bearer ${foreign}`)).toEqual(UNAUTHENTICATED);
		expect(await asked(`Bearer ${signAccessToken(claims, tokenKeys)}`)).toEqual([200]);
	});
});

describe("the lifetime of an access token", () => {
	test("is 3600 seconds to the millisecond", async () => {
		const { access } = await tokensOf(packshot, await packshot.client());
		const issuedMs = Math.floor(packshot.clock.now() / 1000) * 1000;
		packshot.clock.set(issuedMs + 3_599_999);
		expect(await asked(`Bearer ${access}`)).toEqual([200]);
		packshot.clock.set(issuedMs + 3_600_000);
		expect(await asked(`Bearer ${access}`)).toEqual(UNAUTHENTICATED);
	});
});

describe("POST /auth/revoke", () => {
	const revoke = (token: string, headers: Record<string, string> = {}) =>
		packshot.call("/auth/revoke", { method: "POST", token, headers });
	let keys = 0;
	const key = () => `revocation-number-${++keys}`.padEnd(20, ".");

	test("204 without a body; the token is invalid at once, the client stays active", async () => {
		const client = await packshot.client();
		const [first, second] = [await tokensOf(packshot, client), await tokensOf(packshot, client)];
		const answer = await revoke(first.access);
		expect(answer.status).toBe(204);
		expect(answer.bytes).toHaveLength(0);
		expect(await asked(`Bearer ${first.access}`)).toEqual(UNAUTHENTICATED);
		expect(await asked(`Bearer ${second.access}`)).toEqual([200]);
		expect((await tokensOf(packshot, client)).access).toBeTruthy();
	});

	test("leaves the refresh token valid", async () => {
		const { access, refresh } = await tokensOf(packshot, await packshot.client());
		await revoke(access);
		const answer = await packshot.call("/auth/refresh", { json: { refresh_token: refresh } });
		expect(answer.status).toBe(200);
	});

	test("401 for a revoked token, which counts against the address and not against the client", async () => {
		const client = await packshot.client();
		const { access } = await tokensOf(packshot, client);
		await revoke(access);
		for (const headers of [{}, { "idempotency-key": key() }, { "idempotency-key": "malformed" }]) {
			const again = await revoke(access, headers as Record<string, string>);
			expect([again.status, again.body.error]).toEqual(UNAUTHENTICATED);
			expect(again.headers.has("x-credits-remaining")).toBe(false);
			expect(again.headers.has("x-ratelimit-limit-day")).toBe(false);
		}
		expect((await packshot.call("/pricing")).headers.get("x-ratelimit-remaining-minute")).toBe("1196");
		const account = await packshot.call("/balance", { client });
		expect(account.headers.get("x-ratelimit-remaining-day")).toBe("9998");
	});

	test("stays in effect when the clock jumps back, and across a restart", async () => {
		const { access } = await tokensOf(packshot, await packshot.client());
		await revoke(access);
		packshot.clock.advance(-3_000_000);
		expect(await asked(`Bearer ${access}`)).toEqual(UNAUTHENTICATED);
		packshot.clock.advance(3_000_000);
		const again = await startService({
			folder: packshot.folder,
			clock: packshot.clock,
		});
		expect((await again.call("/balance", { token: access })).status).toBe(401);
		await again.close();
	});

	test("replays the 204 when the same token is retried with the same Idempotency-Key", async () => {
		const client = await packshot.client();
		const { access } = await tokensOf(packshot, client);
		const headers = { "idempotency-key": key() };
		const first = await revoke(access, headers);
		expect(first.headers.has("idempotency-replayed")).toBe(false);
		const second = await revoke(access, headers);
		expect(second.status).toBe(204);
		expect(second.headers.get("idempotency-replayed")).toBe("1");
		expect(second.headers.get("x-request-id")).toBe(first.headers.get("x-request-id"));
		expect(second.headers.get("x-credits-remaining")).toBe("100");
		expect(await asked(`Bearer ${access}`)).toEqual(UNAUTHENTICATED);
	});

	test("409 for another valid token under the same key, which stays valid; 401 for a revoked one", async () => {
		const client = await packshot.client();
		const [first, second] = [await tokensOf(packshot, client), await tokensOf(packshot, client)];
		const headers = { "idempotency-key": key() };
		await revoke(first.access, headers);
		const mismatch = await revoke(second.access, headers);
		expect([mismatch.status, mismatch.body.error]).toEqual([409, "idempotency_key_mismatch"]);
		expect(await asked(`Bearer ${second.access}`)).toEqual([200]);
		await revoke(second.access);
		expect((await revoke(second.access, headers)).status).toBe(401);
	});

	test("treats the same Idempotency-Key of another client as a different key", async () => {
		const headers = { "idempotency-key": key() };
		for (const client of [await packshot.client(), await packshot.client()]) {
			const answer = await revoke((await tokensOf(packshot, client)).access, headers);
			expect([answer.status, answer.headers.has("idempotency-replayed")]).toEqual([204, false]);
		}
	});

	test("400 for a malformed key, and nothing is revoked", async () => {
		const { access } = await tokensOf(packshot, await packshot.client());
		for (const malformed of ["short", "a".repeat(256), `${"a".repeat(20)} b`, "äöü".repeat(10)]) {
			const answer = await revoke(access, { "idempotency-key": malformed });
			expect([answer.status, answer.body.error]).toEqual([400, "bad_request"]);
		}
		expect(await asked(`Bearer ${access}`)).toEqual([200]);
	});

	test("a replay still needs an unexpired token, an active client and an allowed address", async () => {
		const client = await packshot.client();
		const { access } = await tokensOf(packshot, client);
		const headers = { "idempotency-key": key() };
		await revoke(access, headers);
		await packshot.updateClient(client, { allowlist: ["203.0.113.1"] });
		packshot.clock.advance(5000);
		expect((await revoke(access, headers)).body.error).toBe("client_ip_not_allowed");
		await packshot.updateClient(client, { expiresAtMs: 1 });
		packshot.clock.advance(5000);
		expect((await revoke(access, headers)).body.error).toBe("client_disabled");
		await packshot.updateClient(client, {});
		packshot.clock.advance(3_600_000);
		expect((await revoke(access, headers)).body.error).toBe("unauthenticated");
	});

	test("of 20 concurrent requests under one key, one revokes and the others replay", async () => {
		const { access } = await tokensOf(packshot, await packshot.client());
		const headers = { "idempotency-key": key() };
		const answers = await Promise.all(Array.from({ length: 20 }, () => revoke(access, headers)));
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
		expect(answers.filter((answer) => !answer.headers.has("idempotency-replayed"))).toHaveLength(1);
	});
});

describe("access tokens of a client", () => {
	test("are 403 client_disabled within 5 seconds of its revocation, all of them and permanently", async () => {
		const client = await packshot.client();
		const [first, second] = [await tokensOf(packshot, client), await tokensOf(packshot, client)];
		expect(await asked(`Bearer ${first.access}`)).toEqual([200]);
		await packshot.installation.db.write(revokeClient, {
			clientId: client.clientId,
			nowMs: packshot.clock.now(),
		});
		packshot.clock.advance(5000);
		for (const token of [first.access, second.access])
			expect(await asked(`Bearer ${token}`)).toEqual(DISABLED);
		packshot.clock.advance(3_000_000);
		expect(await asked(`Bearer ${first.access}`)).toEqual(DISABLED);
	});

	test("are still 401 after its revocation if forged, expired or revoked", async () => {
		const client = await packshot.client();
		const [revoked, expiring] = [await tokensOf(packshot, client), await tokensOf(packshot, client)];
		await packshot.call("/auth/revoke", { method: "POST", token: revoked.access });
		const { db } = packshot.installation;
		await db.write(revokeClient, { clientId: client.clientId, nowMs: packshot.clock.now() });
		packshot.clock.advance(5000);
		expect(await asked(`Bearer ${revoked.access}`)).toEqual(UNAUTHENTICATED);
		expect(await asked(`Bearer ${expiring.access.slice(0, -1)}`)).toEqual(UNAUTHENTICATED);
		packshot.clock.advance(3_600_000);
		expect(await asked(`Bearer ${expiring.access}`)).toEqual(UNAUTHENTICATED);
	});

	test("are 403 client_disabled at the very moment it expires, though its record is cached for seconds", async () => {
		const client = await packshot.client({ expiresAtMs: packshot.clock.now() + 1000 });
		const { access } = await tokensOf(packshot, client);
		packshot.clock.advance(999);
		expect(await asked(`Bearer ${access}`)).toEqual([200]);
		packshot.clock.advance(1);
		expect(await asked(`Bearer ${access}`)).toEqual(DISABLED);
	});

	test("issued before a key rotation stop working within 5 seconds, new ones work at once", async () => {
		const client = await packshot.client();
		const old = await tokensOf(packshot, client);
		expect(await asked(`Bearer ${old.access}`)).toEqual([200]);
		const { db, clock, secrets } = packshot.installation;
		const apiKey = await rotate({ db, clock, hashKeys: secrets.hashKeys }, client.clientId);
		const fresh = await tokensOf(packshot, { ...client, apiKey: apiKey! });
		expect(await asked(`Bearer ${fresh.access}`)).toEqual([200]);
		expect(await asked(`Bearer ${old.access}`)).toEqual(UNAUTHENTICATED);
	});

	test("issued by another node after a key rotation work here at once", async () => {
		const client = await packshot.client();
		expect(await asked(`Bearer ${(await tokensOf(packshot, client)).access}`)).toEqual([200]);
		const { db, clock, secrets } = packshot.installation;
		await rotate({ db, clock, hashKeys: secrets.hashKeys }, client.clientId);
		const elsewhere = createTokens(secrets, loadConfig({}).auth, clock);
		const { access_token } = elsewhere.tokenSet(client.clientId, 2, elsewhere.draftRefreshToken());
		expect(await asked(`Bearer ${access_token}`)).toEqual([200]);
	});

	test("issued before a key rotation stop working within 5 seconds even if nobody signs in", async () => {
		const client = await packshot.client();
		const old = await tokensOf(packshot, client);
		expect(await asked(`Bearer ${old.access}`)).toEqual([200]);
		const { db, clock, secrets } = packshot.installation;
		await rotate({ db, clock, hashKeys: secrets.hashKeys }, client.clientId);
		packshot.clock.advance(5000);
		expect(await asked(`Bearer ${old.access}`)).toEqual(UNAUTHENTICATED);
	});
});
