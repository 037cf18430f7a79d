import { describe, expect, test } from "vitest";
import { type FakeAnswer, fakeService, refusal } from "./fake-service.testing.ts";

/** A response to HEAD has no body that explains its status. */
const head = (status: number): FakeAnswer => ({ status, body: null, headers: { "x-credits-debited": "0" } });

describe("products.exists", () => {
	test.each([
		[200, true],
		[404, false],
	])("interprets a %i as %s", async (status, exists) => {
		const { packshot, calls, settle } = fakeService([head(status)]);
		expect(await settle(packshot.products.exists("4011"))).toBe(exists);
		expect(calls.map(({ name }) => name)).toEqual(["HEAD /products/4011"]);
	});

	test.each([
		[400, "invalid_barcode", /^HEAD \/products\/4011: a barcode is 4 to 14 digits$/],
		[402, "insufficient_credits", /^HEAD \/products\/4011: the balance is too low/],
		[418, "internal_error", /status 418/],
	])("reports a %i as %s with an explanatory message", async (status, code, message) => {
		const { packshot, failure } = fakeService([head(status)]);
		const error = await failure(packshot.products.exists("4011"));
		expect(error).toMatchObject({ code, status, message: expect.stringMatching(message) });
	});

	test("reports a 403 as out_of_scope when the client itself is allowed", async () => {
		const { packshot, calls, failure } = fakeService([head(403), {}]);
		expect(await failure(packshot.products.exists("4011"))).toMatchObject({
			code: "out_of_scope",
			status: 403,
			message: "HEAD /products/4011: this barcode is outside the client's scope filter",
		});
		expect(calls.map(({ name }) => name)).toEqual(["HEAD /products/4011", "GET /balance"]);
	});

	test.each(["client_disabled", "client_ip_not_allowed"])(
		"reports a 403 as %s when GET /balance is refused with it",
		async (code) => {
			const { packshot, failure } = fakeService([head(403), refusal(403, code)]);
			expect(await failure(packshot.products.exists("4011"))).toMatchObject({ code });
		},
	);
});

describe("onResponse", () => {
	test("is called for every response, including those that were retried", async () => {
		const seen: unknown[] = [];
		const { packshot, settle } = fakeService([refusal(503, "service_unavailable"), {}], {
			onResponse: ({ request, status, creditsDebited }) => seen.push([request, status, creditsDebited.exact]),
		});
		await settle(packshot.products.get("4011", { include: ["info"] }));
		expect(seen).toEqual([
			["POST /auth/token", 200, "0"],
			["GET /products/4011", 503, "0"],
			["GET /products/4011", 200, "0"],
		]);
	});
});

describe("a base URL", () => {
	test.each([
		["https://packshot.test", "https://packshot.test/api/v1/health"],
		["https://packshot.test/", "https://packshot.test/api/v1/health"],
		["https://packshot.test/api/v1", "https://packshot.test/api/v1/health"],
		["https://packshot.test/shop/", "https://packshot.test/shop/api/v1/health"],
	])("%s leads to %s", async (baseUrl, url) => {
		const { packshot, calls, settle } = fakeService([{}], { baseUrl });
		await settle(packshot.health());
		expect(calls[0]?.url.href).toBe(url);
	});
});
