import type { GivenHechsher, MetadataChange } from "../../src/catalogue/writing/metadata-change.ts";
import type { NutritionFacts } from "./catalogue/nutrition.ts";

/** One line of a metadata import: the data of one barcode, by scope. An absent scope leaves the stored one unchanged. */
export type ProductRecord = {
	barcode: string;
	info?: RecordInfo;
	hechshers?: GivenHechsher[];
	nutrition?: NutritionFacts;
	ingredients?: NonNullable<MetadataChange["ingredients"]>;
	/** `category` replaces the one in `info`. */
	catalog_meta?: NonNullable<MetadataChange["catalog_meta"]>;
};

export type RecordInfo = NonNullable<MetadataChange["info"]>;
