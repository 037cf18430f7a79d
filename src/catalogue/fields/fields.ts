import { DECLARED } from "./declared-fields.ts";
import type { MetadataScope, ProductMetaScope } from "./scopes.ts";
import { METADATA_SCOPES } from "./scopes.ts";

type FieldsOf<Scope extends MetadataScope> = readonly (keyof (typeof DECLARED)[Scope] & string)[];

/** The names of the fields of each scope, in the order in which they are served (SPEC 2.4 and 2.5). */
export const FIELDS = Object.fromEntries(
	METADATA_SCOPES.map((scope) => [scope, Object.keys(DECLARED[scope])]),
) as unknown as { readonly [Scope in MetadataScope]: FieldsOf<Scope> };

export type ImageMetaField = FieldsOf<"image_meta">[number];

/** A parsed metadata key (SPEC 2.9). */
export type MetadataKey =
	| { scope: ProductMetaScope; field: string | null }
	| { scope: "image_meta"; field: ImageMetaField | null };

const parsedKeys: ReadonlyMap<string, MetadataKey> = new Map(
	METADATA_SCOPES.flatMap((scope): [string, MetadataKey][] => [
		[scope, { scope, field: null } as MetadataKey],
		...FIELDS[scope].map((field): [string, MetadataKey] => [
			`${scope}.${field}`,
			{ scope, field } as MetadataKey,
		]),
	]),
);

/** Every valid metadata key: each scope, followed by its `scope.field` keys. */
export const METADATA_KEYS: readonly string[] = [...parsedKeys.keys()];

/** Parses a metadata key: `nutrition` or `nutrition.calories`. Null when there is no such scope or field. */
export function parseMetadataKey(key: string): MetadataKey | null {
	return parsedKeys.get(key) ?? null;
}
