import { VARIANTS, type Variant } from "../../../src/catalogue/fields/scopes.ts";
import type { ProduceName } from "../packages/produce.ts";
import type { ProductRecord, RecordInfo } from "../record.ts";
import { FRONTS, NO_CLEAN_BACK } from "./entry.ts";

/** Fruit and vegetables go by four-digit price look-up codes (International Federation for Produce Standards). */
type Produce = {
	code: string;
	look: ProduceName;
	name: string;
	commodity: string;
	variety: string;
	bracha: NonNullable<RecordInfo["bracha"]>;
	country: string;
	words: string;
	variants: readonly Variant[];
};

export const PRODUCE: readonly Produce[] = [
	{
		code: "4011",
		look: "bananas",
		name: "Bananas",
		commodity: "Bananas",
		variety: "Cavendish",
		bracha: "haadama",
		country: "Ecuador",
		words: "Ripe and yellow, by the hand.",
		variants: VARIANTS,
	},
	{
		code: "4131",
		look: "redApple",
		name: "Fuji Apples",
		commodity: "Apples",
		variety: "Fuji",
		bracha: "haetz",
		country: "USA",
		words: "Sweet, dense and juicy.",
		variants: VARIANTS,
	},
	{
		code: "4017",
		look: "greenApple",
		name: "Granny Smith Apples",
		commodity: "Apples",
		variety: "Granny Smith",
		bracha: "haetz",
		country: "USA",
		words: "Tart and crisp; holds its shape in the oven.",
		variants: FRONTS,
	},
	{
		code: "4012",
		look: "orange",
		name: "Navel Oranges",
		commodity: "Oranges",
		variety: "Navel",
		bracha: "haetz",
		country: "Israel",
		words: "Seedless and easy to peel.",
		variants: NO_CLEAN_BACK,
	},
	{
		code: "4053",
		look: "lemons",
		name: "Lemons",
		commodity: "Lemons",
		variety: "Eureka",
		bracha: "haetz",
		country: "Israel",
		words: "Bright and full of juice.",
		variants: FRONTS,
	},
	{
		code: "4062",
		look: "cucumbers",
		name: "Cucumbers",
		commodity: "Cucumbers",
		variety: "Slicing",
		bracha: "haadama",
		country: "Israel",
		words: "Cool, firm and fresh.",
		variants: FRONTS,
	},
	{
		code: "4664",
		look: "vineTomatoes",
		name: "Tomatoes on the Vine",
		commodity: "Tomatoes",
		variety: "Cluster",
		bracha: "haadama",
		country: "Spain",
		words: "Picked with the stem they ripened on.",
		variants: FRONTS,
	},
	{
		code: "4688",
		look: "redPepper",
		name: "Red Bell Peppers",
		commodity: "Peppers",
		variety: "Red Bell",
		bracha: "haadama",
		country: "Israel",
		words: "Sweet all the way through.",
		variants: NO_CLEAN_BACK,
	},
];

export function produceRecord(item: Produce): ProductRecord {
	return {
		barcode: item.code,
		info: {
			brand: null,
			product_name: item.name,
			product_description: null,
			net_weight: "per lb",
			category: "Fresh Produce",
			country_of_origin: item.country,
			manufacturer: null,
			distributor: null,
			additional_certifications: null,
			bracha: item.bracha,
			kosher_for_passover: true,
			gluten_free: false,
			vegan: false,
			organic: false,
			notes: null,
		},
		catalog_meta: {
			department: "Produce",
			subcategory: item.commodity,
			web_description: item.words,
			variety: item.variety,
		},
	};
}
