import type { LineItem } from "../../billing/priced.ts";
import { isBarcode } from "../../catalogue/barcode.ts";
import { locksOf } from "../../catalogue/locks.ts";
import { selectionOf } from "../../catalogue/product-query.ts";
import { answerProduct, findReadable, type Reader } from "../../catalogue/read-product.ts";
import { type Variant, variantBit } from "../../catalogue/scopes.ts";
import type { FindProduct, ServedProduct } from "../../catalogue/served-product.ts";
import { badRequest, HttpError } from "../../platform/http/http-error.ts";
import type { RouteQuery } from "../contract/routes.ts";
import { portalError } from "../errors.ts";

type QuoteQuery = RouteQuery<"GET /keys/{client_id}/quote">;

const MOST_BARCODES = 500;

/** What would be charged, and what a person should know beside it. */
export interface QuotedLineItems {
	readonly lineItems: readonly LineItem[];
	readonly notes: readonly string[];
}

/**
 * The line items of a call of `/api/v1`, as the endpoint itself would charge them. A call that would be refused is free.
 * @throws HttpError or HttpError 400 when the call is not described well enough.
 */
export async function quotedLineItems(
	find: FindProduct,
	reader: Reader,
	query: QuoteQuery,
): Promise<QuotedLineItems> {
	switch (query.operation) {
		case "getProduct":
			return orRefused(async () =>
				productLineItems(await findReadable(find, reader, barcodeOf(query)), query, reader),
			);
		case "headProduct":
			return orRefused(async () => {
				await findReadable(find, reader, barcodeOf(query));
				return { lineItems: [{ action: "products.head", quantity: 1 }], notes: [] };
			});
		case "getProductImage":
			return orRefused(async () =>
				imageLineItems(await findReadable(find, reader, barcodeOf(query)), query, reader),
			);
		case "bulkCheckProducts":
			return bulkLineItems("products.bulk_check.per_barcode", query);
		case "getMetadata": {
			const lineItems = [{ action: "metadata.get.per_barcode", quantity: 1 } as const];
			// Availability knows neither filters nor locks (SPEC 4.3).
			return (await find(barcodeOf(query)))
				? { lineItems, notes: [] }
				: free(404, "There is no such product");
		}
		case "bulkCheckMetadata":
			return bulkLineItems(
				query.fields ? "metadata.bulk_check.fields.per_barcode" : "metadata.bulk_check.per_barcode",
				query,
			);
		case "listProductsByMetadata":
			return {
				lineItems: [{ action: "metadata.products.list", quantity: 1 }],
				notes: ["Each page is a call."],
			};
		case "getMetadataFields":
			return { lineItems: [{ action: "metadata.fields.catalogue", quantity: 1 }], notes: [] };
	}
}

function productLineItems(product: ServedProduct, query: QuoteQuery, reader: Reader): QuotedLineItems {
	const selection = selectionOf({
		...(query.include ? { include: query.include } : {}),
		...(query.variants ? { variants: query.variants as Variant[] } : {}),
	});
	const { lineItems, redactedFields } = answerProduct(product, selection, reader);
	const charged = new Set<string>(lineItems.map(({ action }) => action));
	const empty = [...selection.scopes].filter(
		(scope) => !charged.has(scope === "images" ? "products.get.per_image" : `products.get.${scope}`),
	);
	return {
		lineItems,
		notes: [
			...(empty.length > 0 ? [`Without data for this product, and free: ${empty.join(", ")}.`] : []),
			...(redactedFields.length > 0 ? [`Locked, left out and free: ${redactedFields.join(", ")}.`] : []),
		],
	};
}

function imageLineItems(product: ServedProduct, query: QuoteQuery, reader: Reader): QuotedLineItems {
	const variant = query.variant as Variant | undefined;
	if (variant === undefined) throw badRequest("variant is required.");
	if ((product.variants & variantBit(variant)) === 0) return free(404, "This product has no such picture");
	const locks = locksOf(reader.locks);
	if (locks.scopes.has("images") || locks.variants.has(variant)) return free(403, "Locked for this key");
	return { lineItems: [{ action: "products.get.per_image", quantity: 1 }], notes: [] };
}

function bulkLineItems(action: LineItem["action"], { barcodes = [] }: QuoteQuery): QuotedLineItems {
	if (barcodes.length < 1 || barcodes.length > MOST_BARCODES) {
		throw badRequest(`barcodes: 1 to ${MOST_BARCODES} barcodes, comma-separated.`);
	}
	if (!barcodes.every(isBarcode)) throw portalError("invalid_barcode");
	const quantity = new Set(barcodes).size;
	return {
		lineItems: [{ action, quantity }],
		notes: ["Billed for each different barcode, whether it exists or not."],
	};
}

function barcodeOf({ barcode }: QuoteQuery): string {
	if (barcode === undefined) throw badRequest("barcode is required.");
	if (!isBarcode(barcode)) throw portalError("invalid_barcode");
	return barcode;
}

/** What the endpoint refuses with 403 or 404 costs nothing (SPEC 7 rule 1). */
async function orRefused(lineItems: () => Promise<QuotedLineItems>): Promise<QuotedLineItems> {
	try {
		return await lineItems();
	} catch (error) {
		if (!(error instanceof HttpError) || (error.status !== 403 && error.status !== 404)) throw error;
		const blocked = error.details.blocked_scopes as readonly string[] | undefined;
		const message = error.message.replace(/\.$/, "");
		return free(error.status, blocked ? `${message} (${blocked.join(", ")})` : message);
	}
}

function free(status: number, why: string): QuotedLineItems {
	return { lineItems: [], notes: [`${why}: the call would answer ${status} and cost nothing.`] };
}
