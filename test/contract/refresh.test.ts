import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { revokeClient } from "../../src/clients/policy/store.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { refresh as present, tokensOf } from "../support/credentials.ts";
import { rotate as rotateKey } from "../support/operator.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

const refresh = (token: string) => present(packshot, token);
const errorOf = async (token: string) => {
	const { status, body } = await refresh(token);
	return [status, body.error];
};
const rotate = async (client: TestClient) => {
	const { db, clock, secrets } = packshot.installation;
	await rotateKey({ db, clock, hashKeys: secrets.hashKeys }, client.clientId);
};

describe("POST /auth/refresh", () => {
	test("200 returns a new token pair; both the new and the old access token work", async () => {
		const client = await packshot.client();
		const first = await tokensOf(packshot, client);
		const { status, body } = await refresh(first.refresh);
		expect(status).toBe(200);
		expect(Object.keys(body).sort()).toEqual(["access_token", "expires_in", "refresh_token", "token_type"]);
		expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600 });
		expect(body.refresh_token).not.toBe(first.refresh);
		expect(body.access_token).not.toBe(first.access);
		for (const token of [first.access, body.access_token]) {
			expect((await packshot.call("/balance", { token })).status).toBe(200);
		}
	});

	test("a chain of 10 refreshes works", async () => {
		let { refresh: token } = await tokensOf(packshot, await packshot.client());
		for (let turn = 0; turn < 10; turn++) token = (await refresh(token)).body.refresh_token;
		expect(token).toMatch(/^[\w-]{44}$/);
	});

	test("needs no Authorization header and ignores one", async () => {
		const { refresh: token } = await tokensOf(packshot, await packshot.client());
		const answer = await present(packshot, token, { authorization: "Bearer nonsense" });
		expect(answer.status).toBe(200);
	});

	test.each([
		["nothing", {}],
		["null", { refresh_token: null }],
		["an empty string", { refresh_token: "" }],
	])("400 missing_refresh_token for %s", async (_what, json) => {
		const { status, body } = await packshot.call("/auth/refresh", { json });
		expect([status, body.error]).toEqual([400, "missing_refresh_token"]);
	});

	test.each(["a", "a".repeat(44), "a".repeat(100_000), "\u0000", "' or 1=1 --"])(
		"401 refresh_token_invalid for a token that was never issued",
		async (token) => {
			expect(await errorOf(token)).toEqual([401, "refresh_token_invalid"]);
		},
	);

	test("401 refresh_token_invalid for an access token and for an api_key", async () => {
		const client = await packshot.client();
		const { access } = await tokensOf(packshot, client);
		expect(await errorOf(access)).toEqual([401, "refresh_token_invalid"]);
		expect(await errorOf(client.apiKey)).toEqual([401, "refresh_token_invalid"]);
	});

	test("a refresh token is not accepted as an access token", async () => {
		const { refresh: token } = await tokensOf(packshot, await packshot.client());
		expect((await packshot.call("/balance", { token })).status).toBe(401);
	});
});

describe("a consumed refresh token", () => {
	test("401 refresh_token_reused, and every outstanding refresh token of the client is revoked", async () => {
		const client = await packshot.client();
		const first = await tokensOf(packshot, client);
		const second = await tokensOf(packshot, client);
		const renewed = (await refresh(first.refresh)).body.refresh_token;
		expect(await errorOf(first.refresh)).toEqual([401, "refresh_token_reused"]);
		expect(await errorOf(renewed)).toEqual([401, "refresh_token_invalid"]);
		expect(await errorOf(second.refresh)).toEqual([401, "refresh_token_invalid"]);
	});

	test("does not affect other clients, access tokens or new sign-ins when reused", async () => {
		const [client, other] = [await packshot.client(), await packshot.client()];
		const tokens = await tokensOf(packshot, client);
		const others = await tokensOf(packshot, other);
		await refresh(tokens.refresh);
		await refresh(tokens.refresh);
		expect((await packshot.call("/balance", { token: tokens.access })).status).toBe(200);
		expect((await refresh(others.refresh)).status).toBe(200);
		expect((await refresh((await tokensOf(packshot, client)).refresh)).status).toBe(200);
	});

	test("triggers reuse detection however old it is", async () => {
		const client = await packshot.client();
		const { refresh: token } = await tokensOf(packshot, client);
		await refresh(token);
		packshot.clock.advance(200 * DAY_MS);
		const fresh = await tokensOf(packshot, client);
		expect(await errorOf(token)).toEqual([401, "refresh_token_reused"]);
		expect(await errorOf(fresh.refresh)).toEqual([401, "refresh_token_invalid"]);
	});

	test("stays consumed when the clock jumps back", async () => {
		const { refresh: token } = await tokensOf(packshot, await packshot.client());
		await refresh(token);
		packshot.clock.advance(-3_600_000);
		expect(await errorOf(token)).toEqual([401, "refresh_token_reused"]);
		packshot.clock.advance(3_600_000);
	});

	test("gets 200 in one of 50 parallel refreshes, and the new refresh token is revoked too", async () => {
		const client = await packshot.client();
		const { refresh: token } = await tokensOf(packshot, client);
		const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(token)));
		const winners = answers.filter(({ status }) => status === 200);
		expect(winners).toHaveLength(1);
		const losers = answers.filter(({ body }) => body.error === "refresh_token_reused");
		expect(losers).toHaveLength(49);
		expect(await errorOf(winners[0]!.body.refresh_token)).toEqual([401, "refresh_token_invalid"]);
		expect((await packshot.call("/balance", { token: winners[0]!.body.access_token })).status).toBe(200);
	});
});

