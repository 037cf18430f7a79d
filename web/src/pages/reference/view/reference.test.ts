import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { expanded } from "../../../calls/expanded.ts";
import type { ApiDocument, Schema } from "../../../calls/openapi.ts";
import { anchorOf } from "./anchor.ts";
import { apiErrors } from "./errors.ts";
import { exampleOf } from "./example.ts";
import { memberOf } from "./members.ts";
import { groupsOf } from "./operations.ts";
import { pricesOf } from "./prices.ts";
import { found, searchEntries } from "./search.ts";
import { sharedHeaders, sharedSections } from "./shared-headers.ts";

const document: ApiDocument = expanded(
	JSON.parse(readFileSync(new URL("../../../../../docs/openapi.json", import.meta.url), "utf8")),
);
const groups = groupsOf(document);
const operations = groups.flatMap((group) => group.operations);
const errors = apiErrors(document);
const operation = (id: string) => operations.find((one) => one.id === id)!;
const member = (schema: Schema) => memberOf("name", schema, true);

describe("the reference of the whole API document", () => {
	test("every operation appears, once", () => {
		const ids = Object.values(document.paths).flatMap((byMethod) =>
			Object.values(byMethod).map(({ operationId }) => operationId),
		);
		expect(operations.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
	});

	test("every error of every operation appears with its explanation", () => {
		const named = Object.values(document.paths).flatMap((byMethod) =>
			Object.values(byMethod).flatMap(({ operationId, responses }) =>
				Object.entries(responses).flatMap(([status, { content }]) =>
					Object.keys(content?.["application/json"]?.examples ?? {}).map(
						(code) => `${operationId} ${status} ${code}`,
					),
				),
			),
		);
		const shown = operations.flatMap(({ id, errors }) =>
			errors.map(({ status, code }) => `${id} ${status} ${code}`),
		);
		expect(named.length).toBeGreaterThan(200);
		expect(shown.toSorted()).toEqual(named.toSorted());
		const wordless = operations.flatMap((one) => one.errors).filter(({ when, remedy }) => !when || !remedy);
		expect(wordless).toEqual([]);
	});

	test("every error code appears, with the calls that return it", () => {
		const { enum: codes } = document.components.schemas.Error?.properties?.error ?? {};
		expect(errors.map(({ code }) => code)).toEqual(codes);
		expect(errors.filter((error) => error.operations.length === 0)).toEqual([]);
	});

	test("every parameter and member of a body appears", () => {
		for (const { id, method, path, parameters, body } of operations) {
			const described = document.paths[path]?.[method.toLowerCase()];
			const names = parameters.flatMap(({ members }) => members.map(({ name }) => name));
			expect(names.toSorted(), id).toEqual((described?.parameters ?? []).map(({ name }) => name).toSorted());
			const schema = described?.requestBody?.content["application/json"]?.schema;
			expect(
				body?.members.map(({ name }) => name),
				id,
			).toEqual(schema && Object.keys(schema.properties ?? {}));
		}
	});

	test("every shared header is explained in one section", () => {
		const explained = sharedSections.flatMap(({ id }) => sharedHeaders(document, id).map(({ name }) => name));
		expect(explained.toSorted()).toEqual(Object.keys(document.components.headers).toSorted());
	});

	test("no anchor is taken twice", () => {
		const anchors = [
			...operations.map(({ id }) => id),
			...sharedSections.map(({ id }) => id),
			...errors.map(({ code }) => `error-${code}`),
		];
		expect(new Set(anchors).size).toBe(anchors.length);
	});
});

test("the prices of a call come from the service's price list", () => {
	const list = { actions: { "products.head": 0.07 }, descriptions: { "products.head": "Existence check" } };
	expect(pricesOf(operation("headProduct"), list)).toEqual([
		{ action: "products.head", credits: 0.07, description: "Existence check" },
	]);
	expect(pricesOf(operation("listProducts"), list)).toEqual([]);
});

test("errors common to most calls come after specific ones", () => {
	const codes = operation("listProductsByMetadata").errors.map(({ code, isCommon }) => [code, isCommon]);
	expect(codes[0]).toEqual(["bad_request", false]);
	expect(codes).toContainEqual(["invalid_metadata_key", false]);
	expect(codes).toContainEqual(["unauthenticated", true]);
	expect(codes.at(-1)).toEqual(["gateway_timeout", true]);
});

test("a body that is too large has its own explanation", () => {
	expect(operation("createOrder").errors).toContainEqual(
		expect.objectContaining({ status: 413, code: "bad_request", when: "The body is too large." }),
	);
});

describe("the description of a member", () => {
	test.each<[string, Schema, object]>([
		["a nullable string", { anyOf: [{ type: "string" }, { type: "null" }] }, { type: "string or null" }],
		[
			"a date or a time",
			{ type: "string", anyOf: [{ format: "date" }, { format: "date-time" }] },
			{ type: "date or date-time" },
		],
		[
			"a list",
			{ type: "array", items: { enum: ["front", "back"] }, maxItems: 500 },
			{ type: "array of strings", options: ["front", "back"], limits: ["at most 500 items"] },
		],
		[
			"a number with bounds and a default",
			{ type: "integer", minimum: 1, maximum: 1000, default: 100 },
			{ type: "integer", limits: ["default 100", "1 to 1,000"] },
		],
		[
			"a number bounded only by what numbers can hold",
			{ type: "integer", minimum: 1, maximum: 999_999_999_999_999 },
			{ limits: ["at least 1"] },
		],
		[
			"a member excluded by another",
			{ type: "string", "x-excludes": "page" },
			{ limits: ["not together with page"] },
		],
		["a constant", { type: "string", const: "credits" }, { options: ["credits"] }],
	])("covers %s", (_case, schema, words) => {
		expect(member(schema)).toMatchObject(words);
	});

	test("covers what is inside lists, maps and nullable objects", () => {
		const inner: Schema = {
			type: "object",
			required: ["exists"],
			properties: { exists: { type: "boolean" } },
		};
		const wrapped: Schema[] = [{ type: "array", items: inner }, { anyOf: [inner, { type: "null" }] }];
		for (const schema of wrapped) {
			expect(member(schema).members).toMatchObject([{ name: "exists", isRequired: true }]);
		}
		const byName = member({ type: "object", patternProperties: { "^.*$": inner } });
		expect(byName.members).toMatchObject([{ name: "any name", members: [{ name: "exists" }] }]);
	});
});

test("an example is built from the examples in a schema", () => {
	const schema: Schema = {
		type: "object",
		properties: {
			name: { anyOf: [{ type: "string" }, { type: "null" }], examples: ["Autumn flyer"] },
			at: { type: "string", format: "date-time" },
			lines: { type: "array", items: { type: "object", properties: { found: { type: "boolean" } } } },
		},
	};
	expect(exampleOf(schema)).toEqual({
		name: "Autumn flyer",
		at: "2027-05-15T12:00:00Z",
		lines: [{ found: true }],
	});
});

test.each([
	["#getProduct", "getProduct"],
	["#/Products/getProduct", "getProduct"],
	["#error-out_of_scope", "error-out_of_scope"],
	["#%E0%A4%A", "%E0%A4%A"],
	["", ""],
])("the fragment %s names %s", (hash, anchor) => {
	expect(anchorOf(hash)).toBe(anchor);
});

describe("a search", () => {
	const entries = searchEntries(groups, sharedSections, errors);
	const titles = (query: string) => found(entries, query).map(({ title }) => title);

	test("finds a call by its path, its words and its operation id", () => {
		for (const query of ["/orders/quote", "order would cost", "quoteOrder"]) {
			expect(found(entries, query)[0], query).toMatchObject({ anchor: "quoteOrder", kind: "call" });
		}
	});

	test("finds an error by its code and by its status", () => {
		expect(found(entries, "out_of_scope")[0]).toMatchObject({ anchor: "error-out_of_scope", kind: "error" });
		expect(titles("402")).toContain("insufficient_credits");
	});

	test("finds parameters and members wherever they are, with the call they belong to", () => {
		expect(found(entries, "idempotency-key").map(({ context }) => context)).toContain("POST /orders");
		expect(found(entries, "redacted_fields")[0]?.title).toBe("redacted_fields");
	});

	test("requires every word, ignoring case", () => {
		expect(titles("WEBHOOK sent TEST")[0]).toBe("Send a test to the webhook of the caller");
		expect(titles("webhook marmalade")).toEqual([]);
		expect(titles("  ")).toEqual([]);
	});
});
