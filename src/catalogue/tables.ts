import type { Generated } from "kysely";

/**
 * A product. The scopes hold the served text (record.ts explains the columns); the masks say which metadata exists, and are written in the
 * transaction that writes the data.
 */
export interface ProductTable {
	id: Generated<number>;
	barcode: string;
	/** Length of the barcode. */
	digits: number;
	info: string | null;
	hechshers: string | null;
	nutrition: string | null;
	ingredients: string | null;
	catalog_meta: string | null;
	info_as_given: string | null;
	category_override: string | null;
	brand: string | null;
	department: string | null;
	scanned_at: number | null;
	updated_at: number | null;
	fields_low: number;
	fields_high: number;
	fields_extra: number;
	/** Which variants have an active picture, as a variant mask. */
	variants: number;
	/** The `image_meta` served to clients with the visible watermark; null if there are no pictures. */
	image_meta: string | null;
	/** Sizes of files without the visible watermark that differ from `image_meta`, put in for all other clients (plain-image-meta.ts). */
	plain_sizes: string | null;
	/** What `image_meta` contains about the smaller sizes of pictures, as written by sized-image-meta.ts; null if there are none. */
	image_sizes: string | null;
	/** Which fields of `image_meta` any active picture has. */
	image_fields: number;
	images_changed_at: number | null;
	/** What `updated_since` is compared with: `updated_at`, or for a product without metadata, the latest change of a picture. */
	changed_at: number;
	/** The texts that listings filter by, as numbers (text-number.ts) to keep the listing index narrow. */
	brand_number: number;
	department_number: number;
	/** The distinct ownership tags of the active pictures. */
	owner_1: number | null;
	owner_2: number | null;
	owner_3: number | null;
	owner_4: number | null;
}

/** How many products have a metadata key, written in the transaction that writes the products; the empty key counts all products. */
export interface FieldCountTable {
	field_key: string;
	products: number;
}

declare module "../platform/db/tables.ts" {
	interface Tables {
		product: ProductTable;
		field_count: FieldCountTable;
	}
}
