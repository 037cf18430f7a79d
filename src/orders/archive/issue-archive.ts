import type { FastifyRequest } from "fastify";
import Type, { type Static } from "typebox";
import type { ApiRoute } from "../../api/api-route.ts";
import { callerOf } from "../../clients/auth/bearer.ts";
import type { UrlBase } from "../../pictures/delivery/url-base.ts";
import { ulid } from "../../platform/ids.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { OrderStore } from "../contents/order-store.ts";
import { OrderPath } from "../schemas.ts";
import type { ClientOrderTable } from "../tables.ts";
import { PICTURE_NAMES, type PictureNames, signArchive } from "./archive-token.ts";

/** As for pictures (SPEC 2.7). */
const URL_MS = 15 * 60_000;

export interface IssueParts {
	readonly base: UrlBase;
	readonly secrets: Secrets;
}

/** A URL that works once for the archive of an order, from the address of the request, for 15 minutes (SPEC E8). */
export function issueArchive(
	{ base, secrets }: IssueParts,
	request: FastifyRequest,
	order: ClientOrderTable,
	names: PictureNames,
): { readonly url: string; readonly expiresAtMs: number } {
	const expiresAtMs = Math.min(request.arrivedAtMs + URL_MS, order.expires_at);
	const grant = {
		urlId: ulid(request.arrivedAtMs),
		expiresAtMs,
		clientId: order.client_id,
		orderId: order.order_id,
		address: request.clientAddress,
		names,
	};
	return { url: `${base(request)}/api/v1/archive/${signArchive(grant, secrets.urlKeys)}`, expiresAtMs };
}

const ArchiveQuery = Type.Object({
	names: Type.Optional(
		Type.Enum([...PICTURE_NAMES], {
			default: "barcode",
			description: [
				"How pictures are named: `barcode` for `<barcode>_<variant>`, `gs1` for names according to the GS1 Product Image Specification, such as `00725272730706_C1N1`.",
				"Pictures of produce codes have no GS1 name and keep the other one. `shop` for `<barcode>_<variant>-<version>`, where the version changes with the picture: shops fetch an address once.",
			].join(" "),
			examples: ["gs1"],
		}),
	),
});
type ArchiveQuery = Static<typeof ArchiveQuery>;

/** `GET /orders/{order_id}/archive`: a redirect to a single-use URL (SPEC E8). */
export const getOrderArchive: ApiRoute<IssueParts & { readonly orders: OrderStore }> = {
	id: "getOrderArchive",
	tag: "Orders",
	summary: "Redirect to an order's archive",
	description:
		"One ZIP with all pictures and metadata of an order. Its URL works once, for 15 minutes, from the caller's address. Free of charge: request it again if a download fails.",
	access: "bearer",
	path: OrderPath,
	query: ArchiveQuery,
	status: 302,
	answerText: "The URL is in `Location`.",
	answerHeaders: { Location: "Signed URL, bound to the caller's address." },
	errors: ["bad_request", "not_found"],
	handle: (parts) => async (request, reply) => {
		const { order_id } = request.params as OrderPath;
		const { names = "barcode" } = request.query as ArchiveQuery;
		const order = await parts.orders.find(callerOf(request).client.clientId, order_id, request.arrivedAtMs);
		return reply
			.code(302)
			.header("location", issueArchive(parts, request, order, names).url)
			.send();
	},
};
