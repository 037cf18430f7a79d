import type { GivenHechsher, MetadataChange } from "../../src/catalogue/metadata-change.ts";
import type { NutritionFacts } from "./catalogue/nutrition.ts";

/** One line of a metadata import: a product by barcode, scope by scope. An absent scope says nothing about it. */
export type ProductRecord = {
	barcode: string;
	info?: RecordInfo;
	hechshers?: GivenHechsher[];
	nutrition?: NutritionFacts;
	ingredients?: NonNullable<MetadataChange["ingredients"]>;
	/** `category` takes the place of the one in `info`. */
	catalog_meta?: NonNullable<MetadataChange["catalog_meta"]>;
};

export type RecordInfo = NonNullable<MetadataChange["info"]>;
