import type { FastifyReply, FastifyRequest } from "fastify";
import { fillBalance } from "../../api/answer-text.ts";
import type { ApiRoute } from "../../api/api-route.ts";
import { idempotencyKey } from "../../api/idempotency/key.ts";
import { callerOf } from "../../clients/auth/bearer.ts";
import { JSON_TYPE } from "../../platform/http/json-type.ts";
import { orderText } from "../contents/order-answer.ts";
import { OrderAnswer } from "../schemas.ts";
import type { ClientOrderTable } from "../tables.ts";
import { type BuyParts, buyOrder } from "./buy-order.ts";
import { ORDER_BODY_BYTES, OrderBody, readCap, readOrder } from "./order-body.ts";
import { placeOrder } from "./place-order.ts";
import { ORDER_CHARGES } from "./priced-lines.ts";

interface OrderParts extends BuyParts {
	/** Picture sizes that the installation prepares. */
	readonly imageSizesPx: readonly number[];
}

/** `POST /orders` (SPEC E8). */
export const postOrders: ApiRoute<OrderParts> = {
	id: "createOrder",
	tag: "Orders",
	summary: "Buy a list of products",
	description: [
		"Charges what single reads would, for what exists. What was bought can be fetched again for 30 days, free of charge: as JSON with `GET /orders/{order_id}/products`, as one archive",
		"with `GET /orders/{order_id}/archive`. If the order is refused, nothing was bought. With an `Idempotency-Key`, an order is never placed twice as long as it can be fetched.",
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

/** Responds with the order placed earlier under the same key, or places one. */
async function orderOnce(
	parts: OrderParts,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const caller = callerOf(request);
	const body = request.body as OrderBody;
	const wanted = readOrder(body, parts.imageSizesPx);
	const { order, lines, alerts, balanceUnits, earlierRequestId } = await buyOrder(parts, {
		request,
		caller,
		wanted,
		maxUnits: readCap(body),
		claimKey: claimKeyOf(request),
		place: (placement) => parts.db.write(placeOrder, placement),
	});
	const alerted = { lines, alerts };
	if (earlierRequestId === undefined)
		return send(reply, order, fillBalance(orderText(request, order, alerted, order.units), balanceUnits));
	await parts.metering.showBalance(request);
	request.responseMeta.replayedRequestId = earlierRequestId;
	reply.header("idempotency-replayed", "1");
	const first = { id: earlierRequestId, arrivedAtMs: order.created_at, responseMeta: { debitedUnits: 0 } };
	return send(reply, order, fillBalance(orderText(first, order, alerted, order.units), balanceUnits));
}

function claimKeyOf(request: FastifyRequest) {
	const key = idempotencyKey(request);
	if (key === undefined) return undefined;
	const { clientId } = callerOf(request).client;
	return { clientId, method: request.method, route: request.routeOptions.url ?? "", key };
}

function send(reply: FastifyReply, order: ClientOrderTable, text: string): FastifyReply {
	return reply
		.code(201)
		.headers({ "content-type": JSON_TYPE, location: `/api/v1/orders/${order.order_id}` })
		.send(text);
}
