import Fastify from "fastify";
import Type from "typebox";
import { describe, expect, test } from "vitest";
import { apiDescription } from "../../api/openapi.ts";
import type { Deprecation, Deprecations } from "./deprecation.ts";
import { commonErrors } from "./http-error.ts";
import { openApiDocument } from "./openapi.ts";
import { registerRoutes } from "./register-routes.ts";

const ROUTE: Deprecation = {
	since: "2027-01-01",
	sunset: "2027-07-01",
	link: "https://packshot.test/docs/old-things",
};
const PARAMETER: Deprecation = { ...ROUTE, since: "2026-12-01", link: "https://packshot.test/docs/pages" };

function route(deprecations: Deprecations) {
	return {
		id: "listThings",
		tag: "Products",
		summary: "Things",
		access: "public" as const,
		query: Type.Object({ page: Type.Integer({ default: 1 }), size: Type.Optional(Type.Integer()) }),
		answer: Type.Object({ page: Type.Integer() }),
		errors: ["bad_request"] as const,
		...deprecations,
	};
}

/** The three headers of an answer, for a route with this declaration. */
async function headersOf(deprecations: Deprecations, url = "/api/things") {
	const app = Fastify();
	const refuse = async (request: { headers: object }) => {
		if ("x-refuse" in request.headers) throw Object.assign(new Error("no"), { statusCode: 403 });
	};
	registerRoutes(
		app,
		{ "GET /things": route(deprecations) },
		{ basePath: "/api", guard: () => ({ checks: [refuse] }), handlerOf: () => async () => ({ page: 1 }) },
	);
	const answers = await Promise.all([
		app.inject(url),
		app.inject({ url, headers: { "x-refuse": "1" } }),
		app.inject(`${url}${url.includes("?") ? "&" : "?"}size=x`),
	]);
	expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 403, 400]);
	const said = answers.map(({ headers }) => [headers.deprecation, headers.sunset, headers.link]);
	expect([said[1], said[2]]).toEqual([said[0], said[0]]);
	return said[0];
}

describe("a route that is deprecated", () => {
	test("sends Deprecation, Sunset and Link headers, even with errors", async () => {
		expect(await headersOf({ deprecated: ROUTE })).toEqual([
			"@1798761600",
			"Thu, 01 Jul 2027 00:00:00 GMT",
			'<https://packshot.test/docs/old-things>; rel="deprecation"',
		]);
	});

	test("is marked in the OpenAPI document, with its headers", () => {
		const document = openApiDocument(
			{ "GET /things": route({ deprecated: ROUTE }) },
			apiDescription(commonErrors),
		);
		const operation = document.paths["/things"]?.get;
		expect(operation).toMatchObject({ deprecated: true });
		const failures = Object.values(document.components.responses ?? {}) as { readonly headers?: object }[];
		expect(failures.length).toBeGreaterThan(2);
		for (const { headers = {} } of [operation?.responses["200"] ?? {}, ...failures])
			expect(Object.keys(headers)).toEqual(expect.arrayContaining(["Deprecation", "Sunset", "Link"]));
	});
});

describe("a parameter that is deprecated", () => {
	const declared = { deprecatedParameters: { page: PARAMETER } };

	test("is announced only to requests that use it", async () => {
		expect(await headersOf(declared, "/api/things?page=2")).toEqual([
			"@1796083200",
			"Thu, 01 Jul 2027 00:00:00 GMT",
			'<https://packshot.test/docs/pages>; rel="deprecation"',
		]);
		expect(await headersOf(declared)).toEqual([undefined, undefined, undefined]);
	});

	test("is marked in the OpenAPI document, and nothing else is", () => {
		const document = openApiDocument({ "GET /things": route(declared) }, apiDescription(commonErrors));
		const operation = document.paths["/things"]?.get;
		expect(operation).not.toHaveProperty("deprecated");
		const parameters = operation?.parameters as { name: string; deprecated?: boolean }[];
		expect(parameters.map(({ name, deprecated }) => [name, deprecated])).toEqual([
			["page", true],
			["size", undefined],
		]);
	});

	test("of a deprecated route: the earliest dates apply, and every link is given", async () => {
		expect(await headersOf({ ...declared, deprecated: ROUTE }, "/api/things?page=2")).toEqual([
			"@1796083200",
			"Thu, 01 Jul 2027 00:00:00 GMT",
			[ROUTE, PARAMETER].map(({ link }) => `<${link}>; rel="deprecation"`).join(", "),
		]);
	});
});

test("a route that is not deprecated sends none of the headers", async () => {
	expect(await headersOf({})).toEqual([undefined, undefined, undefined]);
});

test.each([
	["less than 90 days of notice", { ...ROUTE, sunset: "2027-03-31" }],
	["an invalid date", { ...ROUTE, since: "soon" }],
])("rejects %s before anything is served", async (_, wrong) => {
	await expect(headersOf({ deprecated: wrong })).rejects.toThrow(RangeError);
	await expect(headersOf({ deprecatedParameters: { page: wrong } })).rejects.toThrow(RangeError);
});
