import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type FakeAnswer, fakeService, networkError, refusal } from "./fake-service.testing.ts";
import { createPackshot } from "./packshot.ts";

const OK = { body: { credit_balance: 5 } };
const UNAUTHENTICATED = refusal(401, "unauthenticated");
const oks = (count: number): FakeAnswer[] => Array.from({ length: count }, () => OK);
const bearers = (calls: readonly { readonly headers: Readonly<Record<string, string>> }[]) =>
	calls.map(({ headers }) => headers.authorization);

describe("a client with credentials", () => {
	test("signs in once for calls made at the same time, and keeps the token", async () => {
		const { packshot, calls, auth, settle } = fakeService(oks(4));
		await settle(Promise.all([1, 2, 3].map(() => packshot.account.balance())));
		await settle(packshot.account.balance());
		expect(auth.map(({ name }) => name)).toEqual(["POST /auth/token"]);
		expect(bearers(calls)).toEqual(Array(4).fill("Bearer access-1"));
	});

	test("sends its API key only to /auth/token, as JSON", async () => {
		const { packshot, calls, auth, settle } = fakeService([OK]);
		await settle(packshot.account.balance());
		expect(auth[0]?.headers["content-type"]).toBe("application/json");
		expect(JSON.parse(auth[0]?.body ?? "")).toEqual({
			client_id: "ps_client_3qmpyw2l6knmtz5a7bcd",
			api_key: "k".repeat(44),
		});
		expect(JSON.stringify(calls)).not.toContain("k".repeat(44));
	});

	test("calls public endpoints without signing in", async () => {
		const { packshot, calls, auth, settle } = fakeService(oks(2));
		await settle(packshot.pricing());
		await settle(packshot.health());
		expect(auth).toEqual([]);
		expect(bearers(calls)).toEqual([undefined, undefined]);
	});

	test("refreshes a minute before the token expires, and not earlier", async () => {
		const { packshot, auth, settle, advance } = fakeService(oks(3));
		await settle(packshot.account.balance());
		await advance(3539_999);
		await settle(packshot.account.balance());
		expect(auth).toHaveLength(1);
		await advance(1);
		await settle(packshot.account.balance());
		expect(auth.map(({ name, body }) => [name, body])).toEqual([
			["POST /auth/token", expect.any(String)],
			["POST /auth/refresh", '{"refresh_token":"refresh-1"}'],
		]);
	});

	test("refreshes once when concurrent calls get 401, and retries each of them once", async () => {
		const { packshot, calls, auth, settle } = fakeService([OK, UNAUTHENTICATED, UNAUTHENTICATED, OK, OK]);
		await settle(packshot.account.balance());
		await settle(Promise.all([packshot.account.balance(), packshot.account.balance()]));
		expect(auth.map(({ name }) => name)).toEqual(["POST /auth/token", "POST /auth/refresh"]);
		expect(bearers(calls).slice(3)).toEqual(["Bearer access-2", "Bearer access-2"]);
	});

	test("uses the newer token when a call with an older one gets a late 401", async () => {
		const { packshot, auth, settle, advance } = fakeService([
			OK,
			refusal(503, "service_unavailable", { headers: { "retry-after": "20" } }),
			UNAUTHENTICATED,
			OK,
			UNAUTHENTICATED,
			OK,
		]);
		await settle(packshot.account.balance());
		const slow = packshot.account.balance();
		await advance(10);
		await settle(packshot.account.balance().then(() => {}));
		expect(await settle(slow)).toMatchObject({ credit_balance: 5 });
		expect(auth).toHaveLength(2);
	});

	test("gives up when the new token is refused as well", async () => {
		const { packshot, calls, auth, failure } = fakeService([UNAUTHENTICATED, UNAUTHENTICATED]);
		expect(await failure(packshot.account.balance())).toMatchObject({ code: "unauthenticated" });
		expect([calls.length, auth.length]).toEqual([2, 2]);
	});

	test.each([
		["is refused", refusal(401, "refresh_token_reused")],
		["hits a rate limit", refusal(429, "refresh_rate_limit", { headers: { "retry-after": "60" } })],
		["fails", refusal(500, "internal_error")],
		["loses its connection", networkError("ECONNRESET")],
	])("signs in again, without presenting the refresh token twice, when refreshing %s", async (_, answer) => {
		const granted = { body: { access_token: "new", refresh_token: "other", expires_in: 3600 } };
		const first = { body: { access_token: "old", refresh_token: "once", expires_in: 3600 } };
		const { packshot, calls, auth, settle } = fakeService([UNAUTHENTICATED, OK], {
			auth: [first, answer, granted],
		});
		await settle(packshot.account.balance());
		expect(auth.map(({ name }) => name)).toEqual([
			"POST /auth/token",
			"POST /auth/refresh",
			"POST /auth/token",
		]);
		expect(calls[1]?.headers.authorization).toBe("Bearer new");
		expect(auth[2]?.atMs).toBe(auth[1]?.atMs);
	});

	test("signs in again after both refreshing and signing in failed the last time", async () => {
		const first = { body: { access_token: "old", refresh_token: "once", expires_in: 3600 } };
		const lost = networkError("ECONNRESET");
		const { packshot, auth, settle, failure } = fakeService([UNAUTHENTICATED, OK], {
			auth: [first, lost, lost, lost],
			maxAttempts: 2,
		});
		expect(await failure(packshot.account.balance())).toMatchObject({ code: "connection_failed" });
		await settle(packshot.account.balance());
		expect(auth.map(({ name }) => name).slice(1)).toEqual([
			"POST /auth/refresh",
			"POST /auth/token",
			"POST /auth/token",
			"POST /auth/token",
		]);
	});

	test("does not send a refused key again, as five failures would lock the client out", async () => {
		const { packshot, auth, failure } = fakeService([], { auth: [refusal(401, "invalid_credentials")] });
		for (let call = 0; call < 3; call++) {
			expect(await failure(packshot.account.balance())).toMatchObject({ code: "invalid_credentials" });
		}
		expect(auth).toHaveLength(1);
	});

	test("cannot be created in a browser page, where its key could be read", () => {
		vi.stubGlobal("document", {});
		onTestFinished(() => {
			vi.unstubAllGlobals();
		});
		const options = { baseUrl: "https://packshot.test", clientId: "ps_client_x", apiKey: "k" };
		expect(() => createPackshot(options)).toThrow(/tokenProvider/);
	});

	test.each([
		["no client id", { clientId: "" }, /clientId and apiKey/],
		["no API key", { apiKey: "" }, /clientId and apiKey/],
		["an invalid base URL", { baseUrl: "packshot" }, /Invalid URL/],
	])("cannot be created with %s", (_what, wrong, message) => {
		const options = { baseUrl: "https://packshot.test", clientId: "ps_client_x", apiKey: "k" };
		const create = () => createPackshot({ ...options, ...wrong });
		expect(create).toThrow(TypeError);
		expect(create).toThrow(message);
	});
});

