import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorCatalogue } from "../../src/api/error-catalogue.ts";
import { apiRoutes } from "../../src/api/routes.ts";
import type { OpenApiDocument } from "../../src/platform/http/openapi.ts";
import { startService, type TestService } from "../support/service.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
let packshot: TestService;
let document: OpenApiDocument;

beforeAll(async () => {
	packshot = await startService();
	document = (await packshot.call(`${packshot.origin}/openapi.json`)).body;
});
afterAll(() => packshot.close());

test("docs/openapi.json matches the served document", () => {
	const kept = JSON.parse(readFileSync(`${root}/docs/openapi.json`, "utf8"));
	expect(kept, "run `npm run openapi` and look at what changed").toEqual(document);
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

test("the document describes every API route and nothing else", () => {
	const described = Object.entries(document.paths).flatMap(([path, operations]) =>
		Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
	);
	expect(described.sort()).toEqual(Object.keys(apiRoutes).sort());
});

test("the documented error codes are exactly those of the error catalogue", () => {
	const documented = new Set(JSON.stringify(document.paths).match(/(?<="error":")[a-z_]+/g));
	expect([...documented].sort()).toEqual(Object.keys(errorCatalogue).sort());
});

test("every response documents the common header X-Request-ID", () => {
	for (const operations of Object.values(document.paths)) {
		for (const operation of Object.values(operations)) {
			for (const response of Object.values(operation.responses)) {
				expect(Object.keys(response.headers ?? {})).toContain("X-Request-ID");
			}
		}
	}
});

test("documents the constraints of query parameters and request bodies", () => {
	const text = JSON.stringify(document.paths);
	const listing = JSON.stringify(document.paths["/products"]?.get?.parameters);
	expect(listing).toContain('"anyOf":[{"format":"date"},{"format":"date-time"}]');
	expect(listing).toContain('"maximum":999999999999999');
	expect(text.split('"pattern":"^[0-9]{4,14}$","x-error":"invalid_barcode"')).toHaveLength(6);
});

test("every error code documents its status, when it is returned and the remedy", () => {
	const texts = document["x-errors"] as Record<string, { status: number; when: string; remedy: string }>;
	expect(Object.keys(texts)).toEqual(Object.keys(errorCatalogue));
	for (const [code, { status, when, remedy }] of Object.entries(texts)) {
		expect([code, status]).toEqual([code, errorCatalogue[code as keyof typeof errorCatalogue].status]);
		for (const words of [when, remedy]) expect(words, code).toMatch(/^[A-Z`].{14,}\.$/);
	}
});

test("serves the reference as an HTML page, and the document also at its former path /docs/json", async () => {
	for (const path of ["/docs/api", "/docs/api/"]) {
		const page = await fetch(packshot.origin + path);
		expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
	}
	expect(await (await fetch(`${packshot.origin}/docs/json`)).json()).toEqual(document);
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
