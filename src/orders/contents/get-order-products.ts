import type { FastifyRequest } from "fastify";
import { answerBytes } from "../../api/answer-text.ts";
import type { ApiRoute } from "../../api/api-route.ts";
import type { Metering } from "../../billing/ledger/metering.ts";
import { imagesMember } from "../../catalogue/reading/product-routes.ts";
import type { FindProduct } from "../../catalogue/stored/served-product.ts";
import { callerOf } from "../../clients/auth/bearer.ts";
import type { IssueUrl } from "../../pictures/delivery/issue-url.ts";
import { unfitCursor } from "../../platform/cursor.ts";
import type { Database } from "../../platform/db/database.ts";
import { JSON_TYPE } from "../../platform/http/json-type.ts";
import type { PageCursors } from "../../platform/page-cursors.ts";
import { OrderPath, OrderProductsAnswer, OrderProductsQuery } from "../schemas.ts";
import { type BoughtToday, boughtToday } from "./bought-today.ts";
import { paginationMember } from "./get-orders.ts";
import type { OrderContent } from "./order-content.ts";
import type { OrderStore } from "./order-store.ts";

interface OrderProductsParts {
	readonly orders: OrderStore;
	readonly db: Database;
	readonly findProduct: FindProduct;
	readonly metering: Metering;
	readonly issueUrl: IssueUrl;
	readonly pageCursors: PageCursors;
}

/** `GET /orders/{order_id}/products` (SPEC E8). */
export const getOrderProducts: ApiRoute<OrderProductsParts> = {
	id: "listOrderProducts",
	tag: "Orders",
	summary: "What an order bought, page by page",
	description: [
		"Metadata as it was bought, and pictures as they are today with new signed URLs: null if a picture was removed. The client's current locks, scope filter and revocation",
		"apply: what is locked is left out and listed in `redacted_fields`. With `metadata=today`, the bought scopes have the values of today. Free of charge, as often as needed.",
	].join(" "),
	access: "bearer",
	path: OrderPath,
	query: OrderProductsQuery,
	answer: OrderProductsAnswer,
	answerText: "One page.",
	errors: ["bad_request", "not_found", "upstream_error"],
	handle:
		({ db, orders, findProduct, metering, issueUrl, pageCursors }) =>
		async (request, reply) => {
			const caller = callerOf(request);
			const { clientId } = caller.client;
			const { order_id } = request.params as OrderPath;
			const { cursor, per_page, metadata, barcodes } = request.query as OrderProductsQuery;
			const kind = {
				purpose: "order products",
				boundTo: [clientId, order_id, ...(barcodes ?? [])],
			};
			const order = await orders.find(clientId, order_id, request.arrivedAtMs);
			const content = await orders.content(order);
			const from = placeOf(await pageCursors.read(kind, cursor));
			const { places, next } = pageOf(content, { from, perPage: per_page, only: barcodes });
			const found = await Promise.all(
				places.map((place) =>
					boughtToday({ db, findProduct }, caller, content, { place, sizePx: order.size_px, metadata }),
				),
			);
			const products = found.filter((product) => product !== undefined);
			const rows = products.map((product) => rowOf(product, order.size_px, request, issueUrl));
			const nextCursor = next === undefined ? null : await pageCursors.write(kind, String(next));
			await metering.showBalance(request);
			const redacted = [...new Set(products.flatMap((product) => product.redacted))];
			const data = Buffer.from(`"data":[${rows.join(",")}]`);
			const body = answerBytes(request, data, [paginationMember(per_page, nextCursor)], redacted);
			return reply.header("content-type", JSON_TYPE).send(body);
		},
};

function placeOf(place: string | undefined): number {
	const number = Number(place ?? 0);
	if (!Number.isSafeInteger(number) || number < 0) throw unfitCursor();
	return number;
}

interface PageWanted {
	readonly from: number;
	readonly perPage: number;
	/** Barcodes of the lines wanted; all if undefined. */
	readonly only: readonly string[] | undefined;
}

/** The indexes of as many found lines as fit on a page, and the index at which the next page begins. */
function pageOf({ lines }: OrderContent, { from, perPage, only }: PageWanted) {
	const found = lines.flatMap(({ found, barcode }, place) =>
		found && place >= from && (only?.includes(barcode) ?? true) ? [place] : [],
	);
	return { places: found.slice(0, perPage), next: found[perPage] };
}

function rowOf(
	{ barcodeToday, members, pictures }: BoughtToday,
	sizePx: number | null,
	request: FastifyRequest,
	issueUrl: IssueUrl,
): string {
	const { client } = callerOf(request);
	const images =
		pictures &&
		imagesMember(pictures, (variant) =>
			issueUrl(request, client, { barcode: barcodeToday, variant, sizePx }),
		);
	return `{${[members.toString("utf8"), ...(images ? [images] : [])].join(",")}}`;
}
