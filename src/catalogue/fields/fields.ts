import { DECLARED } from "./declared-fields.ts";
import { METADATA_SCOPES, type MetadataScope } from "./scopes.ts";

type FieldsOf<Scope extends MetadataScope> = readonly (keyof (typeof DECLARED)[Scope] & string)[];

/** The names of the fields of each scope, in the order in which they are served (SPEC 2.4 and 2.5). */
export const FIELDS = Object.fromEntries(
	METADATA_SCOPES.map((scope) => [scope, Object.keys(DECLARED[scope])]),
) as unknown as { readonly [Scope in MetadataScope]: FieldsOf<Scope> };

/** Every valid metadata key (SPEC 2.9): each scope, followed by its `scope.field` keys. */
export const METADATA_KEYS: readonly string[] = METADATA_SCOPES.flatMap((scope) => [
	scope,
	...FIELDS[scope].map((field) => `${scope}.${field}`),
]);

const validKeys: ReadonlySet<string> = new Set(METADATA_KEYS);

/** Whether a text is a metadata key: `nutrition` or `nutrition.calories`. */
export function isMetadataKey(text: string): boolean {
	return validKeys.has(text);
}
