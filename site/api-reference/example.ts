import type { Schema } from "../../web/src/calls/openapi.ts";

/** A value that a schema allows, built from its examples. */
export function exampleOf(schema: Schema): unknown {
	const [example] = schema.examples ?? [];
	if (example !== undefined) return example;
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return schema.enum[0];
	if (schema.default !== undefined) return schema.default;
	const [first] = schema.anyOf ?? [];
	if (first) return exampleOf({ ...(schema.type ? { type: schema.type } : {}), ...first });
	if (schema.items) return [exampleOf(schema.items)];
	return schema.type === "object" ? objectExample(schema) : plainExample(schema);
}

function objectExample({ properties = {}, patternProperties = {} }: Schema): object {
	return Object.fromEntries([
		...Object.entries(properties).map(([name, one]) => [name, exampleOf(one)]),
		...Object.values(patternProperties).map((one) => ["…", exampleOf(one)]),
	]);
}

const TEXTS: ReadonlyMap<string, string> = new Map(
	Object.entries({
		"date-time": "2027-05-15T12:00:00Z",
		date: "2027-05-15",
	}),
);

function plainExample({ type, format, minimum }: Schema): unknown {
	if (type === "boolean") return true;
	if (type === "integer" || type === "number") return Math.max(1, minimum ?? 1);
	return type === "null" ? null : (TEXTS.get(format ?? "") ?? "…");
}
