import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addFakePicture } from "../support/fake-picture.ts";
import { type Answer, startService, type TestService } from "../support/service.ts";

/** SPEC 1.1: what holds for every answer, of whatever kind. */

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => packshot.clock.advance(60_000));

const REQUEST_ID = /^req_[0-9A-HJKMNP-TV-Z]{26}$/;
const NUMBER = /^\d+$/;

/** Every kind of answer; `ask` creates what it needs. */
interface Kind {
	readonly status: number;
	readonly what: string;
	readonly authenticated: boolean;
	readonly ask: () => Promise<Answer>;
}

const client = (policy = {}, credits?: string) => packshot.client(policy, credits);
const authenticated = true;
const anonymous = false;

const kinds: readonly Kind[] = [
	{
		status: 200,
		what: "a free read",
		authenticated,
		ask: async () => packshot.call("/balance", { client: await client() }),
	},
	{
		status: 200,
		what: "a charged read",
		authenticated,
		ask: async () => {
			await packshot.product({ barcode: "4100", info: { brand: "Tnuva" } });
			return packshot.call("/products/4100", { client: await client() });
		},
	},
	{
		status: 200,
		what: "HEAD",
		authenticated,
		ask: async () => {
			await packshot.product({ barcode: "4101" });
			return packshot.call("/products/4101", { client: await client(), method: "HEAD" });
		},
	},
	{
		status: 204,
		what: "a revoked token",
		authenticated,
		ask: async () => packshot.call("/auth/revoke", { client: await client(), method: "POST" }),
	},
	{
		status: 302,
		what: "a redirect to a picture",
		authenticated,
		ask: async () => {
			await addFakePicture(packshot, "4102");
			return packshot.call("/products/4102/image?variant=front", { client: await client() });
		},
	},
	{
		status: 400,
		what: "a malformed barcode",
		authenticated,
		ask: async () => packshot.call("/products/12x", { client: await client() }),
	},
	{
		status: 402,
		what: "an empty balance",
		authenticated,
		ask: async () => {
			await packshot.product({ barcode: "4103", info: { brand: "Osem" } });
			return packshot.call("/products/4103", { client: await client({}, "0") });
		},
	},
	{
		status: 403,
		what: "a product outside the scope filter",
		authenticated,
		ask: async () => packshot.call("/products/4104", { client: await client({ barcodePrefixes: ["9"] }) }),
	},
	{
		status: 404,
		what: "an unknown barcode",
		authenticated,
		ask: async () => packshot.call("/products/49999", { client: await client() }),
	},
	{
		status: 404,
		what: "HEAD of an unknown barcode",
		authenticated,
		ask: async () => packshot.call("/products/49999", { client: await client(), method: "HEAD" }),
	},
	{
		status: 429,
		what: "a client over its limit",
		authenticated,
		ask: async () => {
			const limited = await client({ requestsPerMinute: 1 });
			await packshot.call("/balance", { client: limited });
			return packshot.call("/balance", { client: limited });
		},
	},
	{ status: 200, what: "prices", authenticated: anonymous, ask: () => packshot.call("/pricing") },
	{
		status: 401,
		what: "no token",
		authenticated: anonymous,
		ask: () => packshot.call("/balance"),
	},
	{
		status: 403,
		what: "a disabled client",
		authenticated: anonymous,
		ask: async () => {
			const expiring = await client({ expiresAtMs: packshot.clock.now() + 1000 });
			await expiring.token();
			packshot.clock.advance(1000);
			return packshot.call("/balance", { client: expiring });
		},
	},
	{ status: 404, what: "an unknown path", authenticated: anonymous, ask: () => packshot.call("/nothing") },
	{
		status: 404,
		what: "an unknown method",
		authenticated: anonymous,
		ask: () => packshot.call("/balance", { method: "DELETE" }),
	},
	{
		status: 404,
		what: "a forged image URL",
		authenticated: anonymous,
		ask: () => packshot.call("/image/forged"),
	},
	{
		status: 502,
		what: "a picture whose file is lost",
		authenticated: anonymous,
		ask: async () => {
			await addFakePicture(packshot, "4105");
			const redirect = await packshot.call("/products/4105/image?variant=front", { client: await client() });
			return packshot.call(redirect.headers.get("location") ?? "");
		},
	},
	{
		status: 200,
		what: "a token set",
		authenticated: anonymous,
		ask: async () => {
			const { clientId, apiKey } = await client();
			return packshot.call("/auth/token", { json: { client_id: clientId, api_key: apiKey } });
		},
	},
	{
		status: 400,
		what: "missing credentials",
		authenticated: anonymous,
		ask: () => packshot.call("/auth/token", { json: {} }),
	},
	{
		status: 401,
		what: "an unknown refresh token",
		authenticated: anonymous,
		ask: () => packshot.call("/auth/refresh", { json: { refresh_token: "nobody's" } }),
	},
];

