import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../support/service.ts";

/** Whatever is sent, the answer is documented: never a 5xx, with all common headers, and refusals are free. */

let packshot: TestService;
let token: string;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_IP_REQUESTS_PER_MINUTE: "1000000" } });
	await packshot.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
	const many = 1_000_000;
	token = await (await packshot.client({ requestsPerMinute: many, requestsPerDay: many })).token();
});
afterAll(() => packshot.close());

const NAMES = [
	...["page", "per_page", "min_digits", "max_digits", "updated_since", "has_front", "ownership", "search"],
	...["has", "missing", "include_fields", "include", "variants", "variant", "counts"],
	...["from", "to", "granularity", "__proto__", "page[]", "%"],
];
const WORDS = [
	...["", "4011", "1e308", "-1", "0", "1.5", "999999999999999", "__proto__", "constructor", "info.__proto__"],
	...["%", "%00", "%ED%A0%80", "%E0%A4%A", "'", '"', "\\", "..%2f", "*", ",", "info,", "１", "null", "[]"],
	...["2026-02-30", "9999-12-31", "0000-01-01", "2026-01-01T00:00:00+14:01", "hour", "x".repeat(9000)],
];
const word = fc.oneof(
	fc.constantFrom(...WORDS),
	fc.string().map(encodeURIComponent),
	fc.string({ unit: "binary", maxLength: 8 }).map(encodeURIComponent),
);
const path = fc
	.tuple(
		fc.constantFrom(
			...["/auth/token", "/auth/refresh", "/products", "/products/$", "/products/$/image", "/image/$"],
			...["/products/bulk-check", "/metadata/$", "/metadata/bulk-check", "/metadata/products", "/$/$"],
			...["/metadata-fields", "/balance", "/account", "/usage", "/health", "/pricing", "", "//products"],
		),
		word,
	)
	.map(([template, part]) => template.replaceAll("$", () => part));
const query = fc.array(fc.tuple(fc.constantFrom(...NAMES), word), { maxLength: 3 });
const method = fc.constantFrom(
	"GET",
	"HEAD",
	"POST",
	"GET",
	"POST",
	"PUT",
	"PATCH",
	"DELETE",
	"OPTIONS",
	"TRACE",
);

const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const barcodes = fc.oneof(
	fc.json(),
	fc.constantFrom(
		"4011",
		"[4011]",
		'["4011", null]',
		'{"0": "4011", "length": 1}',
		'["\\ud800"]',
		'["\\u0000"]',
	),
	fc.integer({ min: 0, max: 520 }).map((count) => JSON.stringify(new Array(count).fill("4011"))),
);
const body = fc.oneof(
	barcodes.map((given) => `{"barcodes": ${given}, "fields": true, "__proto__": ${given}}`),
	fc.json().map((given) => `{"client_id": ${given}, "api_key": ${given}, "refresh_token": ${given}}`),
	fc.json(),
	fc.string(),
	fc.integer({ min: 1, max: 60_000 }).map(deep),
	fc.constantFrom("", "{", "\ufeff{}", '{"a": 1}}', "1e400", "x".repeat(1_000_000)),
);
const headers = fc.record(
	{
		authorization: fc.constantFrom("Bearer", "Bearer x.y.z", "Basic eDp5", "Bearer é"),
		"content-type": fc.constantFrom(
			"application/json",
			"application/json",
			"text/plain",
			"application/json;",
			";",
		),
		"idempotency-key": fc.constantFrom("k".repeat(20), "k".repeat(300), "short", "é".repeat(20)),
		accept: fc.constantFrom("text/html", "*/*", ";"),
		"x-forwarded-for": fc.string(),
	},
	{ requiredKeys: [] },
);

test("junk in paths, queries, bodies and headers is answered as documented", async () => {
	await fc.assert(
		fc.asyncProperty(method, path, query, body, headers, async (method, path, query, payload, given) => {
			const url = `/api/v1${path}?${query.map(([name, value]) => `${name}=${value}`).join("&")}`;
			const answer = await packshot.app.inject({
				method: method as "GET",
				url,
				headers: { authorization: `Bearer ${token}`, ...latin(given) },
				...(method === "POST" || method === "PUT" ? { payload } : {}),
			});
			expect(answer.statusCode, answer.body).toBeLessThan(500);
			expect(answer.headers).toMatchObject({
				"x-request-id": expect.stringMatching(/^req_/),
				"x-credits-debited": expect.stringMatching(/^\d/),
				"x-ratelimit-limit-minute": expect.stringMatching(/^\d+$/),
				"x-ratelimit-remaining-minute": expect.stringMatching(/^\d+$/),
				"x-ratelimit-reset": expect.stringMatching(/^\d+$/),
				"content-type": "application/json; charset=utf-8",
			});
			if (answer.statusCode < 400) return;
			expect(answer.headers["x-credits-debited"]).toBe("0");
			if (method === "HEAD") return;
			expect(answer.json()).toMatchObject({
				error: expect.stringMatching(/^[a-z_]+$/),
				message: expect.stringMatching(/\w/),
				request_id: answer.headers["x-request-id"],
			});
		}),
		{ numRuns: 500 },
	);
});

/** Node.js allows only Latin-1 in headers. */
function latin(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
	const entries = Object.entries(given).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries.map(([name, value = ""]) => [name, value.replace(/[^\x20-\xff]/g, "?")]));
}
