import type { ProductMetaScope, Variant } from "../../../src/catalogue/fields/scopes.ts";
import type { DEPARTMENTS } from "../../../src/catalogue/fields/vocabularies.ts";
import type { Food } from "../food/picture.ts";
import type { LayoutName } from "../label/layouts.ts";
import type { PaletteName } from "../label/palette.ts";
import type { PackageName } from "../packages/packages.ts";
import type { RecordInfo } from "../record.ts";
import type { AgencyKey } from "./agencies.ts";
import type { BrandKey } from "./brands.ts";
import type { NutrientAmounts } from "./nutrition.ts";

/** A packaged product of the demo as declared here: its data and the look of its package. */
export type Entry = {
	/**
	 * Within the fictional number range. `upc` makes it a UPC-A of twelve digits instead of thirteen: `padded` with a leading zero, `short`
	 * for one that fits a UPC-E.
	 */
	number: number;
	upc?: true | "padded" | "short";
	brand: BrandKey;
	name: string;
	hebrew?: string;
	tagline?: string;
	weight: string;
	shelf: readonly [department: (typeof DEPARTMENTS)[number], category: string, subcategory: string];
	/** USA by default. */
	country?: string;
	/** Marketing copy of the catalogue, printed on the back as well. */
	story?: string;
	distributor?: string;
	certifications?: string;
	notes?: string;
	/** Replaces the shelf's category. */
	category?: string;
	bracha?: NonNullable<RecordInfo["bracha"]>;
	kosher?: readonly (readonly [
		agency: AgencyKey,
		status: "dairy" | "meat" | "pareve",
		designation?: string,
	])[];
	claims?: readonly Claim[];
	facts?: Facts;
	ingredients?: string;
	/** Of what the allergens are declared, where not by their names. */
	contains?: string;
	mayContain?: string;
	/** With wheat goes gluten. */
	allergens?: readonly string[];
	/** Scopes without data. */
	lacks?: readonly ProductMetaScope[];
	look: Look;
	/** Where absent, as few as most products have. */
	variants?: readonly Variant[];
};

export type Claim = "Gluten free" | "Vegan" | "Organic" | "Kosher for Passover";

/** Servings, serving size, calories, then grams: fat, saturated fat, sodium (mg), carbohydrate, fiber, sugars, added sugars, protein. */
export type Facts = readonly [
	servings: string,
	size: string,
	calories: number,
	fat: number,
	saturated: number,
	sodiumMg: number,
	carbohydrate: number,
	fiber: number,
	sugars: number,
	added: number,
	protein: number,
	others?: NutrientAmounts,
];

export type Look = readonly [
	pack: PackageName,
	palette: PaletteName,
	layout: LayoutName,
	food: Food,
	extras?: {
		garnish?: Food;
		cap?: string;
		/** Colour of the content seen through glass, or of a printed bottle. */
		contents?: string;
	},
];

export const FRONTS: readonly Variant[] = ["front", "front_clean"];
export const NO_CLEAN_BACK: readonly Variant[] = ["front", "back", "front_clean"];
