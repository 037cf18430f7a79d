import { type BulkAnswer, bulkCheck, resolveBarcodes } from "./bulk-check.ts";
import { answered, type Call } from "./call.ts";
import type {
	Changes,
	ChangesQuery,
	CheckedProduct,
	ProductCheck,
	ProductList,
	ProductListQuery,
	ProductRow,
	ResolvedBarcode,
	ResolvedBarcodes,
} from "./catalogue-types.ts";
import { isPackshotError, PackshotError } from "./errors.ts";
import { type Listing, listing, type Numbered } from "./listing.ts";
import type { CallOptions, IdempotentCallOptions, PictureSize } from "./options.ts";
import { productPath } from "./paths.ts";
import type { Product, ProductQuery } from "./product-types.ts";
import type { Answer } from "./response-info.ts";

/** Which products to list: times may be dates. */
export type ProductFilter = Omit<ProductListQuery, "cursor" | "updated_since"> & {
	/** Only products whose `updated_at` is then or later. */
	readonly updated_since?: string | Date | undefined;
};

/** What to read of a product. */
export type ProductSelection = Omit<ProductQuery, "size"> & {
	/** Of the pictures behind the URLs; `"full"` by default. The price is the same. */
	readonly size?: PictureSize | undefined;
};

export interface Products {
	/** Metadata and signed image URLs of one product. Billed for what is returned. */
	get(barcode: string, query?: ProductSelection, options?: CallOptions): Promise<Answer<Product>>;
	/** Whether a product exists. Billed if it does. */
	exists(barcode: string, options?: CallOptions): Promise<boolean>;
	/** The catalogue with the variants of each product. Free. */
	list(filter?: ProductFilter, options?: CallOptions): Listing<ProductRow, Answer<Numbered<ProductList>>>;
	/** Changes after a cursor, in order; without one, the cursor to start from. Free. `mirror` follows changes automatically. */
	changes(query?: ChangesQuery, options?: CallOptions): Promise<Answer<Changes>>;
	/** Which of any number of barcodes exist. Duplicates count once; each barcode is billed. */
	bulkCheck(barcodes: Iterable<string>, options?: IdempotentCallOptions): Promise<BulkAnswer<ProductCheck>>;
	/** Which products any number of barcodes refer to, in whatever form: other leading zeros, UPC-E, cases, wrong check digits. Free. */
	resolve(barcodes: Iterable<string>, options?: CallOptions): Promise<BulkAnswer<ResolvedBarcodes>>;
}

export function productsApi(call: Call): Products {
	return {
		get: async (barcode, query, options) =>
			answered(call, { path: productPath(barcode), query, isBilled: true }, options),
		async exists(barcode, options) {
			const path = productPath(barcode);
			try {
				await call({ method: "HEAD", path, isBilled: true, expects: "nothing" }, options);
				return true;
			} catch (error) {
				if (isPackshotError(error, "not_found")) return false;
				throw await withReason(error, call, options);
			}
		},
		list(filter = {}, options) {
			return listing(filter, (query) => answered(call, { path: "/products", query }, options));
		},
		changes: (query, options) => answered(call, { path: "/changes", query }, options),
		bulkCheck(barcodes, options) {
			return bulkCheck<CheckedProduct>(call, "/products/bulk-check", { barcodes }, options);
		},
		resolve: (barcodes, options) => resolveBarcodes<ResolvedBarcode>(call, barcodes, options),
	};
}

/** Responses to HEAD have no body to give a reason. After a 403, a free call reveals whether it concerns the client or only this barcode. */
async function withReason(error: unknown, call: Call, options: CallOptions | undefined): Promise<unknown> {
	if (!isPackshotError(error)) return error;
	const { response } = error;
	const say = (what: string) => `${response?.request}: ${what}`;
	if (error.status === 400) {
		return new PackshotError({
			code: "invalid_barcode",
			message: say("a barcode is 4 to 14 digits"),
			response,
		});
	}
	if (error.status !== 403) return error;
	try {
		await call({ path: "/balance" }, options);
	} catch (refusal) {
		return isPackshotError(refusal, "client_disabled", "client_ip_not_allowed") ? refusal : error;
	}
	const message = say("this barcode is outside the client's scope filter");
	return new PackshotError({ code: "out_of_scope", message, response });
}