describe("a client with a token provider", () => {
	test("asks it once for calls made at the same time", async () => {
		const tokenProvider = vi.fn(async () => "given");
		const { packshot, calls, settle } = fakeService(oks(2), { tokenProvider });
		await settle(Promise.all([packshot.account.balance(), packshot.account.balance()]));
		expect(tokenProvider.mock.calls).toEqual([[{ lastToken: undefined }]]);
		expect(bearers(calls)).toEqual(["Bearer given", "Bearer given"]);
	});

	test("asks it again, passing the last token, when that was refused or is about to expire", async () => {
		let number = 0;
		const tokenProvider = vi.fn(() => ({ access_token: `given-${++number}`, expires_in: 600 }));
		const { packshot, calls, settle, advance } = fakeService([UNAUTHENTICATED, OK, OK], { tokenProvider });
		await settle(packshot.account.balance());
		await advance(540_000);
		await settle(packshot.account.balance());
		expect(tokenProvider.mock.calls).toEqual([
			[{ lastToken: undefined }],
			[{ lastToken: "given-1" }],
			[{ lastToken: "given-2" }],
		]);
		expect(bearers(calls)).toEqual(["Bearer given-1", "Bearer given-2", "Bearer given-3"]);
	});

	test("fails with the provider's error, and asks it again on the next call", async () => {
		const tokenProvider = vi.fn(async () => "given").mockRejectedValueOnce(new Error("signed out"));
		const { packshot, settle, failure } = fakeService([OK], { tokenProvider });
		expect(await failure(packshot.account.balance())).toMatchObject({ message: "signed out" });
		await settle(packshot.account.balance());
	});
});

describe("auth.revoke", () => {
	const GONE = { status: 204 };

	test("revokes the current token, and the next call signs in again", async () => {
		const { packshot, calls, auth, settle } = fakeService([OK, GONE, OK]);
		await settle(packshot.account.balance());
		await settle(packshot.auth.revoke());
		await settle(packshot.account.balance());
		expect(calls[1]).toMatchObject({
			name: "POST /auth/revoke",
			headers: { authorization: "Bearer access-1" },
		});
		expect(auth.map(({ name }) => name)).toEqual(["POST /auth/token", "POST /auth/token"]);
	});

	test("sends nothing when there is no token", async () => {
		const { packshot, calls, auth, settle } = fakeService([]);
		await settle(packshot.auth.revoke());
		expect([...calls, ...auth]).toEqual([]);
	});

	test("succeeds when the token is already invalid", async () => {
		const { packshot, auth, settle } = fakeService([OK, UNAUTHENTICATED]);
		await settle(packshot.account.balance());
		await settle(packshot.auth.revoke());
		expect(auth).toHaveLength(1);
	});

	test("is retried with the same idempotency key when the response is lost", async () => {
		const { packshot, calls, settle } = fakeService([OK, networkError("ECONNRESET"), GONE]);
		await settle(packshot.account.balance());
		await settle(packshot.auth.revoke());
		const keys = calls.slice(1).map(({ headers }) => headers["idempotency-key"]);
		expect(keys[0]).toMatch(/^[A-Za-z0-9._~-]{20,255}$/);
		expect(keys[1]).toBe(keys[0]);
	});
});
