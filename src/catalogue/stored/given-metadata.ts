import { certificateOf, givenHechshers, linksOf, type StoredHechsher } from "../certificates/links.ts";
import type { Contents } from "../certificates/write-certificates.ts";
import { parseMembers } from "../fields/members.ts";
import type { ProductMetaScope } from "../fields/scopes.ts";
import { completeFields, type FieldValues } from "../fields/values.ts";
import type { MetadataChange } from "../writing/metadata-change.ts";
import { givenInfo, type StoredRecord } from "./record.ts";

/** Metadata by scope, as an import gives it; null if there is none. Applying it as a change has no effect. */
export type GivenMetadata = {
	readonly [Scope in ProductMetaScope]: FieldValues | readonly FieldValues[] | null;
};

/** The metadata that was given for a product, without the overrides that are served instead. */
export function givenMetadata(record: StoredRecord): GivenMetadata {
	const info = givenInfo(record);
	const { catalog_meta: catalogMeta, category_override: category } = record;
	return {
		info: info === null ? null : parseMembers<FieldValues>(info),
		hechshers: parsed(givenHechshers(record)),
		nutrition: parsed(record.nutrition),
		ingredients: parsed(record.ingredients),
		catalog_meta: catalogMeta === null ? null : { ...parseMembers<FieldValues>(catalogMeta), category },
	};
}

/** Hechshers as an import gives them, each with the certificate that it rests on, by its id or by what it says. */
export function certifiedHechshers(
	record: StoredRecord,
	contents: Contents = new Map(),
): readonly FieldValues[] | null {
	const links = linksOf(record);
	const hechshers = parsed(givenHechshers(record)) as FieldValues[] | null;
	if (links.length === 0 || hechshers === null) return hechshers;
	return hechshers.map((hechsher) => {
		const id = certificateOf(hechsher as unknown as StoredHechsher, links);
		if (id === undefined) return hechsher;
		const { symbol: _, ...facts } = contents.get(id) ?? {};
		const given = Object.entries(facts).filter(([, fact]) => fact !== null);
		return given.length === 0
			? { ...hechsher, certificate_id: id }
			: { ...hechsher, certificate: Object.fromEntries(given) };
	});
}

/** Merges fields into metadata that was given before: the resulting scopes are complete, and fields that are not named stay unchanged. */
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

/** Completes hechshers, or the fields of a scope, with all fields that a product is stored with; for the latter, only those that were given are kept. */
export function completed(scope: ProductMetaScope, given: unknown): unknown {
	if (Array.isArray(given)) return given.map((item: FieldValues) => completeFields(scope, item));
	const values = completeFields(scope, given as FieldValues);
	return Object.fromEntries(Object.keys(given as FieldValues).map((field) => [field, values[field]]));
}

function parsed(text: string | null): FieldValues | FieldValues[] | null {
	return text === null ? null : JSON.parse(text);
}
