import { FIELDS } from "./fields.ts";
import { PRODUCT_META_SCOPES, type ProductMetaScope } from "./scopes.ts";

/**
 * Which metadata a product has, one bit for every key of the five `product_meta` scopes, kept in two
 * integer columns. JavaScript's bit operators work on 32 bits, so no column holds more than 27.
 */
export interface Masks {
	fieldsLow: number;
	fieldsHigh: number;
}

/**
 * Where the bit of a metadata key sits: column 0 is `fieldsLow`, 1 is `fieldsHigh`; the mask is that
 * column's one bit.
 */
export interface BitPosition {
	column: 0 | 1;
	mask: number;
}

export const NO_DATA: Readonly<Masks> = { fieldsLow: 0, fieldsHigh: 0 };

/**
 * The keys of each column; a key's place is its bit. Scopes have bits of their own, because one may have
 * data without any of its fields having a value (an empty nutrition panel). Stored masks hang on these
 * places: whoever changes the fields has to migrate them.
 */
const COLUMNS: readonly (readonly string[])[] = [
	[...PRODUCT_META_SCOPES, ...fieldKeys("info"), ...fieldKeys("hechshers")],
	[...fieldKeys("nutrition"), ...fieldKeys("ingredients"), ...fieldKeys("catalog_meta")],
];

const positions: ReadonlyMap<string, BitPosition> = new Map(
	COLUMNS.flatMap((keys, column) =>
		keys.map((key, bit): [string, BitPosition] => [key, { column: column === 0 ? 0 : 1, mask: 1 << bit }]),
	),
);

/** The bits of each scope: its own and those of its fields. */
const scopeMasks: ReadonlyMap<ProductMetaScope, Masks> = new Map(
	PRODUCT_META_SCOPES.map((scope) => [scope, masksOf([scope, ...fieldKeys(scope)])]),
);

/** The same positions by scope and field, found without putting keys together: an import asks for fifty a product. */
const fieldPositions: ReadonlyMap<ProductMetaScope, ReadonlyMap<string, BitPosition>> = new Map(
	PRODUCT_META_SCOPES.map((scope) => [
		scope,
		new Map(
			FIELDS[scope].flatMap((field) => {
				const position = positions.get(`${scope}.${field}`);
				return position ? [[field, position] as const] : [];
			}),
		),
	]),
);

function fieldKeys(scope: ProductMetaScope): string[] {
	return FIELDS[scope].map((field) => `${scope}.${field}`);
}

/**
 * Where the bit of a metadata key sits, `scope` or `scope.field`. Null for keys without a bit: those of
 * `image_meta`, and unknown ones.
 */
export function bitPosition(key: string): BitPosition | null {
	return positions.get(key) ?? null;
}

/** The bits of several metadata keys together. Keys without a bit add nothing. */
export function masksOf(keys: Iterable<string>): Masks {
	const masks = { ...NO_DATA };
	for (const key of keys) addBit(masks, positions.get(key));
	return masks;
}

/** The bit of a scope that has data, and those of its fields that have a value. Fields without a bit add nothing. */
export function masksOfScope(scope: ProductMetaScope, fields: readonly string[]): Masks {
	const masks = masksOf([scope]);
	const ofScope = fieldPositions.get(scope);
	for (const field of fields) addBit(masks, ofScope?.get(field));
	return masks;
}

function addBit(masks: Masks, position: BitPosition | undefined): void {
	if (position?.column === 0) masks.fieldsLow |= position.mask;
	if (position?.column === 1) masks.fieldsHigh |= position.mask;
}

/** Whether the masks say that the product has this metadata key. False for keys without a bit. */
export function hasKey(masks: Masks, key: string): boolean {
	const position = positions.get(key);
	if (position === undefined) return false;
	return ((position.column === 0 ? masks.fieldsLow : masks.fieldsHigh) & position.mask) !== 0;
}

/**
 * Whether a scope would return data that has to be paid for: with some of its fields locked, only if a
 * field that is not locked has a value.
 */
export function scopeHasData(
	masks: Masks,
	scope: ProductMetaScope,
	lockedFields: readonly string[] = [],
): boolean {
	if (lockedFields.length === 0) return hasKey(masks, scope);
	return FIELDS[scope].some((field) => !lockedFields.includes(field) && hasKey(masks, `${scope}.${field}`));
}

/** The masks with all bits of one scope replaced by those given. */
export function replaceScope(masks: Masks, scope: ProductMetaScope, bits: Masks): Masks {
	const cleared = scopeMasks.get(scope) ?? NO_DATA;
	return {
		fieldsLow: (masks.fieldsLow & ~cleared.fieldsLow) | bits.fieldsLow,
		fieldsHigh: (masks.fieldsHigh & ~cleared.fieldsHigh) | bits.fieldsHigh,
	};
}
