import type { FastifyReply, FastifyRequest } from "fastify";
import { fillBalance } from "../api/answer-text.ts";
import { apiError } from "../api/api-error.ts";
import type { ApiRoute } from "../api/api-route.ts";
import { answerFor, type EarlierAnswer, storedAnswer } from "../api/idempotency/claim.ts";
import { bodyHash, idempotencyKey } from "../api/idempotency/key.ts";
import { callerOf } from "../auth/bearer.ts";
import type { Metering } from "../billing/metering.ts";
import type { PriceList } from "../billing/prices.ts";
import { METADATA_SCOPES } from "../catalogue/scopes.ts";
import type { FindProduct } from "../catalogue/served-product.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import { DAY_MS } from "../platform/http/fixed-window.ts";
import { JSON_TYPE } from "../platform/http/json-type.ts";
import { requireWithinCap, storeContent } from "./new-order.ts";
import { orderText } from "./order-answer.ts";
import { ORDER_BODY_BYTES, OrderBody, readOrder } from "./order-body.ts";
import type { OrderStore } from "./order-store.ts";
import { placeOrder } from "./place-order.ts";
import { type PricedOrder, priceLines } from "./priced-lines.ts";
import { OrderAnswer } from "./schemas.ts";
import type { ClientOrderTable } from "./tables.ts";

interface OrderParts {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly findProduct: FindProduct;
	readonly prices: () => Promise<PriceList>;
	readonly metering: Metering;
	/** Sizes of pictures that the installation prepares. */
	readonly imageSizesPx: readonly number[];
	readonly orders: OrderStore;
	readonly orderDays: number;
}

/** What orders can be charged for: what reads can. */
export const ORDER_CHARGES = [
	...METADATA_SCOPES.map((scope) => `products.get.${scope}` as const),
	"products.get.per_image",
] as const;

/** `POST /orders` (SPEC E8). */
export const postOrders: ApiRoute<OrderParts> = {
	id: "createOrder",
	tag: "Orders",
	summary: "Buy a list of products",
	description: [
		"Priced as single reads, for what exists. What was bought can be fetched again for 30 days, free of charge: as JSON by `GET /orders/{order_id}/products`, as one archive",
		"by `GET /orders/{order_id}/archive`. Refused means that nothing was bought. With an `Idempotency-Key` an order is never made twice while it lives.",
	].join(" "),
	access: "bearer",
	body: OrderBody,
	bodyLimitBytes: ORDER_BODY_BYTES,
	idempotent: true,
	status: 201,
	answer: OrderAnswer,
	answerText: "The order, paid for.",
	answerHeaders: { Location: "The order." },
	charges: ORDER_CHARGES,
	errors: [
		"bad_request",
		"invalid_barcode",
		"insufficient_credits",
		"scope_forbidden",
		"max_credits_exceeded",
	],
	handle: (parts) => (request, reply) => orderOnce(parts, request, reply),
};

/** Answers with the order that was made under the same key before, or makes one. */
async function orderOnce(
	parts: OrderParts,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const { db, findProduct, prices, blobs, imageSizesPx } = parts;
	const caller = callerOf(request);
	const wanted = readOrder(request.body as OrderBody, imageSizesPx);
	const earlier = await earlierAnswer(db, request);
	if (earlier) return answerAgain(parts, request, reply, earlier);
	const { arrivedAtMs: atMs, id: requestId } = request;
	const priced = await priceLines({ find: findProduct, prices: await prices(), atMs }, wanted.items, caller);
	requireWithinCap(wanted, priced);
	const moment = { atMs, expiresAtMs: atMs + parts.orderDays * DAY_MS, requestId };
	const order = await storeContent(blobs, caller.client, { wanted, priced }, moment);
	const paid = await pay(parts, request, order, priced);
	if (paid.earlier) return answerAgain(parts, request, reply, paid.earlier);
	const lines = priced.lines.map(({ line }) => line);
	return send(reply, order, fillBalance(orderText(request, order, lines, order.units), paid.balanceUnits));
}

/** The answer to a request with the same key. Looked for before anything else: it does not matter what the order would come to today. */
async function earlierAnswer(db: Database, request: FastifyRequest): Promise<EarlierAnswer | undefined> {
	const key = claimKeyOf(request);
	const stored = key && (await storedAnswer(db.read, key, request.arrivedAtMs));
	return stored && answerFor(stored, bodyHash(request.rawBody ?? ""));
}

function claimKeyOf(request: FastifyRequest) {
	const key = idempotencyKey(request);
	if (key === undefined) return undefined;
	const { clientId } = callerOf(request).client;
	return { clientId, method: request.method, route: request.routeOptions.url ?? "", key };
}

/** Pays for an order and records it. What is refused takes its content along. */
async function pay(
	{ db, blobs, metering }: OrderParts,
	request: FastifyRequest,
	order: ClientOrderTable,
	{ charge, lines }: PricedOrder,
) {
	const [only, ...others] = lines.filter(({ line }) => line.found);
	const product = only && others.length === 0 ? { barcode: only.line.barcode } : {};
	const key = claimKeyOf(request);
	// The answer itself is made anew from the order, so that the transaction stays small.
	const stored = { bodyHash: bodyHash(request.rawBody ?? ""), head: order.order_id, tail: "" };
	const claim = key && {
		...key,
		...stored,
		status: 201,
		requestId: request.id,
		expiresAtMs: order.expires_at,
	};
	const outcome = await metering.settleWith(request, charge, 201, (settlement) =>
		db.write(placeOrder, {
			settlement: { ...settlement, ...product, note: order.order_id, ...(claim ? { claim } : {}) },
			row: order,
		}),
	);
	if (!outcome.paid || outcome.earlier) await discard(blobs, order, request);
	metering.requirePaid(request, outcome, order.units);
	return outcome;
}

/** Nothing names the content; what is left of it is deleted when the order would have expired. */
async function discard(
	blobs: BlobStore,
	{ content_blob }: ClientOrderTable,
	request: FastifyRequest,
): Promise<void> {
	await blobs
		.delete(content_blob)
		.catch((fault) =>
			request.log.warn({ err: fault, reqId: request.id }, "the content of a refused order is left"),
		);
}

/** Answers as the order was answered when it was made (SPEC D24). @throws HttpError 409 when it was another body. */
async function answerAgain(
	{ orders, metering }: OrderParts,
	request: FastifyRequest,
	reply: FastifyReply,
	earlier: EarlierAnswer,
): Promise<FastifyReply> {
	if (earlier.kind === "mismatch") throw apiError("idempotency_key_mismatch");
	const { clientId } = callerOf(request).client;
	const order = await orders.find(clientId, earlier.head, request.arrivedAtMs);
	const { lines } = await orders.content(order);
	await metering.showBalance(request);
	request.responseMeta.replayedRequestId = earlier.requestId;
	reply.header("idempotency-replayed", "1");
	const first = { id: earlier.requestId, arrivedAtMs: order.created_at, responseMeta: { debitedUnits: 0 } };
	return send(reply, order, fillBalance(orderText(first, order, lines, order.units), earlier.balanceUnits));
}

function send(reply: FastifyReply, order: ClientOrderTable, text: string): FastifyReply {
	return reply
		.code(201)
		.headers({ "content-type": JSON_TYPE, location: `/api/v1/orders/${order.order_id}` })
		.send(text);
}
