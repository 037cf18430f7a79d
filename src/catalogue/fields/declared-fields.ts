import Type from "typebox";
import {
	amount,
	choice,
	type FieldKind,
	flag,
	type KeyBits,
	type MaskColumn,
	nullableText,
	nutrient,
	ofPicture,
	symbol,
	text,
	texts,
	time,
} from "./field-kinds.ts";
import { type MetadataScope, VARIANTS } from "./scopes.ts";
import { BRACHA_WORDS, BRACHOS, DEPARTMENTS, KOSHER_STATUS_WORDS, KOSHER_STATUSES } from "./vocabularies.ts";

/** A metadata field: its type, and the bit of a product's row that says whether it has a value. */
export interface DeclaredField extends FieldKind {
	readonly bit: KeyBits;
	/** For fields that products are searched by: the letter that stands for it in the search index (search/facets.ts), which must never change. */
	readonly facetLetter?: string | undefined;
}

/**
 * Every metadata field, by scope, in the order in which they are served (SPEC 2.4 and 2.5). Schemas, defaults for fields that an import omits, import
 * validation, CSV columns, availability, counts and the search index are all derived from this.
 *
 * A bit belongs to its field forever: stored rows, and processes of other versions on the same database, rely on it. A new field takes the next free
 * one (`extra` has the most left); the bit of a removed field moves to RETIRED_BITS. docs/metadata-bits.json keeps the record.
 */
export const DECLARED = {
	info: {
		brand: at("low", 5, text("Brand name.", "Golden Sheaf")),
		product_name: at("low", 6, text("Name of the product.", "Whole Wheat Matzah")),
		product_description: at(
			"low",
			7,
			text(
				"Tagline on the front of the pack, or the marketing copy if there is any.",
				"Baked in small batches",
			),
		),
		net_weight: at("low", 8, text("Free text as printed, not normalised.", "16 oz (454 g)")),
		category: at(
			"low",
			9,
			text("Free-form grouping, or the category set in the catalogue if there is one.", "Crackers"),
		),
		country_of_origin: at("low", 10, text("Country of origin.", "Israel")),
		manufacturer: at("low", 11, text("Name and address as printed.", "Golden Sheaf Bakery, Haifa, Israel")),
		distributor: at("low", 12, text("Distributor as printed.", "Golden Sheaf Imports")),
		additional_certifications: at(
			"low",
			13,
			text("Certifications other than kosher, separated by commas.", "USDA Organic"),
		),
		bracha: at(
			"low",
			14,
			choice(
				[...BRACHOS, ""],
				"Blessing before eating; empty or null if not food or not known.",
				"mezonos",
				BRACHA_WORDS,
			),
			"b",
		),
		kosher_for_passover: at("low", 15, flag("Whether the product is kosher for Passover."), "p"),
		gluten_free: at("low", 16, flag("True only when the package says so."), "g"),
		vegan: at("low", 17, flag("True only when the package says so."), "v"),
		organic: at("low", 18, flag("True only when certified; best effort."), "o"),
		notes: at("low", 19, text("Free-form catalogue notes.", "New packaging")),
		// Times come last, because they are added when a product is read.
		scanned_at: at("low", 20, time("When the record was created.")),
		updated_at: at("low", 21, time("When any field of `product_meta` last changed.")),
	},
	hechshers: {
		symbol: at("low", 22, symbol("Abbreviation of the agency.", "OU"), "h"),
		org: at("low", 23, text("Name of the agency.", "Orthodox Union")),
		logo: at("low", 24, text("File name of the agency's logo; not a URL.", "ou.png")),
		dairy_meat_pareve: at(
			"low",
			25,
			choice(KOSHER_STATUSES, "Kosher status.", "pareve", KOSHER_STATUS_WORDS),
			"s",
		),
		additional_designation: at(
			"low",
			26,
			text("Further designations, possibly several joined by commas.", "Pas Yisroel, Yoshon"),
		),
	},
	nutrition: {
		servings_per_container: at("high", 0, amount("Servings per container.", "about 8")),
		serving_size: at("high", 1, amount("Serving size.", "1 piece (28 g)")),
		calories: at("high", 2, amount("Calories.", "110")),
		total_fat: at("high", 3, nutrient()),
		saturated_fat: at("high", 4, nutrient()),
		trans_fat: at("high", 5, nutrient()),
		cholesterol: at("high", 6, nutrient()),
		sodium: at("high", 7, nutrient()),
		total_carbohydrate: at("high", 8, nutrient()),
		dietary_fiber: at("high", 9, nutrient()),
		total_sugars: at("high", 10, nutrient()),
		added_sugars: at("high", 11, nutrient()),
		protein: at("high", 12, nutrient()),
		vitamin_d: at("high", 13, nutrient()),
		calcium: at("high", 14, nutrient()),
		iron: at("high", 15, nutrient()),
		potassium: at("high", 16, nutrient()),
	},
	ingredients: {
		ingredients_text: at(
			"high",
			17,
			text("Ingredients as printed; empty if not food.", "Wheat flour, water"),
		),
		contains_statement: at("high", 18, text('The "contains" statement.', "Contains: wheat")),
		may_contain_statement: at("high", 19, text('The "may contain" statement.', "May contain sesame")),
		allergens: at("high", 20, texts("Normalised names of allergens; empty when there are none.", "wheat")),
	},
	catalog_meta: {
		department: at(
			"high",
			21,
			choice(DEPARTMENTS, "Shop department; null if unclassified.", "Groceries"),
			"d",
		),
		subcategory: at("high", 22, text("Free text below the category.", "Matzah")),
		web_description: at("high", 23, text("Marketing copy.", "Crisp, light and baked in small batches.")),
		variety: at(
			"high",
			24,
			text("Produce only: the cultivar within the commodity that `subcategory` names.", "Gala"),
		),
	},
	image_meta: {
		photo_date: ofImages(
			0,
			Type.String({ format: "date", description: "Date the photo was taken.", examples: ["2025-03-04"] }),
		),
		upload_date: ofImages(
			1,
			Type.String({
				description:
					"When the file arrived, as `YYYY-MM-DD HH:MM:SS` in the UTC offset of the service (UTC-4 by default).",
				examples: ["2025-03-04 09:30:00"],
			}),
		),
		resolution: ofImages(
			2,
			Type.String({
				pattern: "^[0-9]+x[0-9]+$",
				description: "Width and height in pixels.",
				examples: ["1600x1600"],
			}),
		),
		ownership: ofImages(
			3,
			Type.Optional(Type.String({ description: "Attribution, set for an import batch." })),
		),
		uploaded_by: ofImages(4, nullableText("The administrator who imported the file.", "studio")),
		file_size_bytes: ofImages(
			5,
			Type.Integer({ minimum: 0, description: "Size of the delivered file.", examples: [251_904] }),
		),
		source_batch: ofImages(
			6,
			Type.String({ description: "Tag of the import batch; an open set.", examples: ["zip_upload"] }),
		),
	},
} as const satisfies Record<MetadataScope, Readonly<Record<string, DeclaredField>>>;

