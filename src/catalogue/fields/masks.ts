import type { ProductTable } from "../tables.ts";
import { DECLARED, type DeclaredField, SCOPE_BITS } from "./declared-fields.ts";
import type { KeyBits } from "./field-kinds.ts";
import { FIELDS } from "./fields.ts";
import { METADATA_SCOPES, type MetadataScope, PRODUCT_META_SCOPES, type ProductMetaScope } from "./scopes.ts";

/** The columns of a product that say which `product_meta` it has. */
export const META_MASK_COLUMNS = ["fields_low", "fields_high", "fields_extra"] as const;

/** All columns of a product that say what it has. */
export const MASK_COLUMNS = [...META_MASK_COLUMNS, "image_fields", "variants"] as const;

/** Which metadata of the five `product_meta` scopes a product has. */
export type Masks = Pick<ProductTable, (typeof META_MASK_COLUMNS)[number]>;

/** All masks of a product's row. */
export type MaskedRow = Pick<ProductTable, (typeof MASK_COLUMNS)[number]>;

export const NO_DATA: Readonly<Masks> = { fields_low: 0, fields_high: 0, fields_extra: 0 };

const known: ReadonlyMap<string, KeyBits> = new Map(
	METADATA_SCOPES.flatMap((scope): [string, KeyBits][] => [
		[scope, SCOPE_BITS[scope]],
		...Object.entries<DeclaredField>(DECLARED[scope]).map(([field, { bit }]): [string, KeyBits] => [
			`${scope}.${field}`,
			bit,
		]),
	]),
);

/** The bits of each scope: its own and those of its fields. */
const scopeMasks: ReadonlyMap<ProductMetaScope, Masks> = new Map(
	PRODUCT_META_SCOPES.map((scope) => [scope, masksOfScope(scope, FIELDS[scope])]),
);

/** The bits of a metadata key, `scope` or `scope.field`; `undefined` if it is not a key. */
export function bitsOfKey(key: string): KeyBits | undefined {
	return known.get(key);
}

/** Whether a row has any of the bits. */
export function hasBits(row: Partial<MaskedRow>, { column, mask }: KeyBits): boolean {
	return ((row[column] ?? 0) & mask) !== 0;
}

/** Whether a row has data under a metadata key (SPEC D20). False if it is not a key. */
export function hasKey(row: Partial<MaskedRow>, key: string): boolean {
	const bits = known.get(key);
	return bits !== undefined && hasBits(row, bits);
}

/** The bit of a scope that has data, and those of its fields that have a value. */
export function masksOfScope(scope: ProductMetaScope, fields: readonly string[]): Masks {
	const masks = { ...NO_DATA };
	const declared: Readonly<Record<string, DeclaredField>> = DECLARED[scope];
	addBits(masks, SCOPE_BITS[scope]);
	for (const field of fields) addBits(masks, declared[field]?.bit);
	return masks;
}

/** Sets or clears the bit of a metadata key of `product_meta`. */
export function setKey(masks: Masks, key: string, held: boolean): void {
	const bits = known.get(key);
	for (const column of META_MASK_COLUMNS) {
		if (bits?.column !== column) continue;
		masks[column] = held ? masks[column] | bits.mask : masks[column] & ~bits.mask;
	}
}

function addBits(masks: Masks, bits: KeyBits | undefined): void {
	for (const column of META_MASK_COLUMNS) if (bits?.column === column) masks[column] |= bits.mask;
}

/** Set whenever there is any metadata, so by itself it says nothing about `info` (SPEC D20). */
const NO_DATA_ALONE = "updated_at";

/** Whether a scope contains anything besides its `locked` fields, and therefore has to be paid for (SPEC D20 and D21). */
export function hasOpenData(
	row: Partial<MaskedRow>,
	scope: MetadataScope,
	locked: readonly string[] = [],
): boolean {
	if (locked.length === 0 || !hasKey(row, scope)) return hasKey(row, scope);
	return FIELDS[scope].some(
		(field) => !locked.includes(field) && field !== NO_DATA_ALONE && hasKey(row, `${scope}.${field}`),
	);
}

/** The masks with all bits of one scope replaced by those given. */
export function replaceScope(masks: Masks, scope: ProductMetaScope, bits: Masks): Masks {
	const cleared = scopeMasks.get(scope) ?? NO_DATA;
	const replaced = { ...NO_DATA };
	for (const column of META_MASK_COLUMNS) {
		replaced[column] = (masks[column] & ~cleared[column]) | bits[column];
	}
	return replaced;
}
