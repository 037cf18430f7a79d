import { FIELDS, isMetadataKey } from "./fields.ts";
import { hasKey, type MaskedRow } from "./masks.ts";
import {
	METADATA_SCOPES,
	type MetadataScope,
	PRODUCT_META_SCOPES,
	type ProductMetaScope,
	SCOPES,
	type Scope,
	VARIANTS,
	type Variant,
} from "./scopes.ts";

/** What is locked for a client (SPEC D21). */
export interface Locks {
	/** Scopes that are locked completely. */
	readonly scopes: ReadonlySet<Scope>;
	/** Locked fields of scopes that are not locked completely. */
	readonly fields: ReadonlyMap<MetadataScope, readonly string[]>;
	/** Variants for which no URL is issued. */
	readonly variants: ReadonlySet<Variant>;
	/** Catalogue values that must not appear in `info` either: the scanned ones are served instead (SPEC D21). */
	readonly overrides: { readonly category: boolean; readonly webDescription: boolean };
	/** The part of `fields` that applies to `product_meta`. */
	readonly productMeta: ReadonlyMap<ProductMetaScope, readonly string[]>;
}

export const NO_LOCKS: Locks = {
	scopes: new Set(),
	fields: new Map(),
	variants: new Set(),
	overrides: { category: false, webDescription: false },
	productMeta: new Map(),
};

/** Not a metadata key, but lockable: the category by which the catalogue overrides the scanned one. */
const CATEGORY_OVERRIDE_KEY = "catalog_meta.category";

/** What is wrong with a lock key, or `undefined` if it is valid: `scope`, `scope.field` or `images.variant`. */
export function lockKeyProblem(key: string): string | undefined {
	if (key === "images" || key === CATEGORY_OVERRIDE_KEY || variantOfKey(key) || isMetadataKey(key))
		return undefined;
	return `"${key}" is nothing that can be locked: give a scope (${SCOPES.join(", ")}), scope.field or images.variant`;
}

/** Whether a field is locked, individually or with its scope. */
export function isLocked(locks: Locks, scope: MetadataScope, field: string): boolean {
	return locks.scopes.has(scope) || (locks.fields.get(scope)?.includes(field) ?? false);
}

const known = new WeakMap<readonly string[], Locks>();

/** Parses a list of lock keys. Cached per list object, which lives as long as the client record that holds it. */
export function locksOf(keys: readonly string[]): Locks {
	if (keys.length === 0) return NO_LOCKS;
	let locks = known.get(keys);
	if (!locks) {
		locks = readLocks(keys);
		known.set(keys, locks);
	}
	return locks;
}

function readLocks(keys: readonly string[]): Locks {
	const scopes = new Set<Scope>(SCOPES.filter((scope) => keys.includes(scope)));
	const variants = new Set(keys.flatMap((key) => variantOfKey(key) ?? []));
	if (variants.size === VARIANTS.length) scopes.add("images");
	const fields = new Map<MetadataScope, readonly string[]>();
	for (const scope of METADATA_SCOPES) {
		const locked = FIELDS[scope].filter((field) => keys.includes(`${scope}.${field}`));
		if (locked.length === 0 || scopes.has(scope)) continue;
		if (scope === "hechshers" || locked.length === FIELDS[scope].length) scopes.add(scope);
		else fields.set(scope, locked);
	}
	const whole = scopes.has("catalog_meta");
	const overrides = {
		category: whole || keys.includes(CATEGORY_OVERRIDE_KEY),
		webDescription: whole || keys.includes("catalog_meta.web_description"),
	};
	return { scopes, fields, variants, overrides, productMeta: lockedProductMeta(fields) };
}

function variantOfKey(key: string): Variant | undefined {
	return VARIANTS.find((variant) => key === `images.${variant}`);
}

/**
 * The locked fields of the requested scopes as dotted paths, for `meta.redacted_fields`: only those that would have held a value (SPEC D21).
 * @param row the masks of what would have been served.
 */
export function redactedPaths(locks: Locks, scopes: ReadonlySet<Scope>, row: Partial<MaskedRow>): string[] {
	return [...locks.fields].flatMap(([scope, fields]) =>
		scopes.has(scope) ? fields.map((field) => `${scope}.${field}`).filter((path) => hasKey(row, path)) : [],
	);
}

function lockedProductMeta(
	locked: ReadonlyMap<MetadataScope, readonly string[]>,
): ReadonlyMap<ProductMetaScope, readonly string[]> {
	const entries = PRODUCT_META_SCOPES.flatMap((scope) => {
		const fields = locked.get(scope);
		return fields ? [[scope, fields] as const] : [];
	});
	return new Map(entries);
}
