import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ClientPolicy } from "../../src/clients/policy/client.ts";
import { DAY_MS, HOUR_MS } from "../../src/platform/time/durations.ts";
import { START_MS } from "../support/clock.ts";
import { refresh, signIn } from "../support/credentials.ts";
import { sdkClient } from "../support/sdk.ts";
import { startService, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.close());

/** Every test gets its own day, so that limits do not carry over. */
let day = START_MS;
beforeEach(() => {
	day += 100 * DAY_MS;
	service.clock.set(day);
});

async function open(policy: Partial<ClientPolicy> = {}) {
	const client = await service.client(policy);
	return { client, ...sdkClient(service, client) };
}

describe("an access token", () => {
	test("is used until a minute before its hour is over, then refreshed without a rejected call", async () => {
		const opened = await open();
		await opened.sdk.account.balance();
		service.clock.advance(HOUR_MS - 60_001);
		await opened.sdk.account.balance();
		expect(opened.signIns()).toEqual(["POST /auth/token"]);
		service.clock.advance(1);
		await opened.sdk.account.balance();
		expect(opened.signIns()).toEqual(["POST /auth/token", "POST /auth/refresh"]);
		expect(opened.sent.every(({ status }) => status === 200)).toBe(true);
	});

	test("rejected because the service's clock is ahead is refreshed once and the call retried", async () => {
		const client = await service.client();
		const slow = service.clock.now();
		const opened = sdkClient(service, client, {
			clock: { now: () => slow, sleep: () => new Promise(() => {}) },
		});
		await opened.sdk.account.balance();
		service.clock.advance(HOUR_MS);
		await opened.sdk.account.balance();
		expect(opened.sent.map(({ name, status }) => `${name} ${status}`)).toEqual([
			"POST /auth/token 200",
			"GET /balance 200",
			"GET /balance 401",
			"POST /auth/refresh 200",
			"GET /balance 200",
		]);
	});

	test("is shared by concurrent calls, and so is its refresh", async () => {
		const { sdk, signIns } = await open();
		const calls = () => Promise.all(Array.from({ length: 12 }, () => sdk.account.balance()));
		await calls();
		service.clock.advance(HOUR_MS);
		await calls();
		expect(signIns()).toEqual(["POST /auth/token", "POST /auth/refresh"]);
	});

	test("that was revoked elsewhere is replaced", async () => {
		const { sdk, sent, signIns } = await open();
		await sdk.account.balance();
		const { authorization = "" } = sent[1]!.headers;
		await service.call("/auth/revoke", { method: "POST", headers: { authorization } });
		expect(await sdk.account.balance()).toMatchObject({ credit_balance: 100 });
		expect(signIns()).toEqual(["POST /auth/token", "POST /auth/refresh"]);
	});

	test("is revoked by auth.revoke, and the client continues with another", async () => {
		const { sdk, sent, signIns } = await open();
		await sdk.account.balance();
		await sdk.auth.revoke();
		const { authorization = "" } = sent[1]!.headers;
		expect((await service.call("/balance", { headers: { authorization } })).status).toBe(401);
		await sdk.account.balance();
		expect(signIns()).toEqual(["POST /auth/token", "POST /auth/token"]);
	});

	test("is revoked once even when the response is lost: the idempotency key makes the retry a replay", async () => {
		const { sdk, sent, loseAnswers } = await open();
		await sdk.account.balance();
		loseAnswers("POST /auth/revoke");
		await sdk.auth.revoke();
		expect(sent.slice(-2).map(({ name, status }) => `${name} ${status}`)).toEqual([
			"POST /auth/revoke 204",
			"POST /auth/revoke 204",
		]);
	});
});