describe.each(kinds)("$status, $what", (kind) => {
	test("carries the common headers", async () => {
		const { status, headers, body } = await kind.ask();
		expect(status).toBe(kind.status);
		expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
		expect(headers.get("x-content-type-options")).toBe("nosniff");
		expect(headers.get("x-request-id")).toMatch(REQUEST_ID);
		if (body?.error) expect(body.request_id).toBe(headers.get("x-request-id"));
		if (body?.meta) expect(body.meta.request_id).toBe(headers.get("x-request-id"));

		expect(headers.get("x-credits-debited")).toMatch(/^\d+(\.\d*[1-9])?$/);
		if (body?.meta) expect(headers.get("x-credits-debited")).toBe(String(body.meta.credits_debited));
		expect(headers.has("x-credits-remaining")).toBe(kind.authenticated);
		if (body?.meta) expect(headers.get("x-credits-remaining")).toBe(String(body.meta.credits_remaining));

		expect(headers.get("x-ratelimit-limit-minute")).toMatch(NUMBER);
		expect(headers.get("x-ratelimit-remaining-minute")).toMatch(NUMBER);
		expect(headers.has("x-ratelimit-limit-day")).toBe(kind.authenticated);
		expect(headers.has("x-ratelimit-remaining-day")).toBe(kind.authenticated);
		const resetMs = Number(headers.get("x-ratelimit-reset")) * 1000;
		expect(resetMs).toBeGreaterThan(packshot.clock.now());
		expect(resetMs - packshot.clock.now()).toBeLessThanOrEqual(86_400_000);
	});

	test("describes an error, if any, in the documented shape", async () => {
		const { status, body, bytes, headers } = await kind.ask();
		expect(headers.has("retry-after")).toBe(status === 429 || status >= 500);
		expect(body?.error !== undefined).toBe(status >= 400 && bytes.length > 0);
		if (status < 400) return;
		expect(headers.get("x-credits-debited")).toBe("0");
		if (bytes.length === 0) return;
		expect(body.error).toMatch(/^[a-z_]+$/);
		expect(body.message).toMatch(/^\w.*\.$/);
	});
});

test("HEAD, 302 and 204 responses have no body", async () => {
	const asker = await client();
	await packshot.product({ barcode: "4106" });
	await addFakePicture(packshot, "4106");
	const head = await packshot.call("/products/4106", { client: asker, method: "HEAD" });
	const lost = await packshot.call("/products/49998", { client: asker, method: "HEAD" });
	const redirect = await packshot.call("/products/4106/image?variant=front", { client: asker });
	const revoked = await packshot.call("/auth/revoke", { client: asker, method: "POST" });
	for (const answer of [head, lost, redirect, revoked]) expect(answer.bytes).toHaveLength(0);
});

test("token responses and refused sign-ins carry Cache-Control: no-store", async () => {
	const { clientId, apiKey } = await client();
	const given = await packshot.call("/auth/token", { json: { client_id: clientId, api_key: apiKey } });
	const renewed = await packshot.call("/auth/refresh", { json: { refresh_token: given.body.refresh_token } });
	const refused = await packshot.call("/auth/token", { json: { client_id: clientId, api_key: "wrong" } });
	const answers = [given, renewed, refused].map(({ status, headers }) => [
		status,
		headers.get("cache-control"),
	]);
	expect(answers).toEqual([200, 200, 401].map((status) => [status, "no-store"]));
});

