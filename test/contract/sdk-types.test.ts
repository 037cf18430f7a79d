import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sdkTypeFiles } from "../../scripts/sdk-types.ts";
import { ERROR_CODES } from "../../sdk/src/api-types.ts";
import { RETRYABLE_STATUSES } from "../../sdk/src/error-from-answer.ts";
import { apiErrorCatalogue } from "../../src/errors.ts";
import type { OpenApiDocument } from "../../src/platform/http/openapi-document.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const document: OpenApiDocument = JSON.parse(readFileSync(`${root}/docs/openapi.json`, "utf8"));

test("the SDK's types match the OpenAPI document", () => {
	for (const [file, text] of sdkTypeFiles(document)) {
		const kept = readFileSync(`${root}/sdk/src/${file}`, "utf8");
		expect(kept, "run `npm run sdk:types` and look at what changed").toBe(text);
	}
});

test("the type printer throws on an unknown schema", () => {
	const text = JSON.stringify(document).replaceAll('"type":"boolean"', '"type":"duration"');
	const altered: OpenApiDocument = JSON.parse(text);
	expect(() => sdkTypeFiles(altered)).toThrow(/cannot print .*"type":"duration"/);
});

test("the SDK knows every error code of the service", () => {
	expect([...ERROR_CODES].sort()).toEqual(Object.keys(apiErrorCatalogue).sort());
});

test("the SDK retries exactly the errors that the service declares retryable", () => {
	for (const [code, { status, retry = false }] of Object.entries(apiErrorCatalogue)) {
		expect([code, RETRYABLE_STATUSES.has(status)]).toEqual([code, retry]);
	}
});
