import { answerText, fillBalance } from "../../api/answer-text.ts";
import type { ApiRoute } from "../../api/api-route.ts";
import type { Metering } from "../../billing/ledger/metering.ts";
import { callerOf } from "../../clients/auth/bearer.ts";
import type { Database } from "../../platform/db/database.ts";
import { JSON_TYPE } from "../../platform/http/json-type.ts";
import type { PageCursors } from "../../platform/page-cursors.ts";
import { CursorQuery, OrderAnswer, OrderPath, OrdersAnswer } from "../schemas.ts";
import { alertedLines, listedText, orderText } from "./order-answer.ts";
import type { OrderStore } from "./order-store.ts";

interface OrderReadParts {
	readonly db: Database;
	readonly orders: OrderStore;
	readonly metering: Metering;
	readonly pageCursors: PageCursors;
}

/** `GET /orders`: unexpired orders, newest first (SPEC E8). */
export const getOrders: ApiRoute<OrderReadParts> = {
	id: "listOrders",
	tag: "Orders",
	summary: "Orders, newest first",
	description: "Lists orders that have not expired. Free of charge.",
	access: "bearer",
	query: CursorQuery,
	answer: OrdersAnswer,
	answerText: "One page.",
	errors: ["bad_request"],
	handle:
		({ orders, metering, pageCursors }) =>
		async (request, reply) => {
			const { clientId } = callerOf(request).client;
			const { cursor, per_page } = request.query as CursorQuery;
			const kind = { purpose: "orders", boundTo: [clientId] };
			const before = await pageCursors.read(kind, cursor);
			const rows = await orders.list(clientId, request.arrivedAtMs, {
				...(before === undefined ? {} : { before }),
				limit: per_page + 1,
			});
			const page = rows.slice(0, per_page);
			const last = rows.length > per_page ? page.at(-1) : undefined;
			const next = last ? await pageCursors.write(kind, last.order_id) : null;
			const members = [`"data":[${page.map(listedText).join(",")}]`, paginationMember(per_page, next)];
			const { balanceUnits } = await metering.showBalance(request);
			const text = fillBalance(answerText(request, members, 0), balanceUnits);
			return reply.header("content-type", JSON_TYPE).send(text);
		},
};

/** `GET /orders/{order_id}` (SPEC E8). */
export const getOrder: ApiRoute<OrderReadParts> = {
	id: "getOrder",
	tag: "Orders",
	summary: "One order",
	description: "Returns the order as it was when it was placed. Free of charge.",
	access: "bearer",
	path: OrderPath,
	answer: OrderAnswer,
	answerText: "The order.",
	errors: ["not_found", "upstream_error"],
	handle:
		({ db, orders, metering }) =>
		async (request, reply) => {
			const { order_id } = request.params as OrderPath;
			const order = await orders.find(callerOf(request).client.clientId, order_id, request.arrivedAtMs);
			const { lines } = await orders.content(order);
			const { balanceUnits } = await metering.showBalance(request);
			const alerted = await alertedLines(db, lines);
			const text = fillBalance(orderText(request, order, alerted, 0), balanceUnits);
			return reply.header("content-type", JSON_TYPE).send(text);
		},
};

export function paginationMember(perPage: number, nextCursor: string | null): string {
	return `"pagination":${JSON.stringify({ per_page: perPage, next_cursor: nextCursor })}`;
}