/** The bit of each scope, set when it has data (SPEC D20). `image_meta` has data if there is any picture. */
export const SCOPE_BITS: Readonly<Record<MetadataScope, KeyBits>> = {
	info: bit("fields_low", 0),
	hechshers: bit("fields_low", 1),
	nutrition: bit("fields_low", 2),
	ingredients: bit("fields_low", 3),
	catalog_meta: bit("fields_low", 4),
	image_meta: { column: "variants", mask: (1 << VARIANTS.length) - 1 },
};

/** Bits of keys that no longer exist, which must never be reused. */
export const RETIRED_BITS: Readonly<Record<string, KeyBits>> = {};

/** What an import may give with `catalog_meta` besides its fields: it is served as `info.category` and has no key of its own. */
export const CATEGORY_OVERRIDE = text("Replaces the scanned category.", "Crackers");

/** Version of the rules that derive bits from values: incremented when the same values lead to different bits, so that rows are rewritten. */
export const MASK_RULES = 3;

/** JavaScript's bitwise operators and PostgreSQL's `integer` allow 31 bits per column. */
export const BITS_PER_COLUMN = 31;

function bit(column: MaskColumn, place: number): KeyBits {
	return { column, mask: 1 << place };
}

function at<Kind extends FieldKind>(
	column: "low" | "high" | "extra",
	place: number,
	kind: Kind,
	facetLetter?: string,
) {
	return { ...kind, bit: bit(`fields_${column}`, place), facetLetter };
}

function ofImages<Served extends Parameters<typeof ofPicture>[0]>(place: number, served: Served) {
	return { ...ofPicture(served), bit: bit("image_fields", place) };
}
