import Type, { type Static } from "typebox";
import { BRACHOS, DEPARTMENTS, KOSHER_STATUSES } from "./vocabularies.ts";

const nullableText = (description: string, example: string) =>
	Type.Union([Type.String(), Type.Null()], { description, examples: [example] });

const nullableTime = (description: string) =>
	Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
		description,
		examples: ["2025-03-04T09:30:00.000Z"],
	});

const flag = (description: string) => Type.Boolean({ description, examples: [true] });

/**
 * Scope `info` as it is served: keys of `product_meta` itself. Times are null only where there is no
 * record.
 */
export const Info = Type.Object({
	brand: nullableText("Brand name.", "Golden Sheaf"),
	product_name: nullableText("Name of the product.", "Whole Wheat Matzah"),
	product_description: nullableText(
		"Tagline on the front of the pack; `web_description` stands here when it is set.",
		"Baked in small batches",
	),
	net_weight: nullableText("Free text as printed, not normalised.", "16 oz (454 g)"),
	category: nullableText(
		"Free-form grouping. The category set in the catalogue, when there is one, stands here.",
		"Crackers",
	),
	country_of_origin: nullableText("Country of origin.", "Israel"),
	manufacturer: nullableText("Name and address as printed.", "Golden Sheaf Bakery, Haifa, Israel"),
	distributor: nullableText("Distributor as printed.", "Golden Sheaf Imports"),
	additional_certifications: nullableText(
		"Certifications other than kosher, separated by commas.",
		"USDA Organic",
	),
	bracha: Type.Union([Type.Enum([...BRACHOS, ""]), Type.Null()], {
		description: "Blessing before eating; empty or null for what is not food or not known.",
		examples: ["mezonos"],
	}),
	kosher_for_passover: flag("Whether the product is kosher for Passover."),
	gluten_free: flag("True only when the package says so."),
	vegan: flag("True only when the package says so."),
	organic: flag("True only when certified; best effort."),
	notes: nullableText("Free-form notes of the catalogue.", "New packaging"),
	scanned_at: nullableTime("When the record was created."),
	updated_at: nullableTime("When any field of `product_meta` last changed."),
});
export type Info = Static<typeof Info>;

/** One hechsher: a kosher certification printed on the pack. */
export const Hechsher = Type.Object({
	symbol: Type.String({ description: "Abbreviation of the agency.", examples: ["OU"] }),
	org: nullableText("Name of the agency.", "Orthodox Union"),
	logo: nullableText("File name of the agency's logo; not a URL.", "ou.png"),
	dairy_meat_pareve: Type.Union([Type.Enum([...KOSHER_STATUSES]), Type.Null()], {
		description: "Kosher status.",
		examples: ["pareve"],
	}),
	additional_designation: nullableText(
		"Further designations, possibly several joined by commas.",
		"Pas Yisroel, Yoshon",
	),
});
export type Hechsher = Static<typeof Hechsher>;

/** Scope `hechshers` as it is served. */
export const Hechshers = Type.Array(Hechsher, {
	description: "Kosher certifications; empty when there are none.",
});
export type Hechshers = Static<typeof Hechshers>;

/** A nutrient of the panel, as printed. */
export const Nutrient = Type.Object({
	amount: nullableText("Amount as printed.", "<1 g"),
	dv: nullableText("Percent of the daily value as printed; null when not printed.", "2%"),
});
export type Nutrient = Static<typeof Nutrient>;

/** The nutrition panel, every value as printed. Served as null for a product without one. */
export const Nutrition = Type.Object({
	servings_per_container: nullableText("Servings per container.", "about 8"),
	serving_size: nullableText("Serving size.", "1 piece (28 g)"),
	calories: nullableText("Calories.", "110"),
	total_fat: Nutrient,
	saturated_fat: Nutrient,
	trans_fat: Nutrient,
	cholesterol: Nutrient,
	sodium: Nutrient,
	total_carbohydrate: Nutrient,
	dietary_fiber: Nutrient,
	total_sugars: Nutrient,
	added_sugars: Nutrient,
	protein: Nutrient,
	vitamin_d: Nutrient,
	calcium: Nutrient,
	iron: Nutrient,
	potassium: Nutrient,
});
export type Nutrition = Static<typeof Nutrition>;

