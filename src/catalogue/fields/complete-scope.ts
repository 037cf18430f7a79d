import { DECLARED, type DeclaredField } from "./declared-fields.ts";
import type { ProductMetaScope } from "./scopes.ts";
import type { FieldValues } from "./value-masks.ts";

const completions = new Map(
	Object.entries(DECLARED).map(([scope, fields]) => [
		scope,
		Object.entries<DeclaredField>(fields)
			.filter(([, { kind }]) => kind !== "time")
			.map(([name, { complete }]) => ({ name, complete })),
	]),
);

/**
 * The fields of a scope in the order in which they are served, with omitted ones as null, false or an empty list. Times are not included: the service
 * keeps those separately.
 */
export function completeFields(scope: ProductMetaScope, given: FieldValues): FieldValues {
	const values: Record<string, unknown> = {};
	for (const { name, complete } of completions.get(scope) ?? []) values[name] = complete(given[name]);
	return values;
}
