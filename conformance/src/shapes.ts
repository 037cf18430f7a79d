import { Errors } from "typebox/schema";
import openapi from "../../docs/openapi.json" with { type: "json" };
import { at, type Json, shown } from "./json.ts";

/** Named shapes of answers, as the document ships. */
const { schemas } = openapi.components;

export const VARIANTS: readonly string[] = schemas.Variant.enum;
export const METADATA_SCOPES: readonly string[] = schemas.MetadataScope.enum;

/** Names of the fields that a scope has. */
export function fieldsOf(scope: "info" | "catalog_meta"): string[] {
	return Object.keys(schemas.AvailableFields.properties[scope].properties);
}

/** What a server of an earlier version leaves out, and what is there only if an import names it. */
const MAY_LACK: readonly string[] = ["balance_id", "spending_caps", "held", "drawn", "ownership", "alerts"];

/** They have no other members, in any version. */
const EXACT: readonly string[] = [
	"Pagination",
	"CursorPagination",
	"AvailableScopes",
	"AvailableFields",
	"CheckedProduct",
	"CheckedMetadata",
	"ResolvedBarcode",
	"ImageMetaByVariant",
	"ImageUrls",
];

const UTC = String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$`;

/** The document's components, made as strict as the interface: a whole product has every field, and times are in UTC. */
const components = JSON.parse(JSON.stringify(openapi.components), (name, schema) => {
	if (schema?.format === "date-time") return { ...schema, pattern: UTC };
	if (schema?.type !== "object" || !schema.properties) return schema;
	const required: string[] = schema.required ?? Object.keys(schema.properties);
	const isOfBooleans = Object.values<{ type?: string }>(schema.properties).every(
		({ type }) => type === "boolean",
	);
	return {
		...schema,
		required: required.filter((member) => !MAY_LACK.includes(member)),
		additionalProperties: EXACT.includes(name) ? false : isOfBooleans ? { type: "boolean" } : true,
	};
});

/** Where a value differs from a shape of the document, such as `Balance` or `Product/properties/meta`; empty if it matches. */
export function misfits(shape: string, value: Json | undefined): string[] {
	const [, errors] = Errors({ components, $ref: `#/components/schemas/${shape}` }, value);
	return errors.map(({ instancePath, message }) => {
		const path = instancePath.split("/").slice(1);
		return `${path.join(".") || "it"} ${message}, not ${shown(at(value, ...path))}`;
	});
}
