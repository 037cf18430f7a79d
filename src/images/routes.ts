import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import { operation } from "../api/operation.ts";
import { callerOf } from "../auth/bearer.ts";
import type { Metering } from "../billing/metering.ts";
import type { LineItem } from "../billing/priced.ts";
import { BarcodePath, barcodeOf } from "../catalogue/barcode-path.ts";
import { scopeForbidden } from "../catalogue/errors.ts";
import { locksOf } from "../catalogue/locks.ts";
import { findReadable } from "../catalogue/read-product.ts";
import { VARIANTS, type Variant, variantBit } from "../catalogue/scopes.ts";
import type { FindProduct } from "../catalogue/served-product.ts";
import type { DeliveryHead, deliveries } from "./delivery.ts";
import { variantNotAvailable } from "./errors.ts";
import type { IssueUrl } from "./issue-url.ts";

const VariantQuery = Type.Object({
	variant: Type.Enum([...VARIANTS], { description: "The variant to redirect to." }),
});

const LINE_ITEMS: readonly LineItem[] = [{ action: "products.get.per_image", quantity: 1 }];

/** `GET /products/{barcode}/image`: a redirect to a fresh signed URL (SPEC 4.2). */
export function imageRedirectRoutes(parts: {
	readonly findProduct: FindProduct;
	readonly metering: Metering;
	readonly issueUrl: IssueUrl;
}) {
	return async (app: FastifyInstance): Promise<void> => {
		app.get("/products/:barcode/image", redirectOperation, async (request, reply) => {
			const { client, generation } = callerOf(request);
			const barcode = barcodeOf(request);
			const { variant } = request.query as { variant: Variant };
			const product = await findReadable(parts.findProduct, client, barcode, generation);
			if ((product.variants & variantBit(variant)) === 0) throw variantNotAvailable();
			const locks = locksOf(client.locks);
			if (locks.scopes.has("images")) throw scopeForbidden(["images"]);
			if (locks.variants.has(variant)) throw scopeForbidden([`images.${variant}`]);
			const location = parts.issueUrl(request, client, barcode, variant);
			await parts.metering.charge(request, LINE_ITEMS, 302);
			return reply.code(302).header("location", location).send();
		});
	};
}

const redirectOperation = operation({
	id: "getProductImage",
	tag: "Images",
	summary: "Redirect to a signed image URL",
	description: "For an HTML image tag. Charged as one image.",
	access: "bearer",
	path: BarcodePath,
	query: VariantQuery,
	success: {
		status: 302,
		description: "The URL is in `Location`.",
		headers: { Location: "Signed URL, bound to the caller's address." },
	},
	errors: [
		"bad_request",
		"invalid_barcode",
		"insufficient_credits",
		"out_of_scope",
		"scope_forbidden",
		"not_found",
		"variant_not_available",
	],
});

const TokenPath = Type.Object({ token: Type.String({ description: "The token of a signed URL." }) });

const delivered = {
	status: 200,
	headers: {
		"X-Watermarked": "1 with the visible watermark, 0 without.",
		"Cache-Control": "private, no-store",
	},
};

const deliveryErrors = [
	"signed_url_ip_mismatch",
	"client_disabled",
	"not_found",
	"variant_not_available",
	"signed_url_expired",
	"signed_url_consumed",
	"upstream_error",
] as const;

const deliveryOperation = operation({
	id: "getImage",
	tag: "Images",
	summary: "The picture of a signed URL",
	description:
		"The token is the authorization: one use, from the address that it was issued to, for 15 minutes.",
	access: "public",
	path: TokenPath,
	success: { ...delivered, description: "The picture.", media: ["image/jpeg", "image/png"] },
	errors: deliveryErrors,
});

const previewOperation = operation({
	id: "headImage",
	tag: "Images",
	summary: "The headers of a signed URL; uses nothing up",
	access: "public",
	path: TokenPath,
	success: { ...delivered, description: "The picture is there." },
	errors: deliveryErrors,
});

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token;

/** `GET /image/{token}`: the token is the authorization. HEAD shows the headers and uses nothing up (SPEC D29). */
export function imageDeliveryRoutes({ preview, take }: ReturnType<typeof deliveries>) {
	return async (app: FastifyInstance): Promise<void> => {
		app.get("/image/:token", deliveryOperation, async (request, reply) => {
			const delivery = await take(tokenOf(request), request);
			// Only a buffer that was handed to the system completely may be reused; after an aborted answer it is left to the garbage
			// collector.
			reply.raw.once("finish", delivery.file.release);
			return addImageHeaders(reply, delivery).send(delivery.file.bytes);
		});
		app.head("/image/:token", previewOperation, async (request, reply) => {
			const head = await preview(tokenOf(request), request);
			return addImageHeaders(reply, head).header("content-length", head.sizeBytes).send();
		});
	};
}

function addImageHeaders(reply: FastifyReply, delivery: DeliveryHead): FastifyReply {
	return reply.headers({
		"content-type": delivery.contentType,
		"cache-control": "private, no-store",
		"x-content-type-options": "nosniff",
		"x-watermarked": delivery.watermarked ? "1" : "0",
	});
}
