import type { Variant } from "../../../src/catalogue/fields/scopes.ts";
import type { Facing } from "../packages/print.ts";
import { PRODUCE_SCENES, type ProduceName } from "../packages/produce.ts";
import type { ProductRecord, RecordInfo } from "../record.ts";

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
		variants: ["front", "back", "front_clean", "back_clean"],
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
		variants: ["front", "back", "front_clean", "back_clean"],
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
		variants: ["front", "front_clean"],
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
		variants: ["front", "back", "front_clean"],
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
		variants: ["front", "front_clean"],
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
		variants: ["front", "front_clean"],
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
		variants: ["front", "front_clean"],
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
		variants: ["front", "back", "front_clean"],
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

export function produceScene(item: Produce, facing: Facing) {
	return PRODUCE_SCENES[item.look](item.code, facing);
}
