import type { Generated, Selectable } from "kysely";

/**
 * A product. A scope is stored as the text that is served, so that a read only joins texts; null if the product does not have it. `info` and
 * `catalog_meta` are the members of an object without its braces, because their fields are keys of `product_meta` itself; the others are complete
 * values. The masks say which metadata exists, and are written in the transaction that writes the data.
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
	/** All hechshers as given, stored while an alert withholds some of them from `hechshers`; null if `hechshers` is what was given. */
	hechshers_as_given: string | null;
	/** Which hechshers live alerts withhold, as written by withholding/withheld.ts; null for none. */
	withheld: string | null;
	/** Members of `info` as given, stored while an override hides some of them; null if `info` is what was given. */
	info_as_given: string | null;
	/** The category given with `catalog_meta`, which is served instead of that of `info`. */
	category_override: string | null;
	brand: string | null;
	department: string | null;
	/**
	 * When the `info` record was created, and when any scope last changed, epoch milliseconds; null if there is none. They are added to `info` on reading:
	 * a change to any scope updates `updated_at` without rewriting the text.
	 */
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
	/** Conflicts that somebody looked at, as written by conflicts/conflicts.ts; null for none. */
	looked_at: string | null;
	/** The certificates that hechshers rest on, as written by certificates/links.ts; null if none does. Not served with the product. */
	certificates: string | null;
}

/** A product's row without its id, which only the database assigns. */
export type ProductRow = Omit<Selectable<ProductTable>, "id">;

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
