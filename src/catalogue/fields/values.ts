import { DECLARED, type DeclaredField } from "./declared-fields.ts";
import { type Masks, masksOfScope, NO_DATA } from "./masks.ts";
import { PRODUCT_META_SCOPES, type ProductMetaScope } from "./scopes.ts";

/** The values of a scope's fields as served, without those that the service adds on reading. */
export type FieldValues = Readonly<Record<string, unknown>>;

const declaredFields = new Map(
	PRODUCT_META_SCOPES.map((scope) => [
		scope,
		Object.entries<DeclaredField>(DECLARED[scope]).map(([name, declared]) => ({ name, ...declared })),
	]),
);

/** The fields of a scope in serving order, with omitted ones as null, false or an empty list; without times, which the service keeps separately. */
export function completeFields(scope: ProductMetaScope, given: FieldValues): FieldValues {
	const values: Record<string, unknown> = {};
	for (const { name, kind, complete } of declaredFields.get(scope) ?? [])
		if (kind !== "time") values[name] = complete(given[name]);
	return values;
}

/**
 * The bits for the content of a scope: its own, if it has data (SPEC D20), and one for each field that has a value. A field of `hechshers` has a
 * value if any of them has one.
 */
export function valueMasks(scope: ProductMetaScope, values: FieldValues | readonly FieldValues[]): Masks {
	const items: readonly FieldValues[] = Array.isArray(values) ? values : [values as FieldValues];
	const fields = (declaredFields.get(scope) ?? [])
		.filter(({ name, hasValue }) => items.some((item) => hasValue(item[name])))
		.map(({ name }) => name);
	return hasData(scope, fields, items) ? masksOfScope(scope, fields) : NO_DATA;
}

/** Every record of `info` is data, and every list of hechshers with an item; the other scopes must have a value. */
function hasData(scope: ProductMetaScope, filled: readonly string[], items: readonly FieldValues[]): boolean {
	if (scope === "info") return true;
	if (scope === "hechshers") return items.length > 0;
	return filled.length > 0;
}
