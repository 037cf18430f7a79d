import { type BulkAnswer, bulkCheck } from "./bulk-check.ts";
import { answered, type Call } from "./call.ts";
import type {
	CheckedMetadata,
	MetadataAvailability,
	MetadataCheck,
	MetadataFields,
	MetadataFieldsQuery,
	MetadataList,
	MetadataListQuery,
	MetadataRow,
} from "./catalogue-types.ts";
import { type Listing, listing, type Numbered } from "./listing.ts";
import type { CallOptions, IdempotentCallOptions } from "./options.ts";
import { availabilityPath } from "./paths.ts";
import type { Answer } from "./response-info.ts";

/** Which products to list by their metadata: keys may be lists, times may be dates. */
export type MetadataFilter = Omit<MetadataListQuery, "cursor" | "has" | "missing" | "updated_since"> & {
	/** Metadata keys, `nutrition` or `nutrition.calories`: products that have all of them. */
	readonly has?: string | readonly string[] | undefined;
	/** Metadata keys: products that have none of them. */
	readonly missing?: string | readonly string[] | undefined;
	/** Only products whose `updated_at` is then or later. */
	readonly updated_since?: string | Date | undefined;
};

/** Which metadata exists, as booleans, never values. */
export interface Metadata {
	/** Which metadata one product has. Billed. */
	get(barcode: string, options?: CallOptions): Promise<Answer<MetadataAvailability>>;
	/** Which metadata any number of barcodes have; with `fields`, which fields too. Duplicates count once; each barcode is billed. */
	bulkCheck(
		barcodes: Iterable<string>,
		query?: { readonly fields?: boolean | undefined },
		options?: IdempotentCallOptions,
	): Promise<BulkAnswer<MetadataCheck>>;
	/** Products that have certain metadata and lack other. Each page is billed. */
	list(filter?: MetadataFilter, options?: CallOptions): Listing<MetadataRow, Answer<Numbered<MetadataList>>>;
	/** All metadata keys; with `counts`, how many products have each. Billed. */
	fields(query?: MetadataFieldsQuery, options?: CallOptions): Promise<Answer<MetadataFields>>;
}

export function metadataApi(call: Call): Metadata {
	return {
		get: async (barcode, options) =>
			answered(call, { path: availabilityPath(barcode), isBilled: true }, options),
		bulkCheck(barcodes, { fields = false } = {}, options) {
			return bulkCheck<CheckedMetadata>(call, "/metadata/bulk-check", { barcodes, fields }, options);
		},
		list(filter = {}, options) {
			const path = "/metadata/products";
			return listing(filter, (query) => answered(call, { path, query, isBilled: true }, options));
		},
		fields: (query, options) => answered(call, { path: "/metadata-fields", query, isBilled: true }, options),
	};
}
