import type { ApiRoute } from "../../api/api-route.ts";
import type { Metering } from "../../billing/ledger/metering.ts";
import { callerOf } from "../../clients/auth/bearer.ts";
import type { ClientPolicy } from "../../clients/policy/client.ts";
import { parseTime } from "../../platform/http/query.ts";
import { barcodeRanges } from "../barcodes/barcode-ranges.ts";
import { VARIANTS, variantMask } from "../fields/scopes.ts";
import { answerFree } from "../reading/charged-answer.ts";
import { createListingPages, type ListingPageParts } from "./listing-page.ts";
import { ListingAnswer, ListingQuery } from "./listing-schemas.ts";
import { EVERY_PRODUCT, type ProductFilter } from "./product-filter.ts";

interface ListingParts extends ListingPageParts {
	readonly metering: Metering;
}

/** `GET /products`: free; omits products that the client's scope filter hides (SPEC 4.2, SPEC D19). */
export const getProducts: ApiRoute<ListingParts> = {
	id: "listProducts",
	tag: "Products",
	summary: "The catalogue, page by page or by cursor",
	description:
		"Lists barcodes and the variants that have a picture. Poll with `updated_since` to follow changes. Free of charge.",
	access: "bearer",
	query: ListingQuery,
	answer: ListingAnswer,
	answerText: "One page; empty beyond the last.",
	errors: ["bad_request"],
	handle: (parts) => {
		const { metering } = parts;
		const pageOf = createListingPages("GET /products", parts);
		return async (request, reply) => {
			const query = request.query as ListingQuery;
			const filter = filterOf(query, callerOf(request).client);
			const { data, pagination } = await pageOf(request, { query, filter, detail: "variants" });
			return answerFree(metering, request, reply, [data, pagination]);
		};
	},
};

function filterOf(
	query: ListingQuery,
	client: Pick<ClientPolicy, "barcodePrefixes" | "brands" | "departments">,
): ProductFilter {
	const variants = (given: boolean) =>
		variantMask(VARIANTS.filter((variant) => query[`has_${variant}`] === given));
	return {
		...EVERY_PRODUCT,
		ranges: barcodeRanges(query.search ?? "", client.barcodePrefixes),
		minDigits: query.min_digits,
		maxDigits: query.max_digits,
		changedSinceMs: query.updated_since === undefined ? undefined : parseTime(query.updated_since),
		withVariants: variants(true),
		withoutVariants: variants(false),
		ownership: query.ownership,
		brands: client.brands,
		departments: client.departments,
	};
}
