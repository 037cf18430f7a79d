import { barcodeRanges } from "../../catalogue/barcodes/barcode-ranges.ts";
import { VARIANTS, variantBit } from "../../catalogue/fields/scopes.ts";
import { EVERY_PRODUCT, type ProductFilter } from "../../catalogue/listing/product-filter.ts";
import { parseTime } from "../../platform/http/query.ts";
import type { CatalogueQuery } from "./contract.ts";

/** Translates a query of the catalogue table into the filter of the API's listings. */
export function catalogueFilter(query: CatalogueQuery): ProductFilter {
	const variants = (given: boolean) =>
		VARIANTS.filter((variant) => query[`has_${variant}`] === given).reduce(
			(mask, variant) => mask | variantBit(variant),
			0,
		);
	return {
		ranges: barcodeRanges(query.search ?? "", []),
		minDigits: query.min_digits,
		maxDigits: query.max_digits,
		changedSinceMs: query.updated_since === undefined ? undefined : parseTime(query.updated_since),
		withVariants: variants(true),
		withoutVariants: variants(false),
		ownership: query.ownership,
		brands: EVERY_PRODUCT.brands,
		departments: query.department ?? [],
		has: query.has ?? [],
		missing: query.missing ?? [],
	};
}
