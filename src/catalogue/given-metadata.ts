import { completeFields } from "./complete-scope.ts";
import { parseMembers } from "./members.ts";
import type { MetadataChange } from "./metadata-change.ts";
import { givenInfo, type StoredRecord } from "./record.ts";
import type { ProductMetaScope } from "./scopes.ts";
import type { FieldValues } from "./value-masks.ts";

/** Metadata by scope, as an import gives it; null where there is none. A change made of it changes nothing. */
export type GivenMetadata = {
	readonly [Scope in ProductMetaScope]: FieldValues | readonly FieldValues[] | null;
};

/** What was given of a product: without the overrides that are served in its place. */
export function givenMetadata(record: StoredRecord | undefined): GivenMetadata {
	const info = record ? givenInfo(record) : null;
	const { catalogMeta = null, categoryOverride: category } = record ?? {};
	return {
		info: info === null ? null : parseMembers<FieldValues>(info),
		hechshers: parsed(record?.hechshers),
		nutrition: parsed(record?.nutrition),
		ingredients: parsed(record?.ingredients),
		catalog_meta: catalogMeta === null ? null : { ...parseMembers<FieldValues>(catalogMeta), category },
	};
}

/** Fields laid over what was given before: scopes stay whole, and fields that are not named stay as they were. */
export function laidOver(
	before: GivenMetadata,
	fields: Omit<MetadataChange, "barcode">,
): Omit<MetadataChange, "barcode"> {
	return Object.fromEntries(
		Object.entries(fields).map(([scope, given]) => {
			const old = before[scope as ProductMetaScope];
			return [scope, Array.isArray(given) ? given : { ...old, ...given }];
		}),
	);
}

/** Hechshers, or the fields of a scope, with all that a product is stored with; of fields only those that were given. */
export function completed(scope: ProductMetaScope, given: unknown): unknown {
	if (Array.isArray(given)) return given.map((item: FieldValues) => completeFields(scope, item));
	const values = completeFields(scope, given as FieldValues);
	return Object.fromEntries(Object.keys(given as FieldValues).map((field) => [field, values[field]]));
}

function parsed(text: string | null | undefined): FieldValues | FieldValues[] | null {
	return text ? JSON.parse(text) : null;
}
