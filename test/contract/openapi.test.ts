import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiErrorCatalogue } from "../../src/errors.ts";
import type { OpenApiDocument } from "../../src/platform/http/openapi-document.ts";
import { expanded } from "../../web/src/calls/expanded.ts";
import { apiRoutes } from "../support/routes.ts";
import { startService, type TestService } from "../support/service.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
let packshot: TestService;
let served: OpenApiDocument;
let document: OpenApiDocument;

beforeAll(async () => {
	packshot = await startService();
	served = (await packshot.call(`${packshot.origin}/openapi.json`)).body;
	document = expanded(served);
});
afterAll(() => packshot.close());

test("docs/openapi.json matches the served document", () => {
	const kept = JSON.parse(readFileSync(`${root}/docs/openapi.json`, "utf8"));
	expect(kept, "run `npm run openapi` and look at what changed").toEqual(served);
});

test("the OpenAPI linter reports no errors or warnings", async () => {
	// On errors it exits with 1, which throws here.
	const { stdout } = await promisify(execFile)(
		"npx",
		["redocly", "lint", "docs/openapi.json", "--format", "json"],
		{ cwd: root, env: { ...process.env, REDOCLY_TELEMETRY: "off" } },
	);
	expect(JSON.parse(stdout).totals).toMatchObject({ errors: 0, warnings: 0 });
});

test("what calls have in common is described once", () => {
	for (const operations of Object.values(served.paths)) {
		for (const { responses } of Object.values(operations)) {
			const failures = Object.entries(responses).filter(([status]) => status >= "400");
			expect(failures.filter(([, response]) => !("$ref" in response))).toEqual([]);
		}
	}
	const shapes = Object.keys(served.components.schemas ?? {});
	expect(shapes).toEqual(expect.arrayContaining(["Error", "Meta", "Order", "Product", "ProductMeta"]));
});

test("the document describes every API route and nothing else", () => {
	const described = Object.entries(document.paths).flatMap(([path, operations]) =>
		Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
	);
	expect(described.sort()).toEqual(Object.keys(apiRoutes).sort());
});

