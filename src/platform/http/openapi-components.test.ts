import { expect, test } from "vitest";
import { withComponents } from "./openapi-components.ts";

/** A document of one operation that answers with a schema. */
const answering = (...schemas: readonly object[]) => ({
	openapi: "3.1.0",
	info: {},
	paths: Object.fromEntries(
		schemas.map((schema, place) => [
			`/${place}`,
			{
				get: {
					operationId: "get",
					responses: { "200": { description: "", content: { "application/json": { schema } } } },
				},
			},
		]),
	),
	components: {},
});

const bodyOf = (document: ReturnType<typeof withComponents>, path: string) =>
	document.paths[path]?.get?.responses["200"]?.content?.["application/json"]?.schema;

test("a schema with a title is described once, under it, and described again only where it differs in words", () => {
	const nut = { title: "Nut", description: "A nut.", type: "string" };
	const document = withComponents(answering(nut, { items: { ...nut, description: "A walnut." } }));
	expect(bodyOf(document, "/0")).toEqual({ $ref: "#/components/schemas/Nut" });
	expect(bodyOf(document, "/1")).toEqual({
		items: { $ref: "#/components/schemas/Nut", description: "A walnut." },
	});
	expect(document.components.schemas).toEqual({ Nut: { description: "A nut.", type: "string" } });
});

test("one title for two shapes is an error", () => {
	const twice = answering({ title: "Nut", type: "string" }, { title: "Nut", type: "number" });
	expect(() => withComponents(twice)).toThrow("two different shapes have the title Nut");
});
