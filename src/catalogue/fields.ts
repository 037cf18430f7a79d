import type { MetadataScope, ProductMetaScope } from "./scopes.ts";
import { METADATA_SCOPES } from "./scopes.ts";

/** The source fields of each scope, in the order they are served (SPEC 2.4 and SPEC 2.5). */
export const FIELDS = {
	info: [
		"brand",
		"product_name",
		"product_description",
		"net_weight",
		"category",
		"country_of_origin",
		"manufacturer",
		"distributor",
		"additional_certifications",
		"bracha",
		"kosher_for_passover",
		"gluten_free",
		"vegan",
		"organic",
		"notes",
		"scanned_at",
		"updated_at",
	],
	hechshers: ["symbol", "org", "logo", "dairy_meat_pareve", "additional_designation"],
	nutrition: [
		"servings_per_container",
		"serving_size",
		"calories",
		"total_fat",
		"saturated_fat",
		"trans_fat",
		"cholesterol",
		"sodium",
		"total_carbohydrate",
		"dietary_fiber",
		"total_sugars",
		"added_sugars",
		"protein",
		"vitamin_d",
		"calcium",
		"iron",
		"potassium",
	],
	ingredients: ["ingredients_text", "contains_statement", "may_contain_statement", "allergens"],
	catalog_meta: ["department", "subcategory", "web_description", "variety"],
	image_meta: [
		"photo_date",
		"upload_date",
		"resolution",
		"ownership",
		"uploaded_by",
		"file_size_bytes",
		"source_batch",
	],
} as const satisfies Record<MetadataScope, readonly string[]>;

export type InfoField = (typeof FIELDS.info)[number];
export type NutritionField = (typeof FIELDS.nutrition)[number];
export type ImageMetaField = (typeof FIELDS.image_meta)[number];

/** The info fields that are always real booleans. */
export const INFO_FLAGS = [
	"kosher_for_passover",
	"gluten_free",
	"vegan",
	"organic",
] as const satisfies InfoField[];

/** The times of an info record, which the service sets and no import can. */
export const INFO_TIMES = ["scanned_at", "updated_at"] as const satisfies InfoField[];

/**
 * The lines of a nutrition panel that are texts; every other one is a nutrient with amount and daily value.
 */
export const PANEL_TEXTS = [
	"servings_per_container",
	"serving_size",
	"calories",
] as const satisfies NutritionField[];

/** The nutrients of a panel, in the order they are served. */
export const NUTRIENTS = FIELDS.nutrition.slice(PANEL_TEXTS.length) as Exclude<
	NutritionField,
	(typeof PANEL_TEXTS)[number]
>[];

/**
 * A valid metadata key (SPEC 2.9), taken apart. Keys of `image_meta` have no bit of their own: the active
 * pictures of a product decide them.
 */
export type MetadataKey =
	| { scope: ProductMetaScope; field: string | null }
	| { scope: "image_meta"; field: ImageMetaField | null };

const parsedKeys: ReadonlyMap<string, MetadataKey> = new Map(
	METADATA_SCOPES.flatMap((scope): [string, MetadataKey][] => [
		[scope, { scope, field: null } as MetadataKey],
		...FIELDS[scope].map((field): [string, MetadataKey] => [
			`${scope}.${field}`,
			{ scope, field } as MetadataKey,
		]),
	]),
);

/** Every valid metadata key: each scope, followed by its `scope.field` keys. */
export const METADATA_KEYS: readonly string[] = [...parsedKeys.keys()];

/**
 * Takes a metadata key apart: `nutrition` or `nutrition.calories`. Null when there is no such scope or
 * field.
 */
export function parseMetadataKey(key: string): MetadataKey | null {
	return parsedKeys.get(key) ?? null;
}
