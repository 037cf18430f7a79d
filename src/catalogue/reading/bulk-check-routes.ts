import type { Metering } from "../../billing/ledger/metering.ts";
import { type Billed, billed, type CallInput } from "../../billing/prices/bill.ts";
import type { LineItem } from "../../billing/prices/priced.ts";
import { callerOf } from "../../clients/auth/bearer.ts";
import type { Database } from "../../platform/db/database.ts";
import { createProductLookup } from "../barcodes/find-products.ts";
import { MASK_COLUMNS, type MaskedRow } from "../fields/masks.ts";
import { ProductCheck, ProductCheckAnswer } from "../listing/listing-schemas.ts";
import { metadataFieldsText, metadataText, variantsText } from "./availability.ts";
import { AvailabilityCheck, AvailabilityCheckAnswer } from "./availability-schemas.ts";
import { answerCharged } from "./charged-answer.ts";
import type { ProductCaller } from "./read-product.ts";
import { isFiltered, scopeFilter } from "./scope-filter.ts";

interface BulkCheckParts {
	readonly db: Database;
	readonly metering: Metering;
}

/** A check of many barcodes: the distinct barcodes and what the check costs. */
interface BulkWork extends Billed {
	readonly barcodes: readonly string[];
}

const notes = () => ["Billed for each different barcode, whether it exists or not."];

/** `POST /products/bulk-check` (SPEC 4.2). */
export const postProductsBulkCheck = billed<BulkCheckParts, ProductCaller, BulkWork>({
	id: "bulkCheckProducts",
	tag: "Products",
	summary: "Which of up to 500 barcodes exist",
	description:
		"Charged for each distinct barcode, whether it exists or not. Products hidden by the client's scope filter count as not existing.",
	access: "bearer",
	body: ProductCheck,
	idempotent: true,
	answer: ProductCheckAnswer,
	answerText: "One entry for each barcode.",
	charges: ["products.bulk_check.per_barcode"],
	errors: ["bad_request", "invalid_barcode"],
	bill: () => async (input) => bulkWork(input, "products.bulk_check.per_barcode"),
	handle({ db, metering }, bill) {
		const findVariants = createProductLookup(db, ["variants"]);
		const findFiltered = createProductLookup(db, ["variants", "brand_number", "department_number"]);
		return async (request, reply) => {
			const { client } = callerOf(request);
			const { barcodes, lineItems } = await bill(request, { client });
			const found = isFiltered(client)
				? visibleOnly(await findFiltered(barcodes), scopeFilter(client))
				: await findVariants(barcodes);
			const results = resultsMember(barcodes, (barcode) => {
				const product = found.get(barcode);
				if (!product) return '{"exists":false,"variants":[]}';
				return `{"exists":true,"variants":${variantsText(product.variants)}}`;
			});
			return answerCharged(metering, request, reply, [results], lineItems);
		};
	},
	notes,
});

/** `POST /metadata/bulk-check` (SPEC 4.3). */
export const postMetadataBulkCheck = billed<BulkCheckParts, ProductCaller, BulkWork>({
	id: "bulkCheckMetadata",
	tag: "Availability",
	summary: "Which metadata up to 500 barcodes have",
	description: "Charged for each distinct barcode, whether it exists or not.",
	access: "bearer",
	body: AvailabilityCheck,
	idempotent: true,
	answer: AvailabilityCheckAnswer,
	answerText: "One entry for each barcode.",
	charges: ["metadata.bulk_check.per_barcode", "metadata.bulk_check.fields.per_barcode"],
	errors: ["bad_request", "invalid_barcode"],
	bill: () => async (input) =>
		bulkWork(
			input,
			withFields(input) ? "metadata.bulk_check.fields.per_barcode" : "metadata.bulk_check.per_barcode",
		),
	handle({ db, metering }, bill) {
		const findMasks = createProductLookup(db, MASK_COLUMNS);
		return async (request, reply) => {
			const { barcodes, lineItems } = await bill(request, callerOf(request));
			const found = await findMasks(barcodes);
			const fields = withFields(request);
			const results = resultsMember(barcodes, (barcode) => availability(found.get(barcode), fields));
			return answerCharged(metering, request, reply, [results], lineItems);
		};
	},
	notes,
});

function withFields({ body }: CallInput): boolean {
	return (body as AvailabilityCheck).fields === true;
}

function bulkWork({ body }: CallInput, action: LineItem["action"]): BulkWork {
	const barcodes = [...new Set((body as ProductCheck).barcodes)];
	return { barcodes, lineItems: [{ action, quantity: barcodes.length }] };
}

function visibleOnly<Product>(
	products: ReadonlyMap<string, Product>,
	isVisible: (barcode: string, product: Product) => boolean,
): ReadonlyMap<string, Product> {
	return new Map([...products].filter(([barcode, product]) => isVisible(barcode, product)));
}

/** Built as text, because an object would list barcodes that look like integers first. */
function resultsMember(barcodes: readonly string[], entry: (barcode: string) => string): string {
	return `"results":{${barcodes.map((barcode) => `"${barcode}":${entry(barcode)}`).join(",")}}`;
}

function availability(product: MaskedRow | undefined, withFields: boolean): string {
	if (!product) return '{"exists":false}';
	const fields = withFields ? `,"metadata_fields":${metadataFieldsText(product)}` : "";
	return `{"exists":true,"metadata":${metadataText(product)}${fields}}`;
}
