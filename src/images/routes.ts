import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import { callerOf } from "../auth/bearer.ts";
import type { Metering } from "../billing/metering.ts";
import { scopeForbidden } from "../catalogue/errors.ts";
import { locksOf } from "../catalogue/locks.ts";
import { barcodeOf } from "../catalogue/product-routes.ts";
import { findReadable, productRead } from "../catalogue/read-product.ts";
import { VARIANTS, type Variant, variantBit } from "../catalogue/scopes.ts";
import type { Database } from "../platform/db/database.ts";
import type { Delivery } from "./delivery.ts";
import { variantNotAvailable } from "./errors.ts";
import type { IssueUrl } from "./issue-url.ts";

const VariantQuery = Type.Object({
	variant: Type.Enum([...VARIANTS], { description: "The variant to redirect to." }),
});

/** `GET /products/{barcode}/image`: a redirect to a fresh signed URL (4.2). */
export function imageRedirectRoutes(parts: {
	readonly db: Database;
	readonly metering: Metering;
	readonly issueUrl: IssueUrl;
}) {
	const find = productRead(parts.db);
	return async (app: FastifyInstance): Promise<void> => {
		app.get("/products/:barcode/image", { schema: { querystring: VariantQuery } }, async (request, reply) => {
			const { client } = callerOf(request);
			const barcode = barcodeOf(request);
			const { variant } = request.query as { variant: Variant };
			const product = await findReadable(find, client, barcode);
			if ((product.variants & variantBit(variant)) === 0) throw variantNotAvailable();
			const locks = locksOf(client.locks);
			if (locks.scopes.has("images") || locks.variants.has(variant)) throw scopeForbidden(["images"]);
			const location = parts.issueUrl(request, client, barcode, variant);
			await parts.metering.charge(request, [{ action: "products.get.per_image", quantity: 1 }], 302);
			return reply.code(302).header("location", location).send();
		});
	};
}

type OpenDelivery = (token: string, request: FastifyRequest) => Promise<Delivery>;

/** `GET /image/{token}`: the token is the authorization. HEAD shows the headers and uses nothing up (decision 29). */
export function imageDeliveryRoutes(openDelivery: OpenDelivery) {
	return async (app: FastifyInstance): Promise<void> => {
		app.get("/image/:token", async (request, reply) => {
			const delivery = await openDelivery((request.params as { token: string }).token, request);
			const bytes = await delivery.take();
			return addImageHeaders(reply, delivery).send(bytes);
		});
		app.head("/image/:token", async (request, reply) => {
			const delivery = await openDelivery((request.params as { token: string }).token, request);
			return addImageHeaders(reply, delivery).header("content-length", delivery.sizeBytes).send();
		});
	};
}

function addImageHeaders(reply: FastifyReply, delivery: Delivery): FastifyReply {
	return reply.headers({
		"content-type": delivery.contentType,
		"cache-control": "private, no-store",
		"x-content-type-options": "nosniff",
		"x-watermarked": delivery.watermarked ? "1" : "0",
	});
}
