import { describe, expect, test } from "vitest";
import { expanded } from "../../web/src/calls/expanded.ts";
import type { ApiDocument, Schema } from "../../web/src/calls/openapi.ts";
import { OPENAPI, textOf } from "../pages.ts";
import { apiPages } from "./api-pages.ts";
import { apiErrors } from "./errors.ts";
import { exampleOf } from "./example.ts";
import { memberOf } from "./members.ts";
import { groupsOf } from "./operations.ts";
import { sharedHeaders, sharedSections } from "./shared-sections.ts";
import { prose } from "./text.ts";

const openApi = JSON.parse(textOf(OPENAPI));
const document: ApiDocument = expanded(openApi);
const pages = apiPages(OPENAPI, openApi);
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

	test("every error code appears, and is returned by some call", () => {
		const { enum: codes } = document.components.schemas.Error?.properties?.error ?? {};
		expect(errors.map(({ code }) => code)).toEqual(codes);
		const returned = new Set(operations.flatMap((one) => one.errors.map(({ code }) => code)));
		expect(errors.filter(({ code }) => !returned.has(code))).toEqual([]);
	});

	test("every parameter and member of a body appears", () => {
		for (const { id, method, path, parameters, body } of operations) {
			const described = document.paths[path]?.[method.toLowerCase()];
			const names = parameters.flatMap(({ members }) => members.map(({ name }) => name));
			expect(names.toSorted(), id).toEqual((described?.parameters ?? []).map(({ name }) => name).toSorted());
			const schema = described?.requestBody?.content["application/json"]?.schema;
			expect(
				body?.map(({ name }) => name),
				id,
			).toEqual(schema && Object.keys(schema.properties ?? {}));
		}
	});

	test("every shared header is explained in one section", () => {
		const explained = sharedSections.flatMap(({ id }) => sharedHeaders(document, id).map(({ name }) => name));
		expect(explained.toSorted()).toEqual(Object.keys(document.components.headers).toSorted());
	});

	test("every call, group, shared section and error has an anchor of its own on the first page, where all were at first", () => {
		const anchors = [
			...operations.map(({ id }) => id),
			...groups.map(({ name }) => `calls-${name.toLowerCase()}`),
			...sharedSections.map(({ id }) => id),
			...errors.map(({ code }) => `error-${code}`),
			"error-codes",
		];
		expect(new Set(anchors).size).toBe(anchors.length);
		const [overview] = pages;
		const missing = anchors.filter(
			(id) => !overview?.text.includes(`id="${id}"`) && !overview?.text.includes(`{#${id}}`),
		);
		expect(missing).toEqual([]);
	});
});

describe("the page of a group of calls", () => {
	const orders = pages.find(({ name }) => name === "Orders")?.text ?? "";

	test("has a section for each call, with what it costs, a sample in each language and its form on the pages", () => {
		expect([...orders.matchAll(/^## .*\{#(\w+)\}$/gm)].map(([, id]) => id)).toEqual(
			groups.find(({ name }) => name === "Orders")?.operations.map(({ id }) => id),
		);
		const [, create = ""] = /(\{#createOrder\}[\s\S]*?)^## /m.exec(orders) ?? [];
		expect(create).toContain(
			'<a class="try" hidden href="/keys/try?endpoint=createOrder" aria-label="Try it: Buy a list of products">',
		);
		expect(create).toContain('| Hechshers, when returned | <small data-charges="products.get.hechshers">');
		for (const start of ["```sh\ncurl", "```ts\nimport", "```python\nimport"])
			expect(create).toContain(start);
	});

	test("offers no form for calls with a secret or a token in the address", () => {
		const tried = pages.flatMap(({ text }) => [...text.matchAll(/\?endpoint=(\w+)/g)].map(([, id]) => id));
		const others = operations.map(({ id }) => id).filter((id) => !tried.includes(id));
		expect(others).toEqual([
			"createToken",
			"refreshToken",
			"getImage",
			"headImage",
			"getArchive",
			"headArchive",
		]);
	});

	test("names members of members with dots, and those in lists with brackets", () => {
		expect(orders).toMatch(
			/\| <code>items\\\[\\\]\.<wbr>barcode<\/code><br><small>string · <b>required<\/b>/,
		);
		expect(orders).toContain("<code>data\\[\\].<wbr>image\\_meta.<wbr>front.<wbr>photo\\_date</code>");
	});
});

test("in a text of the document only backticks have a meaning", () => {
	expect(prose("a *b* _c_ <d> `*e* <f>`")).toBe("a \\*b\\* \\_c\\_ \\<d\\> `*e* <f>`");
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
