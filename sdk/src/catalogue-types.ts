// Written by scripts/write-sdk-types.ts from docs/openapi.json.

import type { Meta } from "./api-types.ts";
import type { DataScope, MetadataScope, Variant } from "./product-types.ts";

export interface ProductList {
	/** Products, sorted by barcode as text. */
	data: ProductRow[];
	pagination: Pagination | CursorPagination;
	meta: Meta;
}

export interface ProductListQuery {
	/** Lists by cursor: empty for the first page, then `pagination.next_cursor`, with the same filters. A product that matches throughout is listed exactly once, even if the catalogue changes meanwhile. Cannot be combined with `page`. */
	cursor?: string | undefined;
	/** Page number, starting at 1. */
	page?: number | undefined;
	/** Products per page. */
	per_page?: number | undefined;
	/** Only products whose `updated_at` is at this time or later: a date (midnight UTC) or a date-time, in UTC unless it has an offset. */
	updated_since?: string | undefined;
	/** Minimum length of the barcode; produce codes of 4 digits are always listed. */
	min_digits?: number | undefined;
	/** Maximum length of the barcode. */
	max_digits?: number | undefined;
	/** true: only products with a front picture; false: only those without. */
	has_front?: boolean | undefined;
	/** true: only products with a front_clean picture; false: only those without. */
	has_front_clean?: boolean | undefined;
	/** true: only products with a back picture; false: only those without. */
	has_back?: boolean | undefined;
	/** true: only products with a back_clean picture; false: only those without. */
	has_back_clean?: boolean | undefined;
	/** Only products with a picture that has this ownership tag. */
	ownership?: string | undefined;
	/** First digits of the barcode. */
	search?: string | undefined;
}

export interface ProductRow {
	/** 4 to 14 digits; leading zeros are significant. */
	barcode: string;
	/** The variants that have a picture. */
	variants: Variant[];
}

export interface Pagination {
	/** The requested page. */
	page: number;
	/** Entries on a full page. */
	per_page: number;
	/** Number of products on all pages. */
	total: number;
	/** Number of pages. */
	total_pages: number;
}

/** With `cursor`. */
export interface CursorPagination {
	/** Entries on a full page. */
	per_page: number;
	/** `cursor` for the next page; null on the last page. */
	next_cursor: string | null;
}

export interface ProductCheck {
	/** One entry for each barcode. */
	results: Record<string, CheckedProduct>;
	meta: Meta;
}

export interface CheckedProduct {
	/** Whether the product is in the catalogue and visible to the client. */
	exists: boolean;
	/** The variants that have a picture. */
	variants: Variant[];
}

export interface ResolvedBarcodes {
	/** One entry for each text. */
	results: Record<string, ResolvedBarcode>;
	meta: Meta;
}

export interface ResolvedBarcode {
	/** The product's barcode as written in the catalogue; null if there is no such product. */
	barcode: string | null;
	kind: BarcodeKind;
	/** Whether the check digit is right; null for produce codes, `other`, and without a GTIN. */
	check_digit_valid: boolean | null;
	/** For a case: the item inside, if the catalogue has it. */
	unit: string | null;
	/** The product that is meant if the check digit was wrong or left off. */
	suggestion: string | null;
	/** Only for `gs1`: the values by application identifier. */
	elements?: Record<string, string>;
	/** Only for `invalid`: why it is no barcode. */
	reason?: "not_a_barcode" | "gs1_syntax" | "unknown_ai";
}

/** Kind of barcode: by the number of digits, or `gs1`; `invalid` for what is none. */
export type BarcodeKind =
	| "produce"
	| "gtin-8"
	| "upc-e"
	| "gtin-12"
	| "gtin-13"
	| "gtin-14"
	| "other"
	| "gs1"
	| "invalid";

export interface Changes {
	/** Changes in the order in which they became visible. May be empty while `has_more` is true. */
	data: ProductChange[];
	/** Where to continue. */
	next_cursor: string;
	/** Whether more changes are available immediately. */
	has_more: boolean;
	meta: Meta;
}

export interface ChangesQuery {
	/** `next_cursor` of the previous response. Default: changes from now on. */
	cursor?: string | undefined;
	/** Maximum number of entries in a response. */
	limit?: number | undefined;
	/** Seconds to wait for a change before responding without entries. */
	wait?: number | undefined;
}

export interface ProductChange {
	/** 4 to 14 digits; leading zeros are significant. */
	barcode: string;
	/** When it was changed. */
	changed_at: string;
	/** What changed: scopes; pictures, including their `image_meta`, as `images.<variant>`; `kosher` for what `GET /products/{barcode}/kosher` answers. Read the values with `GET /products/{barcode}`. Empty if the product was removed, or appeared with nothing that the client may read. */
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
		| "kosher"
	)[];
	/** Whether the client can no longer see the product. */
	removed: boolean;
}

/** For each scope, whether the product has data in it. */
export type AvailableScopes = Record<MetadataScope, boolean>;

/** For each scope and field, whether the product has a value. */
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
	/** 4 to 14 digits; leading zeros are significant. */
	barcode: string;
	metadata: AvailableScopes;
	metadata_fields: AvailableFields;
	/** The variants that have a picture. */
	image_variants: Variant[];
	/** Values of `include` for which `GET /products/{barcode}` would return data. */
	worth_requesting: DataScope[];
	meta: Meta;
}

export interface MetadataCheck {
	/** One entry for each barcode; if it is not in the catalogue, the entry says only that. */
	results: Record<string, CheckedMetadata>;
	meta: Meta;
}

export interface CheckedMetadata {
	/** Whether the product is in the catalogue. */
	exists: boolean;
	metadata?: AvailableScopes;
	metadata_fields?: AvailableFields;
}

export interface MetadataList {
	/** Products, sorted by barcode as text. */
	data: MetadataRow[];
	filters: {
		/** `has` as given in the request. */
		has: string | null;
		/** `missing` as given in the request. */
		missing: string | null;
	};
	pagination: Pagination | CursorPagination;
	meta: Meta;
}

export interface MetadataListQuery {
	/** Lists by cursor: empty for the first page, then `pagination.next_cursor`, with the same filters. A product that matches throughout is listed exactly once, even if the catalogue changes meanwhile. Cannot be combined with `page`. */
	cursor?: string | undefined;
	/** Page number, starting at 1. */
	page?: number | undefined;
	/** Products per page. */
	per_page?: number | undefined;
	/** Only products whose `updated_at` is at this time or later: a date (midnight UTC) or a date-time, in UTC unless it has an offset. */
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
	/** 4 to 14 digits; leading zeros are significant. */
	barcode: string;
	/** The variants that have a picture. */
	variants: Variant[];
	metadata?: AvailableScopes;
	metadata_fields?: AvailableFields;
}

export interface MetadataFields {
	scopes: {
		scope: MetadataScope;
		/** Fields of the scope: `scope.field` is a metadata key, and so is `scope`. */
		source_fields: string[];
		/** Number of products with data in the scope; only with `counts`. */
		barcodes_with_scope?: number;
		/** For each field, the number of products that have a value; only with `counts`. */
		barcodes_with_field?: Record<string, number>;
	}[];
	/** Number of products in the catalogue. */
	total_products: number;
	/** How to use the keys, with an example for each call. */
	usage: Record<string, string>;
	meta: Meta;
}

export interface MetadataFieldsQuery {
	/** Also return how many products have each scope and field. */
	counts?: boolean | undefined;
}
