import { CATEGORY_OVERRIDE, DECLARED } from "../../catalogue/fields/declared-fields.ts";
import type { FieldKind } from "../../catalogue/fields/field-kinds.ts";
import { PRODUCT_META_SCOPES, type ProductMetaScope } from "../../catalogue/fields/scopes.ts";
import type { CatalogueFields } from "./contract.ts";

type Field = CatalogueFields["scopes"][number]["fields"][number];

/** The fields of the product form: the declared ones, except for the times that the service maintains itself. */
export function fieldAnswer(): CatalogueFields {
	return { scopes: PRODUCT_META_SCOPES.map((scope) => ({ scope, fields: fieldsOf(scope) })) };
}

function fieldsOf(scope: ProductMetaScope): Field[] {
	const declared: Readonly<Record<string, FieldKind>> =
		scope === "catalog_meta" ? { ...DECLARED.catalog_meta, category: CATEGORY_OVERRIDE } : DECLARED[scope];
	return Object.entries(declared).flatMap(([field, { kind, served, given }]) =>
		kind === "time" || kind === "picture"
			? []
			: [{ field, kind, choices: choicesOf(given), description: descriptionOf(served) }],
	);
}

function choicesOf(given: FieldKind["given"]): string[] {
	const { anyOf = [] } = given as { anyOf?: readonly { enum?: readonly string[] }[] };
	return anyOf.flatMap((option) => option.enum ?? []).filter((value) => value !== "");
}

function descriptionOf(served: FieldKind["served"]): string {
	return (served as { description?: string }).description ?? "";
}
