// Written by scripts/write-sdk-types.ts from docs/openapi.json.

import type { DataScope } from "./catalogue-types.ts";

export interface Product {
	/** The barcode asked for. */
	barcode: string;
	image_meta?: {
		/** Null when the product has no such picture. */
		front: ImageMeta | null;
		/** Null when the product has no such picture. */
		back: ImageMeta | null;
		/** Null when the product has no such picture. */
		front_clean: ImageMeta | null;
		/** Null when the product has no such picture. */
		back_clean: ImageMeta | null;
	};
	/** Metadata of the product: the fields of the scopes asked for. */
	product_meta?: ProductMeta;
	images?: ImageUrls;
	meta: {
		/** Same as X-Request-ID. */
		request_id: string;
		/** Credits charged by this request. */
		credits_debited: number;
		/** Balance after it. */
		credits_remaining: number;
		response_generated: string;
		/** Dotted paths that are locked for the client and were left out. */
		redacted_fields?: string[];
	};
}

export interface ProductQuery {
	/** Scopes to return, comma-separated. `product_meta` stands for the five fine-grained scopes. Omitted: all scopes. */
	include?: Scope[] | undefined;
	/** Variants to get a URL for, comma-separated. Omitted: every available variant. `front` and `back` are JPEG on white. `front_clean` and `back_clean` are cut-outs of the same photographs: PNG on a transparent ground. Clean is the ground, not the picture: a cut-out carries the same watermark and the same invisible mark. */
	variants?: Variant[] | undefined;
	/** Pixels of the longer edge of the pictures that the URLs lead to: `full`, or one of the sizes that this installation prepares. A picture that is no larger comes in the next larger size there is. The price is the same. */
	size?: string | undefined;
}

export type Scope = DataScope | "product_meta";

export type Variant = "front" | "back" | "front_clean" | "back_clean";

/** Metadata of the product: the fields of the scopes asked for. */
export interface ProductMeta {
	/** Brand name. */
	brand?: string | null;
	/** Name of the product. */
	product_name?: string | null;
	/** Tagline on the front of the pack; `web_description` stands here when it is set. */
	product_description?: string | null;
	/** Free text as printed, not normalised. */
	net_weight?: string | null;
	/** Free-form grouping. The category set in the catalogue, when there is one, stands here. */
	category?: string | null;
	/** Country of origin. */
	country_of_origin?: string | null;
	/** Name and address as printed. */
	manufacturer?: string | null;
	/** Distributor as printed. */
	distributor?: string | null;
	/** Certifications other than kosher, separated by commas. */
	additional_certifications?: string | null;
	/** Blessing before eating; empty or null for what is not food or not known. */
	bracha?: "hamotzi" | "mezonos" | "hagafen" | "haetz" | "haadama" | "shehakol" | "" | null;
	/** Whether the product is kosher for Passover. */
	kosher_for_passover?: boolean;
	/** True only when the package says so. */
	gluten_free?: boolean;
	/** True only when the package says so. */
	vegan?: boolean;
	/** True only when certified; best effort. */
	organic?: boolean;
	/** Free-form notes of the catalogue. */
	notes?: string | null;
	/** When the record was created. */
	scanned_at?: string | null;
	/** When any field of `product_meta` last changed. */
	updated_at?: string | null;
	/** Kosher certifications; empty when there are none. */
	hechshers?: Hechsher[];
	/** The nutrition panel, every value as printed; null for a product without one. */
	nutrition?: Nutrition | null;
	ingredients?: Ingredients;
	/** Department of the shop; null when unclassified. */
	department?:
		| "Appetizing"
		| "Baby & Bath"
		| "Beverages"
		| "Bread & Bakery"
		| "Chanukah"
		| "Dairy & Eggs"
		| "Frozen"
		| "Groceries"
		| "Health & Nutrition"
		| "Home & Leisure"
		| "Household & Cleaning"
		| "Kitchen Essentials"
		| "Nosh and Snacks"
		| "Passover"
		| "Produce"
		| "Purim"
		| "Sushi"
		| "Tishrei Holidays"
		| null;
	/** Free text below the category. */
	subcategory?: string | null;
	/** Marketing copy. */
	web_description?: string | null;
	/** Produce only: the cultivar within the commodity that `subcategory` names. */
	variety?: string | null;
}

export interface Hechsher {
	/** Abbreviation of the agency. */
	symbol: string;
	/** Name of the agency. */
	org: string | null;
	/** File name of the agency's logo; not a URL. */
	logo: string | null;
	/** Kosher status. */
	dairy_meat_pareve: "dairy" | "meat" | "pareve" | null;
	/** Further designations, possibly several joined by commas. */
	additional_designation: string | null;
}

export interface Nutrition {
	/** Servings per container. */
	servings_per_container?: string | null;
	/** Serving size. */
	serving_size?: string | null;
	/** Calories. */
	calories?: string | null;
	total_fat?: Nutrient;
	saturated_fat?: Nutrient;
	trans_fat?: Nutrient;
	cholesterol?: Nutrient;
	sodium?: Nutrient;
	total_carbohydrate?: Nutrient;
	dietary_fiber?: Nutrient;
	total_sugars?: Nutrient;
	added_sugars?: Nutrient;
	protein?: Nutrient;
	vitamin_d?: Nutrient;
	calcium?: Nutrient;
	iron?: Nutrient;
	potassium?: Nutrient;
}

export interface Nutrient {
	/** Amount as printed. */
	amount: string | null;
	/** Percent of the daily value as printed; null when not printed. */
	dv: string | null;
}

export interface Ingredients {
	/** Ingredients as printed; empty for what is not food. */
	ingredients_text?: string | null;
	/** The statement of what it contains. */
	contains_statement?: string | null;
	/** The statement of what it may contain. */
	may_contain_statement?: string | null;
	/** Normalised names of allergens; empty when there are none. */
	allergens?: string[];
}

export interface ImageMeta {
	/** Date the photo was taken. */
	photo_date?: string;
	/** When the file arrived, `YYYY-MM-DD HH:MM:SS` at the offset of the service (UTC-4 by default). */
	upload_date?: string;
	/** Width and height in pixels. */
	resolution?: string;
	/** Attribution, set for an import batch. */
	ownership?: string;
	/** The administrator who imported the file. */
	uploaded_by?: string | null;
	/** Size of the delivered file. */
	file_size_bytes?: number;
	/** Tag of the import batch; an open set. */
	source_batch?: string;
}

export interface ImageUrls {
	/** Signed URL; null when the product has no such picture or it was not asked for. */
	front: string | null;
	/** Signed URL; null when the product has no such picture or it was not asked for. */
	back: string | null;
	/** Signed URL; null when the product has no such picture or it was not asked for. */
	front_clean: string | null;
	/** Signed URL; null when the product has no such picture or it was not asked for. */
	back_clean: string | null;
}