describe("a refresh token", () => {
	test("that was used elsewhere triggers reuse detection, and the client signs in again", async () => {
		const opened = await open();
		await opened.sdk.account.balance();
		expect((await refresh(service, opened.refreshTokens[0]!)).status).toBe(200);
		service.clock.advance(HOUR_MS);
		expect(await opened.sdk.account.balance()).toMatchObject({ credit_balance: 100 });
		expect(opened.sent.slice(2).map(({ name, status }) => `${name} ${status}`)).toEqual([
			"POST /auth/refresh 401",
			"POST /auth/token 200",
			"GET /balance 200",
		]);
	});

	test("whose response was lost is not sent again, so that reuse detection is not triggered", async () => {
		const other = await open();
		const opened = { ...other, ...sdkClient(service, other.client) };
		await Promise.all([other.sdk.account.balance(), opened.sdk.account.balance()]);
		service.clock.advance(HOUR_MS);
		opened.loseAnswers("POST /auth/refresh");
		await opened.sdk.account.balance();
		expect(opened.signIns()).toEqual(["POST /auth/token", "POST /auth/refresh", "POST /auth/token"]);
		await other.sdk.account.balance();
		expect(other.signIns()).toEqual(["POST /auth/token", "POST /auth/refresh"]);
		expect(other.sent.every(({ status }) => status === 200)).toBe(true);
	});

	test("that is older than 90 days makes the client sign in again", async () => {
		const { sdk, sent } = await open();
		await sdk.account.balance();
		service.clock.advance(91 * DAY_MS);
		await sdk.account.balance();
		expect(sent.slice(2).map(({ name, status }) => `${name} ${status}`)).toEqual([
			"POST /auth/refresh 401",
			"POST /auth/token 200",
			"GET /balance 200",
		]);
	});

	test("keeps the client working while failed guesses by others have its sign-in locked", async () => {
		const { sdk, client, signIns } = await open();
		await sdk.account.balance();
		service.clock.advance(HOUR_MS);
		for (let guess = 0; guess < 5; guess++) await signIn(service, client, { apiKey: "x".repeat(44) });
		expect((await signIn(service, client)).status).toBe(429);
		await sdk.account.balance();
		expect(signIns()).toEqual(["POST /auth/token", "POST /auth/refresh"]);
	});
});

describe("signing in", () => {
	test("with a wrong key is attempted once for any number of calls, and locks nobody out", async () => {
		const client = await service.client();
		const wrong = sdkClient(service, { ...client, apiKey: "x".repeat(44) });
		for (let call = 0; call < 8; call++) {
			await expect(wrong.sdk.account.balance()).rejects.toMatchObject({ code: "invalid_credentials" });
		}
		expect(wrong.signIns()).toEqual(["POST /auth/token"]);
		expect((await signIn(service, client)).status).toBe(200);
	});

	test("waits until a lock ends", async () => {
		const { sdk, client, sent } = await open();
		for (let guess = 0; guess < 5; guess++) await signIn(service, client, { apiKey: "x".repeat(44) });
		const startMs = service.clock.now();
		await sdk.account.balance();
		expect(sent.map(({ status }) => status)).toEqual([429, 200, 200]);
		expect(service.clock.now() - startMs).toBeGreaterThanOrEqual(300_000);
	});

	test("of a disabled client fails with client_disabled", async () => {
		const { sdk, client } = await open();
		await service.updateClient(client, { expiresAtMs: service.clock.now() - 1 });
		await expect(sdk.account.balance()).rejects.toMatchObject({ code: "client_disabled", status: 403 });
	});
});

describe("a token provider", () => {
	test("supplies the program's own tokens, so that the SDK never signs in itself", async () => {
		const client = await service.client();
		let asked = 0;
		const tokenProvider = async () => {
			asked++;
			const { body } = await signIn(service, client);
			return { access_token: body.access_token, expires_in: body.expires_in };
		};
		const { sdk, signIns } = sdkClient(service, client, { tokenProvider });
		await Promise.all([sdk.account.balance(), sdk.account.balance()]);
		service.clock.advance(HOUR_MS);
		await sdk.account.balance();
		expect([asked, signIns()]).toEqual([2, []]);
	});
});
