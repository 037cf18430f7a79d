import { FIELDS, METADATA_KEYS } from "./fields.ts";
import { bitPosition } from "./masks.ts";
import type { ProductRow } from "./product-row.ts";
import { VARIANTS } from "./scopes.ts";

/** The columns of a product that say which metadata it has. */
export type MaskColumn = "fields_low" | "fields_high" | "variants" | "image_fields";

export type MaskedRow = Pick<ProductRow, MaskColumn>;

/** Where a product's row answers a metadata key: the product has the key if any of these bits is set. */
export interface KeyBits {
	readonly column: MaskColumn;
	readonly mask: number;
}

const known: ReadonlyMap<string, KeyBits> = new Map(METADATA_KEYS.map((key) => [key, find(key)]));

/** The bits of a metadata key, `scope` or `scope.field`; `undefined` for anything else. */
export function bitsOfKey(key: string): KeyBits | undefined {
	return known.get(key);
}

/** Whether a row has any of the bits. */
export function hasBits(row: MaskedRow, { column, mask }: KeyBits): boolean {
	return (row[column] & mask) !== 0;
}

function find(key: string): KeyBits {
	const position = bitPosition(key);
	if (position) return { column: position.column === 0 ? "fields_low" : "fields_high", mask: position.mask };
	// `image_meta` has data as soon as there is any picture.
	if (key === "image_meta") return { column: "variants", mask: (1 << VARIANTS.length) - 1 };
	const place = FIELDS.image_meta.findIndex((field) => key === `image_meta.${field}`);
	return { column: "image_fields", mask: 1 << place };
}
