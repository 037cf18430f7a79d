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
	hebrewName: string | undefined;
	tagline: string | undefined;
	netWeight: string;
	food: FoodPicture;
	/** A second picture, smaller. */
	garnish: FoodPicture | undefined;
	certifiedBy: { agency: Agency; designation: string } | undefined;
	/** Short claims shown in seals ("Gluten free"). */
	claims: readonly string[];
	barcode: string;
	ingredients: string | undefined;
	contains: string | undefined;
	/** A few sentences for the back. */
	story: string | undefined;
	nutrition: NutritionFacts | undefined;
	address: string;
	/** Varies patterns and small details. */
	seed: number;
};

/** A panel to design: content fits width × height, the background extends by `bleed` on both sides. */
export type Panel = { width: number; height: number; bleed: number };