test("the documented error codes are exactly those of the error catalogue", () => {
	const documented = new Set(JSON.stringify(document.paths).match(/(?<="error":")[a-z_]+/g));
	expect([...documented].sort()).toEqual(Object.keys(apiErrorCatalogue).sort());
});

/** Errors that some endpoints alone can answer with (SPEC 4, SPEC E4 and SPEC E8). */
const ARISING: Readonly<Record<string, readonly string[]>> = {
	"POST /auth/token": [
		"missing_credentials",
		"invalid_credentials",
		"client_disabled",
		"auth_rate_limit",
		"ip_rate_limit",
	],
	"POST /auth/refresh": [
		"missing_refresh_token",
		"client_disabled",
		"refresh_rate_limit",
		"refresh_token_expired",
		"refresh_token_invalid",
		"refresh_token_reused",
	],
	"POST /auth/revoke": ["bad_request", "idempotency_key_mismatch"],
	"GET /products/{barcode}": [
		"bad_request",
		"invalid_barcode",
		"insufficient_credits",
		"not_found",
		"out_of_scope",
		"scope_forbidden",
	],
	"HEAD /products/{barcode}": ["invalid_barcode", "insufficient_credits", "not_found"],
	"POST /products/bulk-check": ["bad_request", "insufficient_credits", "idempotency_key_mismatch"],
	"GET /products/{barcode}/image": ["insufficient_credits", "variant_not_available", "not_found"],
	"GET /image/{token}": [
		"signed_url_ip_mismatch",
		"not_found",
		"variant_not_available",
		"signed_url_expired",
		"signed_url_consumed",
		"upstream_error",
	],
	"GET /metadata/{barcode}": ["invalid_barcode", "insufficient_credits", "not_found"],
	"POST /metadata/bulk-check": ["bad_request", "insufficient_credits", "idempotency_key_mismatch"],
	"GET /metadata/products": ["bad_request", "insufficient_credits", "invalid_metadata_key"],
	"GET /metadata-fields": ["insufficient_credits"],
	"GET /changes": ["bad_request", "cursor_expired"],
	"POST /orders": [
		"max_credits_exceeded",
		"insufficient_credits",
		"scope_forbidden",
		"idempotency_key_mismatch",
	],
	"GET /orders/{order_id}": ["not_found"],
};

const needsToken = (operation: Readonly<Record<string, unknown>>) =>
	(operation.security as object[]).length > 0;

test("every error is documented under its status, where the interface says that it can arise", () => {
	const everywhere = ["rate_limited", "internal_error", "service_unavailable", "gateway_timeout"];
	const withToken = ["unauthenticated", "client_disabled", "client_ip_not_allowed"];
	for (const [path, operations] of Object.entries(document.paths)) {
		for (const [method, operation] of Object.entries(operations)) {
			const name = `${method.toUpperCase()} ${path}`;
			const codes: string[] = [];
			for (const [status, response] of Object.entries(operation.responses)) {
				for (const code of JSON.stringify(response).match(/(?<="error":")[a-z_]+/g) ?? []) {
					const usual = apiErrorCatalogue[code]?.status;
					expect([name, code, Number(status)]).toEqual([name, code, status === "413" ? 413 : usual]);
					codes.push(code);
				}
			}
			const expected = [...everywhere, ...(needsToken(operation) ? withToken : []), ...(ARISING[name] ?? [])];
			expect(codes, name).toEqual(expect.arrayContaining(expected));
		}
	}
	expect(Object.keys(apiRoutes)).toEqual(expect.arrayContaining(Object.keys(ARISING)));
});

test("every response documents the common headers", () => {
	const always = [
		"X-Request-ID",
		"X-Credits-Debited",
		"X-RateLimit-Reset",
		"X-RateLimit-Limit-Minute",
		"X-RateLimit-Remaining-Minute",
	];
	const withToken = ["X-Credits-Remaining", "X-RateLimit-Limit-Day", "X-RateLimit-Remaining-Day"];
	for (const operations of Object.values(document.paths)) {
		for (const operation of Object.values(operations)) {
			const expected = needsToken(operation) ? [...always, ...withToken] : always;
			for (const response of Object.values(operation.responses)) {
				expect(Object.keys(response.headers ?? {})).toEqual(expect.arrayContaining(expected));
			}
		}
	}
});

test("documents the constraints of query parameters and request bodies", () => {
	const text = JSON.stringify(document.paths);
	const listing = JSON.stringify(document.paths["/products"]?.get?.parameters);
	expect(listing).toContain('"anyOf":[{"format":"date"},{"format":"date-time"}]');
	expect(listing).toContain('"maximum":999999999999999');
	expect(text.split('"pattern":"^[0-9]{4,14}$","x-error":"invalid_barcode"')).toHaveLength(5);
});

test("every error code documents its status, when it is returned and the remedy", () => {
	const texts = document["x-errors"] as Record<string, { status: number; when: string; remedy: string }>;
	expect(Object.keys(texts)).toEqual(Object.keys(apiErrorCatalogue));
	for (const [code, { status, when, remedy }] of Object.entries(texts)) {
		expect([code, status]).toEqual([code, apiErrorCatalogue[code]?.status]);
		for (const words of [when, remedy]) expect(words, code).toMatch(/^[A-Z`].{14,}\.$/);
	}
});

test("serves the reference as an HTML page, and the document also at its former path /docs/json", async () => {
	for (const path of ["/docs/api", "/docs/api/"]) {
		const page = await fetch(packshot.origin + path);
		expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
	}
	expect(await (await fetch(`${packshot.origin}/docs/json`)).json()).toEqual(served);
	expect((await fetch(`${packshot.origin}/docs/static/swagger-ui-bundle.js`)).status).toBe(404);
});

test.each(["/openapi.json", "/docs/json"])(
	"%s is compressed, answers 304 to a matching ETag and counts against the IP rate limit",
	async (path) => {
		const call = (headers: Record<string, string>) => fetch(packshot.origin + path, { headers });
		const first = await call({ "accept-encoding": "gzip" });
		expect([first.status, first.headers.get("content-encoding")]).toEqual([200, "gzip"]);
		expect((await first.arrayBuffer()).byteLength).toBeGreaterThan(
			Number(first.headers.get("content-length")),
		);
		const again = await call({
			"accept-encoding": "gzip",
			"if-none-match": String(first.headers.get("etag")),
		});
		expect(again.status).toBe(304);
		const left = (answer: Response) => Number(answer.headers.get("x-ratelimit-remaining-minute"));
		expect(left(first) - left(again)).toBe(1);
	},
);