/** Scope `ingredients` as it is served. */
export const Ingredients = Type.Object({
	ingredients_text: nullableText("Ingredients as printed; empty for what is not food.", "Wheat flour, water"),
	contains_statement: nullableText("The statement of what it contains.", "Contains: wheat"),
	may_contain_statement: nullableText("The statement of what it may contain.", "May contain sesame"),
	allergens: Type.Array(Type.String(), {
		description: "Normalised names of allergens; empty when there are none.",
		examples: [["wheat"]],
	}),
});
export type Ingredients = Static<typeof Ingredients>;

/** Scope `catalog_meta` as it is served: keys of `product_meta` itself. */
export const CatalogMeta = Type.Object({
	department: Type.Union([Type.Enum([...DEPARTMENTS]), Type.Null()], {
		description: "Department of the shop; null when unclassified.",
		examples: ["Groceries"],
	}),
	subcategory: nullableText("Free text below the category.", "Matzah"),
	web_description: nullableText("Marketing copy.", "Crisp, light and baked in small batches."),
	variety: nullableText("Produce only: the cultivar within the commodity that `subcategory` names.", "Gala"),
});
export type CatalogMeta = Static<typeof CatalogMeta>;

/** What is known about one picture. `ownership` is absent when it was never set. */
export const ImageMeta = Type.Object({
	photo_date: Type.String({
		format: "date",
		description: "Date the photo was taken.",
		examples: ["2025-03-04"],
	}),
	upload_date: Type.String({
		description:
			"When the file arrived, `YYYY-MM-DD HH:MM:SS` at the offset of the service (UTC-4 by default).",
		examples: ["2025-03-04 09:30:00"],
	}),
	resolution: Type.String({
		pattern: "^[0-9]+x[0-9]+$",
		description: "Width and height in pixels.",
		examples: ["1600x1600"],
	}),
	ownership: Type.Optional(Type.String({ description: "Attribution, set for an import batch." })),
	uploaded_by: nullableText("The administrator who imported the file.", "studio"),
	file_size_bytes: Type.Integer({
		minimum: 0,
		description: "Size of the delivered file.",
		examples: [251_904],
	}),
	source_batch: Type.String({
		description: "Tag of the import batch; an open set.",
		examples: ["zip_upload"],
	}),
});
export type ImageMeta = Static<typeof ImageMeta>;

const imageMetaOrNull = Type.Union([Type.Partial(ImageMeta), Type.Null()], {
	description: "Null when the product has no such picture.",
});

/** Scope `image_meta` as it is served. Fields that are locked for the client are missing. */
export const ImageMetaByVariant = Type.Object({
	front: imageMetaOrNull,
	back: imageMetaOrNull,
	front_clean: imageMetaOrNull,
	back_clean: imageMetaOrNull,
});
export type ImageMetaByVariant = Static<typeof ImageMetaByVariant>;

const urlOrNull = Type.Union([Type.String({ format: "uri" }), Type.Null()], {
	description: "Signed URL; null when the product has no such picture or it was not asked for.",
});

/** Scope `images` as it is served. */
export const Images = Type.Object({
	front: urlOrNull,
	back: urlOrNull,
	front_clean: urlOrNull,
	back_clean: urlOrNull,
});
export type Images = Static<typeof Images>;

/**
 * `product_meta` as it is served: the fields of the requested scopes, without those locked for the client.
 */
export const ProductMeta = Type.Partial(
	Type.Object({
		...Info.properties,
		hechshers: Hechshers,
		nutrition: Type.Union([Type.Partial(Nutrition), Type.Null()], {
			description: "The nutrition panel, every value as printed; null for a product without one.",
		}),
		ingredients: Type.Partial(Ingredients),
		...CatalogMeta.properties,
	}),
	{ description: "Metadata of the product: the fields of the scopes asked for." },
);
export type ProductMeta = Static<typeof ProductMeta>;
