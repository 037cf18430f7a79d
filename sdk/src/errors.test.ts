import { describe, expect, test } from "vitest";
import { isPackshotError, PackshotError } from "./errors.ts";
import { fakeService, refusal } from "./fake-service.testing.ts";

async function errorOf(answer: Parameters<typeof fakeService>[0][number]): Promise<PackshotError> {
	const { packshot, failure } = fakeService([answer], { maxAttempts: 1 });
	return (await failure(packshot.products.get("4011"))) as PackshotError;
}

describe("an error", () => {
	test("carries the details from the response body", async () => {
		const details = { blocked_scopes: ["nutrition"], hint: "Did you mean info?" };
		expect(await errorOf(refusal(403, "scope_forbidden", details))).toMatchObject({
			name: "PackshotError",
			code: "scope_forbidden",
			rawCode: "scope_forbidden",
			status: 403,
			requestId: "req_1",
			message: "GET /products/4011: It is scope_forbidden.",
			blockedScopes: ["nutrition"],
			hint: "Did you mean info?",
			retryAfterSeconds: undefined,
			mayHaveBeenCharged: false,
		});
	});

	test("carries the balance, rate limits and retry delay from the headers", async () => {
		const headers = {
			"x-credits-remaining": "0.05",
			"x-ratelimit-limit-minute": "60",
			"x-ratelimit-remaining-minute": "0",
			"x-ratelimit-reset": "1810384260",
			"retry-after": "17",
		};
		expect(await errorOf(refusal(429, "rate_limited", { headers }))).toMatchObject({
			retryAfterSeconds: 17,
			response: {
				creditsDebited: { exact: "0", number: 0 },
				creditsRemaining: { exact: "0.05", number: 0.05 },
				rateLimits: {
					minute: { limit: 60, remaining: 0 },
					day: undefined,
					resetsAt: new Date(1_810_384_260_000),
				},
			},
		});
	});

	test("with a code unknown to this version is an internal_error that keeps the code", async () => {
		expect(await errorOf(refusal(451, "withheld_by_law"))).toMatchObject({
			code: "internal_error",
			rawCode: "withheld_by_law",
			status: 451,
		});
	});

	test.each([
		[413, "bad_request"],
		[429, "rate_limited"],
		[502, "upstream_error"],
		[503, "service_unavailable"],
		[504, "gateway_timeout"],
		[418, "internal_error"],
		[301, "internal_error"],
	])("from a proxy's %i page has code %s", async (status, code) => {
		const answer = { status, body: "<h1>Sorry</h1>", headers: { "content-type": "text/html" } };
		expect(await errorOf(answer)).toMatchObject({ code, rawCode: undefined, status });
	});

	test.each([
		[
			"is not JSON",
			{ body: "<h1>Sign in to the café's network</h1>", headers: { "content-type": "text/html" } },
		],
		["is truncated JSON", { body: '{"barcode":' }],
		["is JSON but not an object", { body: "null" }],
	])("is thrown for a 200 whose body %s", async (_, answer) => {
		expect(await errorOf(answer)).toMatchObject({ code: "internal_error", status: 200 });
	});
});

describe("isPackshotError", () => {
	const error: unknown = new PackshotError({ code: "insufficient_credits", message: "too low" });

	test("recognises errors of this client, and their codes", () => {
		expect(isPackshotError(error)).toBe(true);
		expect(isPackshotError(error, "insufficient_credits")).toBe(true);
		expect(isPackshotError(error, "not_found", "insufficient_credits")).toBe(true);
		expect(isPackshotError(error, "not_found")).toBe(false);
		expect(isPackshotError(new Error("other"))).toBe(false);
		expect(isPackshotError({ name: "PackshotError", code: "not_found" })).toBe(false);
	});

	test("narrows the code for the compiler", () => {
		if (!isPackshotError(error, "not_found", "insufficient_credits")) throw error;
		const code: "not_found" | "insufficient_credits" = error.code;
		expect(code).toBe("insufficient_credits");
	});
});

describe("a barcode that could change the request path", () => {
	test.each(["", "..", "4011/image", "4011?include=info", " 4011", "４０１１"])(
		"%j is not sent",
		async (barcode) => {
			const { packshot, calls, auth, failure } = fakeService([]);
			for (const call of [
				() => packshot.products.get(barcode),
				() => packshot.products.exists(barcode),
				() => packshot.metadata.get(barcode),
				() => packshot.images.download(barcode, "front"),
			]) {
				expect(await failure(call())).toMatchObject({ code: "invalid_barcode" });
			}
			expect([...calls, ...auth]).toEqual([]);
		},
	);
});