describe("an unused refresh token", () => {
	test("is valid for 90 days to the millisecond, then 401 refresh_token_expired", async () => {
		const client = await packshot.client();
		const [early, late] = [await tokensOf(packshot, client), await tokensOf(packshot, client)];
		packshot.clock.advance(90 * DAY_MS - 1);
		expect((await refresh(early.refresh)).status).toBe(200);
		packshot.clock.advance(1);
		expect(await errorOf(late.refresh)).toEqual([401, "refresh_token_expired"]);
		expect(await errorOf(late.refresh)).toEqual([401, "refresh_token_expired"]);
	});

	test("does not trigger reuse detection once expired", async () => {
		const client = await packshot.client();
		const old = await tokensOf(packshot, client);
		packshot.clock.advance(90 * DAY_MS);
		const fresh = await tokensOf(packshot, client);
		await refresh(old.refresh);
		expect((await refresh(fresh.refresh)).status).toBe(200);
	});

	test("is revoked as soon as the key is rotated", async () => {
		const client = await packshot.client();
		const { refresh: token } = await tokensOf(packshot, client);
		await rotate(client);
		expect(await errorOf(token)).toEqual([401, "refresh_token_invalid"]);
	});

	test("403 client_disabled once the client is revoked, and it is not consumed", async () => {
		const client = await packshot.client();
		const { refresh: token } = await tokensOf(packshot, client);
		const { db } = packshot.installation;
		await db.write(revokeClient, { clientId: client.clientId, nowMs: packshot.clock.now() });
		expect(await errorOf(token)).toEqual([403, "client_disabled"]);
		expect(await errorOf(token)).toEqual([403, "client_disabled"]);
	});

	test("works again when the client's expiry is lifted", async () => {
		const client = await packshot.client({ expiresAtMs: packshot.clock.now() + 1000 });
		const { refresh: token } = await tokensOf(packshot, client);
		packshot.clock.advance(1000);
		expect(await errorOf(token)).toEqual([403, "client_disabled"]);
		await packshot.updateClient(client, { expiresAtMs: null });
		expect((await refresh(token)).status).toBe(200);
	});

	test("403 client_ip_not_allowed from outside the allowlist, and it is not consumed", async () => {
		const client = await packshot.client();
		const { refresh: token } = await tokensOf(packshot, client);
		await packshot.updateClient(client, { allowlist: ["203.0.113.0/24"] });
		expect(await errorOf(token)).toEqual([403, "client_ip_not_allowed"]);
		await packshot.updateClient(client, { allowlist: ["127.0.0.1"] });
		expect((await refresh(token)).status).toBe(200);
	});
});

describe("the order of checks", () => {
	test("is active, allowlist, reused, expired; an earlier rejection revokes nothing", async () => {
		const client = await packshot.client();
		const consumed = (await tokensOf(packshot, client)).refresh;
		const outstanding = (await refresh(consumed)).body.refresh_token;
		await packshot.updateClient(client, { expiresAtMs: 1, allowlist: ["203.0.113.1"] });
		expect(await errorOf(consumed)).toEqual([403, "client_disabled"]);
		await packshot.updateClient(client, { allowlist: ["203.0.113.1"] });
		expect(await errorOf(consumed)).toEqual([403, "client_ip_not_allowed"]);
		await packshot.updateClient(client, {});
		expect((await refresh(outstanding)).status).toBe(200);
		packshot.clock.advance(91 * DAY_MS);
		expect(await errorOf(consumed)).toEqual([401, "refresh_token_reused"]);
	});
});
