import type { FastifyReply, FastifyRequest } from "fastify";
import Type, { type Static } from "typebox";
import type { ApiRoute } from "../../api/api-route.ts";
import type { Metering } from "../../billing/ledger/metering.ts";
import { type Billed, billed } from "../../billing/prices/bill.ts";
import { BarcodePath, barcodeOf } from "../../catalogue/barcodes/barcode-path.ts";
import { scopeForbidden } from "../../catalogue/errors.ts";
import { locksOf } from "../../catalogue/fields/locks.ts";
import { VARIANTS, VARIANTS_IN_WORDS, type Variant, variantBit } from "../../catalogue/fields/scopes.ts";
import { findReadable, type ProductCaller } from "../../catalogue/reading/read-product.ts";
import { PictureSize, sizeOf } from "../../catalogue/stored/picture-size.ts";
import type { FindProduct } from "../../catalogue/stored/served-product.ts";
import { callerOf } from "../../clients/auth/bearer.ts";
import { pictureErrors } from "../errors.ts";
import type { createDelivery, DeliveryHead } from "./delivery.ts";
import type { IssueUrl } from "./issue-url.ts";

const VariantQuery = Type.Object({
	variant: Type.Enum([...VARIANTS], { description: `The variant to redirect to. ${VARIANTS_IN_WORDS}` }),
	size: PictureSize,
});
type VariantQuery = Static<typeof VariantQuery>;

interface RedirectParts {
	readonly findProduct: FindProduct;
	readonly metering: Metering;
	readonly issueUrl: IssueUrl;
	/** Picture sizes that the installation prepares. */
	readonly imageSizesPx: readonly number[];
}

/** One image, whose price does not depend on its size. */
interface OneImage extends Billed {
	readonly variant: Variant;
	readonly sizePx: number | null;
}

const ONE_IMAGE: Billed = { lineItems: [{ action: "products.get.per_image", quantity: 1 }] };

/** `GET /products/{barcode}/image`: a redirect to a fresh signed URL (SPEC 4.2). */
export const getProductImage = billed<RedirectParts, ProductCaller, OneImage>({
	id: "getProductImage",
	tag: "Images",
	summary: "Redirect to a signed image URL",
	description: "For use in an HTML image tag. Charged as one image.",
	access: "bearer",
	path: BarcodePath,
	query: VariantQuery,
	status: 302,
	answerText: "The URL is in `Location`.",
	answerHeaders: { Location: "Signed URL, bound to the caller's address." },
	charges: ["products.get.per_image"],
	errors: [
		"bad_request",
		"invalid_barcode",
		"out_of_scope",
		"scope_forbidden",
		"not_found",
		"variant_not_available",
	],
	bill:
		({ findProduct, imageSizesPx }) =>
		async (input, { client, generation }) => {
			const query = input.query as VariantQuery;
			const { variant } = query;
			const sizePx = sizeOf(query, imageSizesPx);
			const product = await findReadable(findProduct, client, barcodeOf(input), generation);
			if ((product.variants & variantBit(variant)) === 0) throw pictureErrors.variant_not_available();
			const locks = locksOf(client.locks);
			if (locks.scopes.has("images")) throw scopeForbidden(["images"]);
			if (locks.variants.has(variant)) throw scopeForbidden([`images.${variant}`]);
			return { ...ONE_IMAGE, variant, sizePx };
		},
	handle:
		({ metering, issueUrl }, bill) =>
		async (request, reply) => {
			const caller = callerOf(request);
			const { lineItems, variant, sizePx } = await bill(request, caller);
			const location = issueUrl(request, caller.client, { barcode: barcodeOf(request), variant, sizePx });
			await metering.charge(request, lineItems, 302);
			return reply.code(302).header("location", location).send();
		},
});

const TokenPath = Type.Object({ token: Type.String({ description: "The token of a signed URL." }) });

const answerHeaders = {
	"X-Watermarked":
		"1 if the picture has the global watermark, visible or invisible; 0 for clients whose watermark is waived.",
	"X-Picture-Version": "Changes when the picture does: part of the name of its file in a shop.",
	"Cache-Control": "private, no-store",
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

interface DeliveryParts {
	readonly delivery: ReturnType<typeof createDelivery>;
}

/** `GET /image/{token}`: the token is the authorization. */
export const getImage: ApiRoute<DeliveryParts> = {
	id: "getImage",
	tag: "Images",
	summary: "The picture of a signed URL",
	description:
		"The token is the authorization: it works once, for 15 minutes, from the address it was issued to.",
	access: "signed_url",
	path: TokenPath,
	media: ["image/jpeg", "image/png"],
	answerText: "The picture.",
	answerHeaders,
	errors: deliveryErrors,
	handle:
		({ delivery }) =>
		async (request, reply) => {
			const taken = await delivery.take(tokenOf(request), request);
			// Only a buffer that has been completely handed to the system may be reused; after an aborted response it is left to the garbage
			// collector.
			reply.raw.on("finish", taken.file.release);
			return addImageHeaders(reply, taken).send(taken.file.bytes);
		},
};

/** `HEAD /image/{token}` returns the headers without using up the URL (SPEC D29). */
export const headImage: ApiRoute<DeliveryParts> = {
	id: "headImage",
	tag: "Images",
	summary: "The headers of a signed URL, without using it up",
	access: "signed_url",
	path: TokenPath,
	status: 200,
	answerText: "The picture is there.",
	answerHeaders,
	errors: deliveryErrors,
	handle:
		({ delivery }) =>
		async (request, reply) => {
			const head = await delivery.preview(tokenOf(request), request);
			return addImageHeaders(reply, head).header("content-length", head.sizeBytes).send();
		},
};

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token;

function addImageHeaders(reply: FastifyReply, delivery: DeliveryHead): FastifyReply {
	return reply.headers({
		"content-type": delivery.contentType,
		"cache-control": "private, no-store",
		"x-content-type-options": "nosniff",
		"x-watermarked": delivery.watermarked ? "1" : "0",
		"x-picture-version": delivery.version,
	});
}