test("every 401 names the Bearer scheme in WWW-Authenticate, and other responses do not", async () => {
	const { clientId } = await client();
	const refused = [
		packshot.call("/balance"),
		packshot.call("/balance", { token: "nonsense" }),
		packshot.call("/products/4109", { method: "HEAD" }),
		packshot.call("/auth/token", { json: { client_id: clientId, api_key: "wrong" } }),
		packshot.call("/auth/refresh", { json: { refresh_token: "nobody's" } }),
	];
	for (const { status, headers } of await Promise.all(refused)) {
		expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
	}
	for (const path of ["/pricing", "/nothing", "/image/forged"]) {
		expect((await packshot.call(path)).headers.has("www-authenticate")).toBe(false);
	}
});

test("HEAD reports what it cost", async () => {
	await packshot.product({ barcode: "4107" });
	const head = await packshot.call("/products/4107", { client: await client({}, "1"), method: "HEAD" });
	expect(head.headers.get("x-credits-debited")).toBe("0.05");
	expect(head.headers.get("x-credits-remaining")).toBe("0.95");
});

test("an X-Request-ID that a caller sends is never echoed", async () => {
	const sent = "req_01ARZ3NDEKTSV4RRFFQ69G5FAV";
	for (const path of ["/pricing", "/balance", "/nothing"]) {
		const { headers, body } = await packshot.call(path, { headers: { "X-Request-ID": sent } });
		expect(headers.get("x-request-id")).toMatch(REQUEST_ID);
		expect(headers.get("x-request-id")).not.toBe(sent);
		expect(JSON.stringify(body)).not.toContain(sent);
	}
});

test("no two requests share an id", async () => {
	const answers = await Promise.all(Array.from({ length: 50 }, () => packshot.call("/pricing")));
	expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(50);
});

describe("a trailing slash", () => {
	test("changes nothing on any path, and nothing is redirected", async () => {
		const asker = await client();
		await packshot.product({ barcode: "4108", info: { brand: "Elite" } });
		await addFakePicture(packshot, "4108");
		for (const path of ["/balance/", "/products/4108/", "/pricing/", "/health/"]) {
			expect([path, (await packshot.call(path, { client: asker })).status]).toEqual([path, 200]);
		}
		const redirect = await packshot.call("/products/4108/image/?variant=front", { client: asker });
		expect(redirect.status).toBe(302);
		const refreshed = await packshot.call("/auth/refresh/", { json: {} });
		expect(refreshed.body.error).toBe("missing_refresh_token");
		expect((await packshot.call("/image/forged/")).body.message).toMatch(/image URL/);
		expect((await packshot.call("/auth/revoke/", { client: asker, method: "POST" })).status).toBe(204);
	});

	test("is accepted by POST /auth/token/", async () => {
		const { clientId, apiKey } = await client();
		const answer = await packshot.call("/auth/token/", { json: { client_id: clientId, api_key: apiKey } });
		expect(answer.status).toBe(200);
	});
});

test.each(["text/html", "image/png", "*/*", "nonsense"])("Accept: %s still gets JSON", async (accept) => {
	for (const path of ["/pricing", "/balance", "/nothing", "/products/x"]) {
		const { headers, body } = await packshot.call(path, { headers: { accept } });
		expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
		expect(body).toBeDefined();
	}
});

test("paths are case-sensitive, including their prefix", async () => {
	for (const path of ["/Pricing", "/auth/Token"]) expect((await packshot.call(path)).status).toBe(404);
	for (const url of ["/api/v2/pricing", "/api/v1", "/api/pricing"]) {
		const { status, body, headers } = await packshot.call(packshot.origin + url);
		expect([url, status, body.error]).toEqual([url, 404, "not_found"]);
		expect(headers.get("x-request-id")).toBe(body.request_id);
	}
});
