// Written by scripts/write-sdk-types.ts from docs/openapi.json.

import type { Meta } from "./api-types.ts";
import type { Variant } from "./product-types.ts";

export interface ProductList {
	/** Products in text order of their barcodes. */
	data: ProductRow[];
	pagination: Pagination | CursorPagination;
	meta: Meta;
}

export interface ProductListQuery {
	/** Lists by cursor: empty for the first page, then `pagination.next_cursor`, with the same filters. Whatever changes meanwhile, a product that matches throughout is listed exactly once. Not together with `page`. */
	cursor?: string | undefined;
	/** Page, from 1. */
	page?: number | undefined;
	/** Products on a page. */
	per_page?: number | undefined;
	/** Only products whose `updated_at` is then or later: a date (midnight UTC) or a date-time, UTC unless it has an offset. */
	updated_since?: string | undefined;
	/** Shortest barcode; produce codes of 4 digits are listed all the same. */
	min_digits?: number | undefined;
	/** Longest barcode. */
	max_digits?: number | undefined;
	/** true: only products with a picture front; false: only those without. */
	has_front?: boolean | undefined;
	/** true: only products with a picture front_clean; false: only those without. */
	has_front_clean?: boolean | undefined;
	/** true: only products with a picture back; false: only those without. */
	has_back?: boolean | undefined;
	/** true: only products with a picture back_clean; false: only those without. */
	has_back_clean?: boolean | undefined;
	/** Only products with a picture of this ownership tag. */
	ownership?: string | undefined;
	/** First digits of the barcode. */
	search?: string | undefined;
}

export interface ProductRow {
	/** 4 to 14 digits; leading zeros count. */
	barcode: string;
	/** The variants that there is a picture of. */
	variants: Variant[];
}

export interface Pagination {
	/** The page asked for. */
	page: number;
	/** Products on a full page. */
	per_page: number;
	/** Products on all pages together. */
	total: number;
	/** Pages that hold a product. */
	total_pages: number;
}

/** With `cursor`. */
export interface CursorPagination {
	/** Products on a full page. */
	per_page: number;
	/** Cursor of the next page; null with the last one. */
	next_cursor: string | null;
}

export interface ProductCheck {
	/** One entry for each barcode. */
	results: Record<string, CheckedProduct>;
	meta: Meta;
}

export interface CheckedProduct {
	/** Whether it is in the catalogue, as far as the client may see it. */
	exists: boolean;
	/** The variants that there is a picture of. */
	variants: Variant[];
}

export interface ResolvedBarcodes {
	/** One entry for each text. */
	results: Record<string, ResolvedBarcode>;
	meta: Meta;
}

export interface ResolvedBarcode {
	/** The product's barcode as the catalogue has it; null when there is none. */
	barcode: string | null;
	/** What the digits are by their number. */
	kind: BarcodeKind;
	/** Whether the check digit is right; null for produce codes and `other`. */
	check_digit_valid: boolean | null;
	/** For a case: the item inside, if the catalogue has it. */
	unit: string | null;
	/** The product that is meant if one check digit was wrong or left off. */
	suggestion: string | null;
}

/** What the digits are by their number. */
export type BarcodeKind = "produce" | "gtin-8" | "upc-e" | "gtin-12" | "gtin-13" | "gtin-14" | "other";

export interface Changes {
	/** Changes in the order in which they became visible. May be empty while `has_more` is true. */
	data: ProductChange[];
	/** Where to go on from. */
	next_cursor: string;
	/** Whether there is more at once. */
	has_more: boolean;
	meta: Meta;
}

export interface ChangesQuery {
	/** `next_cursor` of the answer before. Without one: from now on. */
	cursor?: string | undefined;
	/** Entries in an answer, at most. */
	limit?: number | undefined;
	/** Seconds to wait for a change before an answer without entries is given. */
	wait?: number | undefined;
}

export interface ProductChange {
	/** 4 to 14 digits; leading zeros count. */
	barcode: string;
	/** When it was changed. */
	changed_at: string;
	/** What changed: scopes, and pictures as `images.<variant>` with what `image_meta` says of them. Values are read with `GET /products/{barcode}`. */
	changed: (
		| "info"
		| "hechshers"
		| "nutrition"
		| "ingredients"
		| "catalog_meta"
		| "images.front"
		| "images.back"
		| "images.front_clean"
		| "images.back_clean"
	)[];
	/** Whether the client can see the product no longer. */
	removed: boolean;
}

export type MetadataScope =
	| "info"
	| "hechshers"
	| "nutrition"
	| "ingredients"
	| "catalog_meta"
	| "image_meta";

export type DataScope = MetadataScope | "images";

/** For each scope whether the product has data under it. */
export type AvailableScopes = Record<MetadataScope, boolean>;

