// Written by scripts/write-sdk-types.ts from docs/openapi.json.

import type { KosherAlert, Meta } from "./api-types.ts";

export interface Product {
	/** The requested barcode. */
	barcode: string;
	image_meta?: ImageMetaByVariant;
	product_meta?: ProductMeta;
	images?: ImageUrls;
	meta: {
		/** Same as X-Request-ID. */
		request_id: string;
		/** Credits charged by this request. */
		credits_debited: number;
		/** Balance after this request. */
		credits_remaining: number;
		response_generated: string;
		/** Dotted paths of fields that were left out because they are locked for the client. */
		redacted_fields?: string[];
	};
}

export interface ProductQuery {
	/** Scopes to return, comma-separated. `product_meta` stands for the five fine-grained scopes. Default: all scopes. */
	include?: Scope[] | undefined;
	/** Variants to get a URL for, comma-separated. Default: every available variant. `front` and `back` are JPEG on white. `front_clean` and `back_clean` are cut-outs of the same photographs: PNG on a transparent background. Clean refers to the background: a cut-out carries the same watermark and the same invisible mark. */
	variants?: Variant[] | undefined;
	/** Longer edge, in pixels, of the pictures behind the URLs: `full`, or one of the sizes that this installation prepares. If a picture does not exist in that size, it comes in the next larger one. The price is the same. */
	size?: string | undefined;
}

export type Scope = DataScope | "product_meta";

export type MetadataScope =
	| "info"
	| "hechshers"
	| "nutrition"
	| "ingredients"
	| "catalog_meta"
	| "image_meta";

export type DataScope = MetadataScope | "images";

export type Variant = "front" | "back" | "front_clean" | "back_clean";

/** Metadata of the product: the fields of the requested scopes. */
export interface ProductMeta {
	/** Brand name. */
	brand?: string | null;
	/** Name of the product. */
	product_name?: string | null;
	/** Tagline on the front of the pack, or the marketing copy if there is any. */
	product_description?: string | null;
	/** Free text as printed, not normalised. */
	net_weight?: string | null;
	/** Free-form grouping, or the category set in the catalogue if there is one. */
	category?: string | null;
	/** Country of origin. */
	country_of_origin?: string | null;
	/** Name and address as printed. */
	manufacturer?: string | null;
	/** Distributor as printed. */
	distributor?: string | null;
	/** Certifications other than kosher, separated by commas. */
	additional_certifications?: string | null;
	/** Blessing before eating; empty or null if not food or not known. */
	bracha?: "hamotzi" | "mezonos" | "hagafen" | "haetz" | "haadama" | "shehakol" | "" | null;
	/** Whether the product is kosher for Passover. */
	kosher_for_passover?: boolean;
	/** True only when the package says so. */
	gluten_free?: boolean;
	/** True only when the package says so. */
	vegan?: boolean;
	/** True only when certified; best effort. */
	organic?: boolean;
	/** Free-form catalogue notes. */
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
	/** Shop department; null if unclassified. */
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
	/** Percent of the daily value as printed; null if not printed. */
	dv: string | null;
}

export interface Ingredients {
	/** Ingredients as printed; empty if not food. */
	ingredients_text?: string | null;
	/** The "contains" statement. */
	contains_statement?: string | null;
	/** The "may contain" statement. */
	may_contain_statement?: string | null;
	/** Normalised names of allergens; empty when there are none. */
	allergens?: string[];
}

export interface ImageMetaByVariant {
	/** Null if the product has no such picture. */
	front: ImageMeta | null;
	/** Null if the product has no such picture. */
	back: ImageMeta | null;
	/** Null if the product has no such picture. */
	front_clean: ImageMeta | null;
	/** Null if the product has no such picture. */
	back_clean: ImageMeta | null;
}

export interface ImageMeta {
	/** Date the photo was taken. */
	photo_date?: string;
	/** When the file arrived, as `YYYY-MM-DD HH:MM:SS` in the UTC offset of the service (UTC-4 by default). */
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
	/** Signed URL; null if the product has no such picture or it was not requested. */
	front: string | null;
	/** Signed URL; null if the product has no such picture or it was not requested. */
	back: string | null;
	/** Signed URL; null if the product has no such picture or it was not requested. */
	front_clean: string | null;
	/** Signed URL; null if the product has no such picture or it was not requested. */
	back_clean: string | null;
}

export interface KosherRecord {
	/** The requested barcode. */
	barcode: string;
	/** All hechshers of the product in their order, withheld ones among them. */
	hechshers: KosherHechsher[];
	/** Live alerts about the product. */
	alerts: KosherAlert[];
	meta: Meta;
}

export interface KosherHechsher {
	/** Abbreviation of the agency. */
	symbol: string;
	/** Name of the agency. */
	org: string | null;
	/** Kosher status. */
	dairy_meat_pareve: "dairy" | "meat" | "pareve" | null;
	/** Further designations, possibly several joined by commas. */
	additional_designation: string | null;
	/** `withdrawn`: withheld by a live alert. `expired`: the certificate has ended. `current`: it holds. `unstated`: no date is known. */
	status: "current" | "expired" | "unstated" | "withdrawn";
	/** What it rests on, if that is known. */
	certificate: Certificate | null;
}

export interface Certificate {
	/** The operator's name for it. */
	certificate_id: string;
	/** When it was issued. */
	issued_on: string | null;
	/** The last day on which it holds, UTC. */
	valid_until: string | null;
	/** When somebody last looked at the source. */
	checked_on: string | null;
	/** Where it can be looked up: an https URL or a text. */
	source: string | null;
}
