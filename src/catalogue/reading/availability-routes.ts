import type { Metering } from "../../billing/ledger/metering.ts";
import { type Billed, billed } from "../../billing/prices/bill.ts";
import type { LineItem } from "../../billing/prices/priced.ts";
import { parseTime } from "../../platform/http/query.ts";
import { BarcodePath, barcodeOf } from "../barcodes/barcode-path.ts";
import { barcodeRanges } from "../barcodes/barcode-ranges.ts";
import { createProductLookup } from "../barcodes/find-products.ts";
import { productNotFound } from "../errors.ts";
import { MASK_COLUMNS, type MaskedRow } from "../fields/masks.ts";
import { metadataKeys } from "../fields/metadata-keys.ts";
import type { RowDetail } from "../listing/listing-answer.ts";
import { createListingPages, type ListingPageParts } from "../listing/listing-page.ts";
import { EVERY_PRODUCT, type ProductFilter } from "../listing/product-filter.ts";
import { metadataFieldsText, metadataText, variantsText, worthRequesting } from "./availability.ts";
import { AvailabilityAnswer, MetadataListingAnswer, MetadataListingQuery } from "./availability-schemas.ts";
import { answerCharged } from "./charged-answer.ts";

interface AvailabilityParts extends ListingPageParts {
	readonly metering: Metering;
}

const ONE_PAGE: Billed = { lineItems: [{ action: "metadata.products.list", quantity: 1 }] };
const ONE_PRODUCT: readonly LineItem[] = [{ action: "metadata.get.per_barcode", quantity: 1 }];

/** A product that was found, to report its availability. */
interface AvailabilityWork extends Billed {
	readonly product: MaskedRow;
}

/** `GET /metadata/{barcode}` (SPEC 4.3). It reports what exists, not what the client may read: locks and scope filter do not apply. */
export const getMetadata = billed<AvailabilityParts, unknown, AvailabilityWork>({
	id: "getMetadataAvailability",
	tag: "Availability",
	summary: "Which metadata a product has",
	description: "Booleans, never values. They show what exists, whether or not the client may read it.",
	access: "bearer",
	path: BarcodePath,
	answer: AvailabilityAnswer,
	answerText: "What exists.",
	charges: ["metadata.get.per_barcode"],
	errors: ["bad_request", "invalid_barcode", "not_found"],
	bill({ db }) {
		const find = createProductLookup(db, MASK_COLUMNS);
		return async (input) => {
			const barcode = barcodeOf(input);
			const product = (await find([barcode])).get(barcode);
			if (!product) throw productNotFound();
			return { product, lineItems: ONE_PRODUCT };
		};
	},
	handle:
		({ metering }, bill) =>
		async (request, reply) => {
			const { product, lineItems } = await bill(request, undefined);
			const members = [
				`"barcode":"${barcodeOf(request)}"`,
				`"metadata":${metadataText(product)}`,
				`"metadata_fields":${metadataFieldsText(product)}`,
				`"image_variants":${variantsText(product.variants)}`,
				`"worth_requesting":${JSON.stringify(worthRequesting(product))}`,
			];
			return answerCharged(metering, request, reply, members, lineItems);
		},
});

/** `GET /metadata/products` (SPEC 4.3): like `getMetadata`, for pages of products. */
export const getMetadataProducts = billed<AvailabilityParts, unknown, Billed>({
	id: "listProductsByMetadata",
	tag: "Availability",
	summary: "Products that have certain metadata and lack other metadata",
	description: "Shows what exists, whether or not the client may read it.",
	access: "bearer",
	query: MetadataListingQuery,
	answer: MetadataListingAnswer,
	answerText: "One page; empty beyond the last.",
	charges: ["metadata.products.list"],
	errors: ["bad_request", "invalid_metadata_key"],
	bill: () => async () => ONE_PAGE,
	handle: (parts) => {
		const pageOf = createListingPages("GET /metadata/products", parts);
		return async (request, reply) => {
			const query = request.query as MetadataListingQuery;
			const asked = { query, filter: filterOf(query), detail: detailOf(query) };
			const { data, pagination } = await pageOf(request, asked);
			const filters = JSON.stringify({ has: query.has ?? null, missing: query.missing ?? null });
			const members = [data, `"filters":${filters}`, pagination];
			return answerCharged(parts.metering, request, reply, members, ONE_PAGE.lineItems);
		};
	},
	notes: () => ["Each page is a call."],
});

/** @throws HttpError 400 or 422 for invalid `has` or `missing`. */
function filterOf(query: MetadataListingQuery): ProductFilter {
	return {
		...EVERY_PRODUCT,
		ranges: barcodeRanges(query.search ?? "", []),
		changedSinceMs: query.updated_since === undefined ? undefined : parseTime(query.updated_since),
		has: metadataKeys("has", query.has),
		missing: metadataKeys("missing", query.missing),
	};
}

function detailOf(query: MetadataListingQuery): RowDetail {
	if (query.include_fields) return "fields";
	return query.include_metadata ? "metadata" : "variants";
}
