import type { FastifyInstance, FastifyRequest } from "fastify";
import { idempotencyKey } from "../api/idempotency/key.ts";
import { operation } from "../api/operation.ts";
import { callerOf } from "../auth/bearer.ts";
import type { Metering } from "../billing/metering.ts";
import type { Database } from "../platform/db/database.ts";
import { metadataFieldsText, metadataText, variantsText } from "./availability.ts";
import { AvailabilityCheck, AvailabilityCheckAnswer } from "./availability-schemas.ts";
import { isBarcode } from "./barcode.ts";
import { answerCharged } from "./charged-answer.ts";
import { invalidBarcode } from "./errors.ts";
import { productLookup } from "./find-products.ts";
import { ProductCheck, ProductCheckAnswer } from "./listing-schemas.ts";
import { MASK_COLUMNS, type MaskedRow } from "./masks.ts";
import { isFiltered, scopeFilter } from "./scope-filter.ts";

interface BulkCheckParts {
	readonly db: Database;
	readonly metering: Metering;
}

/** `POST /products/bulk-check` (SPEC 4.2) and `POST /metadata/bulk-check` (SPEC 4.3). */
export function bulkCheckRoutes({ db, metering }: BulkCheckParts) {
	const findVariants = productLookup(db, ["variants"]);
	const findFiltered = productLookup(db, ["variants", "brand_number", "department_number"]);
	const findMasks = productLookup(db, MASK_COLUMNS);
	return async (app: FastifyInstance): Promise<void> => {
		app.post("/products/bulk-check", productCheckOptions, async (request, reply) => {
			const barcodes = barcodesOf(request);
			const { client } = callerOf(request);
			const found = isFiltered(client)
				? visibleOnly(await findFiltered(barcodes), scopeFilter(client))
				: await findVariants(barcodes);
			const results = resultsMember(barcodes, (barcode) => {
				const product = found.get(barcode);
				if (!product) return '{"exists":false,"variants":[]}';
				return `{"exists":true,"variants":${variantsText(product.variants)}}`;
			});
			const action = "products.bulk_check.per_barcode";
			return answerCharged(metering, request, reply, [results], [{ action, quantity: barcodes.length }]);
		});

		app.post("/metadata/bulk-check", availabilityCheckOptions, async (request, reply) => {
			const barcodes = barcodesOf(request);
			const withFields = (request.body as AvailabilityCheck).fields === true;
			const found = await findMasks(barcodes);
			const results = resultsMember(barcodes, (barcode) => availability(found.get(barcode), withFields));
			const action = withFields
				? "metadata.bulk_check.fields.per_barcode"
				: "metadata.bulk_check.per_barcode";
			return answerCharged(metering, request, reply, [results], [{ action, quantity: barcodes.length }]);
		});
	};
}

/** Each barcode once. @throws HttpError 400 `invalid_barcode`. */
function barcodesOf(request: FastifyRequest): string[] {
	const { barcodes } = request.body as ProductCheck;
	if (!barcodes.every(isBarcode)) throw invalidBarcode();
	return [...new Set(barcodes)];
}

function visibleOnly<Product>(
	products: ReadonlyMap<string, Product>,
	isVisible: (barcode: string, product: Product) => boolean,
): ReadonlyMap<string, Product> {
	return new Map([...products].filter(([barcode, product]) => isVisible(barcode, product)));
}

/** Text instead of an object, which would list barcodes that look like integers first. */
function resultsMember(barcodes: readonly string[], entry: (barcode: string) => string): string {
	return `"results":{${barcodes.map((barcode) => `"${barcode}":${entry(barcode)}`).join(",")}}`;
}

function availability(product: MaskedRow | undefined, withFields: boolean): string {
	if (!product) return '{"exists":false}';
	const fields = withFields ? `,"metadata_fields":${metadataFieldsText(product)}` : "";
	return `{"exists":true,"metadata":${metadataText(product)}${fields}}`;
}

/** The form of the key is checked before the input (SPEC D23), so before there is a body. */
async function requireKeyForm(request: FastifyRequest): Promise<void> {
	idempotencyKey(request);
}

const errors = [
	"bad_request",
	"invalid_barcode",
	"insufficient_credits",
	"idempotency_key_mismatch",
] as const;

const productCheckOptions = {
	...operation({
		id: "bulkCheckProducts",
		tag: "Products",
		summary: "Which of up to 500 barcodes exist",
		description:
			"Billed for each different barcode, whether it exists or not. Products that the client's scope filter hides do not exist for it.",
		access: "bearer",
		body: ProductCheck,
		idempotent: true,
		success: { status: 200, description: "One entry for each barcode.", answer: ProductCheckAnswer },
		errors,
	}),
	onRequest: requireKeyForm,
};

const availabilityCheckOptions = {
	...operation({
		id: "bulkCheckMetadata",
		tag: "Availability",
		summary: "Which metadata up to 500 barcodes have",
		description: "Billed for each different barcode, whether it exists or not.",
		access: "bearer",
		body: AvailabilityCheck,
		idempotent: true,
		success: { status: 200, description: "One entry for each barcode.", answer: AvailabilityCheckAnswer },
		errors,
	}),
	onRequest: requireKeyForm,
};
