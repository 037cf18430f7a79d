import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorCatalogue } from "../../src/platform/http/error-catalogue.ts";
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

test("the document in docs/ is the one that is served", () => {
	const kept = JSON.parse(readFileSync(`${root}/docs/openapi.json`, "utf8"));
	expect(kept, "run `npm run openapi` and look at what changed").toEqual(document);
});

test("the linter finds nothing", async () => {
	// It ends with 1, and so throws, when it finds an error.
	const { stdout } = await promisify(execFile)(
		"npx",
		["redocly", "lint", "docs/openapi.json", "--format", "json"],
		{ cwd: root, env: { ...process.env, REDOCLY_TELEMETRY: "off" } },
	);
	expect(JSON.parse(stdout).totals).toMatchObject({ errors: 0, warnings: 0 });
});

test("every route of the interface is described, and nothing else", () => {
	const described = Object.entries(document.paths).flatMap(([path, operations]) =>
		Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
	);
	expect(described.sort()).toEqual(
		[
			"POST /auth/token",
			"POST /auth/refresh",
			"POST /auth/revoke",
			"GET /products/{barcode}",
			"HEAD /products/{barcode}",
			"GET /products",
			"POST /products/bulk-check",
			"GET /products/{barcode}/image",
			"GET /image/{token}",
			"HEAD /image/{token}",
			"GET /metadata/{barcode}",
			"POST /metadata/bulk-check",
			"GET /metadata/products",
			"GET /metadata-fields",
			"GET /balance",
			"GET /account",
			"GET /usage",
			"GET /health",
			"GET /pricing",
		].sort(),
	);
});

test("every error of the catalogue is documented where it can arise", () => {
	const documented = new Set(JSON.stringify(document.paths).match(/(?<="error":")[a-z_]+/g));
	expect([...documented].sort()).toEqual(Object.keys(errorCatalogue).sort());
});

test("every response names the common headers", () => {
	for (const operations of Object.values(document.paths)) {
		for (const operation of Object.values(operations)) {
			for (const response of Object.values(operation.responses)) {
				expect(Object.keys(response.headers ?? {})).toContain("X-Request-ID");
			}
		}
	}
});

test("the page to browse it asks no other host for anything", async () => {
	const page = await fetch(`${packshot.origin}/docs/`);
	expect(page.status).toBe(200);
	expect(await page.text()).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
	expect(page.headers.get("content-security-policy")).toMatch(/default-src 'self'/);
	const shown = await fetch(`${packshot.origin}/docs/json`);
	expect(await shown.json()).toEqual(document);
});
