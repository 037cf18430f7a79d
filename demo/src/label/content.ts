import type { Agency } from "../catalogue/agencies.ts";
import type { NutritionFacts } from "../catalogue/nutrition.ts";
import type { FoodPicture } from "../food/picture.ts";
import type { BrandStyle } from "./brand-mark.ts";
import type { Palette } from "./palette.ts";

/** Content and style of a label; each layout arranges them differently. */
export type LabelContent = {
	palette: Palette;
	brand: string;
	brandStyle: BrandStyle;
	name: string;
	hebrewName?: string;
	tagline?: string;
	netWeight: string;
	food: FoodPicture;
	/** A second picture, smaller. */
	garnish?: FoodPicture;
	certifiedBy?: { agency: Agency; designation: string };
	/** Short claims shown in seals ("Gluten free"). */
	claims: readonly string[];
	barcode: string;
	ingredients?: string;
	contains?: string;
	/** A few sentences for the back. */
	story?: string;
	nutrition?: NutritionFacts;
	address: string;
	/** Varies patterns and small details. */
	seed: number;
};

/** A panel to design: content fits width × height, the background extends by `bleed` on both sides. */
export type Panel = { width: number; height: number; bleed: number };
