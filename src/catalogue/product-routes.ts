import type { FastifyInstance, FastifyRequest } from "fastify";
import { answerBytes } from "../api/answer-text.ts";
import { operation } from "../api/operation.ts";
import { callerOf } from "../auth/bearer.ts";
import type { Metering } from "../billing/metering.ts";
import type { LineItem } from "../billing/priced.ts";
import type { Client } from "../clients/client.ts";
import { JSON_TYPE } from "../platform/http/json-type.ts";
import { BarcodePath, barcodeOf } from "./barcode-path.ts";
import { ProductAnswer } from "./product-answer.ts";
import { ProductQuery, selectionOf } from "./product-query.ts";
import { answerProduct, findReadable } from "./read-product.ts";
import { VARIANTS, type Variant } from "./scopes.ts";
import type { FindProduct } from "./served-product.ts";

/** Issues the signed URL of a variant; implemented by the images room. */
type IssueUrl = (request: FastifyRequest, client: Client, barcode: string, variant: Variant) => string;

interface ProductRouteParts {
	readonly findProduct: FindProduct;
	readonly metering: Metering;
	readonly issueUrl: IssueUrl;
}

const HEAD_LINE_ITEMS: readonly LineItem[] = [{ action: "products.head", quantity: 1 }];

/** `GET` and `HEAD /products/{barcode}` (SPEC 4.2). */
export function productRoutes({ findProduct, metering, issueUrl }: ProductRouteParts) {
	return async (app: FastifyInstance): Promise<void> => {
		app.get("/products/:barcode", productOperation, async (request, reply) => {
			const { client, generation } = callerOf(request);
			const barcode = barcodeOf(request);
			const selection = selectionOf(request.query as Parameters<typeof selectionOf>[0]);
			const product = await findReadable(findProduct, client, barcode, generation);
			const answer = answerProduct(product, selection, client);
			const images =
				answer.urlVariants &&
				imagesMember(answer.urlVariants, (variant) => issueUrl(request, client, barcode, variant));
			await metering.charge(request, answer.lineItems);
			const body = answerBytes(request, answer.members, images ? [images] : [], answer.redactedFields);
			return reply.header("content-type", JSON_TYPE).send(body);
		});

		app.head("/products/:barcode", existenceOperation, async (request, reply) => {
			const { client, generation } = callerOf(request);
			await findReadable(findProduct, client, barcodeOf(request), generation);
			await metering.charge(request, HEAD_LINE_ITEMS);
			return reply.send();
		});
	};
}

const productOperation = operation({
	id: "getProduct",
	tag: "Products",
	summary: "One product: metadata and signed image URLs",
	description:
		"Bills only what came back: a requested scope without data and a variant that does not exist cost nothing.",
	access: "bearer",
	path: BarcodePath,
	query: ProductQuery,
	success: { status: 200, description: "The product.", answer: ProductAnswer },
	errors: [
		"bad_request",
		"invalid_barcode",
		"insufficient_credits",
		"out_of_scope",
		"scope_forbidden",
		"not_found",
	],
});

const existenceOperation = operation({
	id: "headProduct",
	tag: "Products",
	summary: "Whether a product exists",
	access: "bearer",
	path: BarcodePath,
	success: { status: 200, description: "It exists." },
	errors: ["bad_request", "invalid_barcode", "insufficient_credits", "out_of_scope", "not_found"],
});

function imagesMember(available: readonly Variant[], url: (variant: Variant) => string): string {
	const members = VARIANTS.map((variant) =>
		available.includes(variant) ? `"${variant}":${JSON.stringify(url(variant))}` : `"${variant}":null`,
	);
	return `"images":{${members.join(",")}}`;
}
