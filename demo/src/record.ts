import type { INFO_TIMES } from "../../src/catalogue/fields.ts";
import type { CatalogMeta, Hechsher, Info, Ingredients, Nutrition } from "../../src/catalogue/schemas.ts";

/** One line of a metadata import: a product by barcode, scope by scope. An absent scope says nothing about it. */
export type ProductRecord = {
	barcode: string;
	info?: RecordInfo;
	hechshers?: Hechsher[];
	nutrition?: Nutrition;
	ingredients?: Ingredients;
	/** `category` takes the place of the one in `info`. */
	catalog_meta?: CatalogMeta & { category?: string | null };
};

export type RecordInfo = Omit<Info, (typeof INFO_TIMES)[number]>;
