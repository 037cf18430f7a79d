import type { Schema } from "../../../calls/openapi.ts";
import type { Resolve } from "./members.ts";

/** A value that a schema allows, built from its examples. */
export function exampleOf(given: Schema, resolve: Resolve): unknown {
	const schema = resolve(given);
	const [example] = schema.examples ?? [];
	if (example !== undefined) return example;
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return schema.enum[0];
	if (schema.default !== undefined) return schema.default;
	const [first] = schema.anyOf ?? [];
	if (first) return exampleOf({ ...(schema.type ? { type: schema.type } : {}), ...first }, resolve);
	if (schema.items) return [exampleOf(schema.items, resolve)];
	return schema.type === "object" ? objectExample(schema, resolve) : plainExample(schema);
}

function objectExample({ properties = {}, patternProperties = {} }: Schema, resolve: Resolve): object {
	return Object.fromEntries([
		...Object.entries(properties).map(([name, one]) => [name, exampleOf(one, resolve)]),
		...Object.values(patternProperties).map((one) => ["…", exampleOf(one, resolve)]),
	]);
}

const TEXTS: Readonly<Record<string, string>> = {
	"date-time": "2027-05-15T12:00:00Z",
	date: "2027-05-15",
};

function plainExample({ type, format, minimum }: Schema): unknown {
	if (type === "boolean") return true;
	if (type === "integer" || type === "number") return Math.max(1, minimum ?? 1);
	return type === "null" ? null : (TEXTS[format ?? ""] ?? "…");
}