/** For each scope and field whether the product has a value. */
export interface AvailableFields {
	info: Record<
		| "brand"
		| "product_name"
		| "product_description"
		| "net_weight"
		| "category"
		| "country_of_origin"
		| "manufacturer"
		| "distributor"
		| "additional_certifications"
		| "bracha"
		| "kosher_for_passover"
		| "gluten_free"
		| "vegan"
		| "organic"
		| "notes"
		| "scanned_at"
		| "updated_at",
		boolean
	>;
	hechshers: Record<"symbol" | "org" | "logo" | "dairy_meat_pareve" | "additional_designation", boolean>;
	nutrition: Record<
		| "servings_per_container"
		| "serving_size"
		| "calories"
		| "total_fat"
		| "saturated_fat"
		| "trans_fat"
		| "cholesterol"
		| "sodium"
		| "total_carbohydrate"
		| "dietary_fiber"
		| "total_sugars"
		| "added_sugars"
		| "protein"
		| "vitamin_d"
		| "calcium"
		| "iron"
		| "potassium",
		boolean
	>;
	ingredients: Record<
		"ingredients_text" | "contains_statement" | "may_contain_statement" | "allergens",
		boolean
	>;
	catalog_meta: Record<"department" | "subcategory" | "web_description" | "variety", boolean>;
	image_meta: Record<
		| "photo_date"
		| "upload_date"
		| "resolution"
		| "ownership"
		| "uploaded_by"
		| "file_size_bytes"
		| "source_batch",
		boolean
	>;
}

export interface MetadataAvailability {
	/** 4 to 14 digits; leading zeros count. */
	barcode: string;
	/** For each scope whether the product has data under it. */
	metadata: AvailableScopes;
	/** For each scope and field whether the product has a value. */
	metadata_fields: AvailableFields;
	/** The variants that there is a picture of. */
	image_variants: Variant[];
	/** Values of `include` that `GET /products/{barcode}` would return data for. */
	worth_requesting: DataScope[];
	meta: Meta;
}

export interface MetadataCheck {
	/** One entry for each barcode; of one that is not in the catalogue no more than that. */
	results: Record<string, CheckedMetadata>;
	meta: Meta;
}

export interface CheckedMetadata {
	/** Whether it is in the catalogue. */
	exists: boolean;
	/** For each scope whether the product has data under it. */
	metadata?: AvailableScopes;
	/** For each scope and field whether the product has a value. */
	metadata_fields?: AvailableFields;
}

export interface MetadataList {
	/** Products in text order of their barcodes. */
	data: MetadataRow[];
	filters: {
		/** `has` as it was given. */
		has: string | null;
		/** `missing` as it was given. */
		missing: string | null;
	};
	pagination: Pagination | CursorPagination;
	meta: Meta;
}

export interface MetadataListQuery {
	/** Lists by cursor: empty for the first page, then `pagination.next_cursor`, with the same filters. Whatever changes meanwhile, a product that matches throughout is listed exactly once. Not together with `page`. */
	cursor?: string | undefined;
	/** Page, from 1. */
	page?: number | undefined;
	/** Products on a page. */
	per_page?: number | undefined;
	/** Only products whose `updated_at` is then or later: a date (midnight UTC) or a date-time, UTC unless it has an offset. */
	updated_since?: string | undefined;
	/** Metadata keys, comma-separated: products that have all of them. */
	has?: string | undefined;
	/** Metadata keys, comma-separated: products that have none of them. */
	missing?: string | undefined;
	/** Add `metadata` to each product. */
	include_metadata?: boolean | undefined;
	/** Add `metadata` and `metadata_fields` to each product. */
	include_fields?: boolean | undefined;
	/** First digits of the barcode. */
	search?: string | undefined;
}

export interface MetadataRow {
	/** 4 to 14 digits; leading zeros count. */
	barcode: string;
	/** The variants that there is a picture of. */
	variants: Variant[];
	/** For each scope whether the product has data under it. */
	metadata?: AvailableScopes;
	/** For each scope and field whether the product has a value. */
	metadata_fields?: AvailableFields;
}

export interface MetadataFields {
	scopes: {
		scope: MetadataScope;
		/** Fields of the scope: `scope.field` is a metadata key, as `scope` is. */
		source_fields: string[];
		/** Products with data under the scope; with `counts`. */
		barcodes_with_scope?: number;
		/** For each field the products that have a value; with `counts`. */
		barcodes_with_field?: Record<string, number>;
	}[];
	/** Products in the catalogue. */
	total_products: number;
	/** How to use the keys, by call. */
	usage: Record<string, string>;
	meta: Meta;
}

export interface MetadataFieldsQuery {
	/** Tell how many products have each scope and field. */
	counts?: boolean | undefined;
}
