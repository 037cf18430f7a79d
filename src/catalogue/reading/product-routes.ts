import type { FastifyRequest } from "fastify";
import { answerBytes } from "../../api/answer-text.ts";
import type { Metering } from "../../billing/ledger/metering.ts";
import { type Bill, type Billed, billed } from "../../billing/prices/bill.ts";
import { callerOf } from "../../clients/auth/bearer.ts";
import type { Client } from "../../clients/policy/client.ts";
import { JSON_TYPE } from "../../platform/http/json-type.ts";
import { BarcodePath, barcodeOf } from "../barcodes/barcode-path.ts";
import { METADATA_SCOPES, VARIANTS, type Variant } from "../fields/scopes.ts";
import type { FindProduct } from "../stored/served-product.ts";
import { ProductAnswer } from "./product-answer.ts";
import { ProductQuery, selectionOf } from "./product-query.ts";
import {
	type ProductAnswer as AnsweredProduct,
	answerProduct,
	findReadable,
	type ProductCaller,
} from "./read-product.ts";

/** Issues the signed URL of a variant; implemented by the images room. */
type IssueUrl = (
	request: FastifyRequest,
	client: Client,
	picture: { readonly barcode: string; readonly variant: Variant; readonly sizePx: number | null },
) => string;

interface ProductRouteParts {
	readonly findProduct: FindProduct;
	readonly metering: Metering;
	readonly issueUrl: IssueUrl;
	/** Sizes of pictures that the installation prepares. */
	readonly imageSizesPx: readonly number[];
}

/** Bills `GET /products/{barcode}`: yields the answer except for its URLs and `meta`, and the line items. */
export function productBill({
	findProduct,
	imageSizesPx,
}: Pick<ProductRouteParts, "findProduct" | "imageSizesPx">): Bill<ProductCaller, AnsweredProduct> {
	return (input, { client, generation }) => {
		const barcode = barcodeOf(input);
		const selection = selectionOf(input.query as Parameters<typeof selectionOf>[0], imageSizesPx);
		const product = findReadable(findProduct, client, barcode, generation);
		if (product instanceof Promise) return product.then((found) => answerProduct(found, selection, client));
		return answerProduct(product, selection, client);
	};
}

/** `GET /products/{barcode}` (SPEC 4.2). */
export const getProduct = billed<ProductRouteParts, ProductCaller, AnsweredProduct>({
	id: "getProduct",
	tag: "Products",
	summary: "One product: metadata and signed image URLs",
	description:
		"Charges only what is returned: a requested scope without data and a variant that does not exist cost nothing.",
	access: "bearer",
	path: BarcodePath,
	query: ProductQuery,
	answer: ProductAnswer,
	answerText: "The product.",
	charges: [...METADATA_SCOPES.map((scope) => `products.get.${scope}` as const), "products.get.per_image"],
	errors: ["bad_request", "invalid_barcode", "out_of_scope", "scope_forbidden", "not_found"],
	bill: productBill,
	handle:
		({ metering, issueUrl }, bill) =>
		async (request, reply) => {
			const caller = callerOf(request);
			const work = bill(request, caller);
			const answer = work instanceof Promise ? await work : work;
			const barcode = barcodeOf(request);
			const images =
				answer.urlVariants &&
				imagesMember(answer.urlVariants, (variant) =>
					issueUrl(request, caller.client, { barcode, variant, sizePx: answer.selection.sizePx }),
				);
			await metering.charge(request, answer.lineItems);
			const body = answerBytes(request, answer.members, images ? [images] : [], answer.redactedFields);
			return reply.header("content-type", JSON_TYPE).send(body);
		},
	notes: ({ lineItems, redactedFields, selection }) => {
		const charged = new Set<string>(lineItems.map(({ action }) => action));
		const empty = [...selection.scopes].filter(
			(scope) => !charged.has(scope === "images" ? "products.get.per_image" : `products.get.${scope}`),
		);
		return [
			...(empty.length > 0 ? [`Without data for this product, and free: ${empty.join(", ")}.`] : []),
			...(redactedFields.length > 0 ? [`Locked, left out and free: ${redactedFields.join(", ")}.`] : []),
		];
	},
});

const EXISTS: Billed = { lineItems: [{ action: "products.head", quantity: 1 }] };

/** `HEAD /products/{barcode}` (SPEC 4.2). */
export const headProduct = billed<ProductRouteParts, ProductCaller, Billed>({
	id: "headProduct",
	tag: "Products",
	summary: "Whether a product exists",
	access: "bearer",
	path: BarcodePath,
	status: 200,
	answerText: "It exists.",
	charges: ["products.head"],
	errors: ["bad_request", "invalid_barcode", "out_of_scope", "not_found"],
	bill:
		({ findProduct }) =>
		(input, { client, generation }) => {
			const product = findReadable(findProduct, client, barcodeOf(input), generation);
			return product instanceof Promise ? product.then(() => EXISTS) : EXISTS;
		},
	handle:
		({ metering }, bill) =>
		async (request, reply) => {
			const work = bill(request, callerOf(request));
			const { lineItems } = work instanceof Promise ? await work : work;
			await metering.charge(request, lineItems);
			return reply.send();
		},
});

/** `images` with a URL for each available variant, and null for the others. */
export function imagesMember(available: readonly Variant[], url: (variant: Variant) => string): string {
	const members = VARIANTS.map((variant) =>
		available.includes(variant) ? `"${variant}":${JSON.stringify(url(variant))}` : `"${variant}":null`,
	);
	return `"images":{${members.join(",")}}`;
}
