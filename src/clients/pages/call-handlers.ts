import { creditsForJson } from "../../api/credits.ts";
import { chargeLines } from "../../billing/ledger/charge-lines.ts";
import {
	type CallPosition,
	type Call as CallRow,
	readCalls,
	readRefusals,
} from "../../billing/usage/calls.ts";
import { type PaidOrder, paidOrders } from "../../orders/buy/paid-orders.ts";
import { handlers } from "../../pages/call.ts";
import { daySpan } from "../../pages/day-span.ts";
import { readNext } from "../../pages/pagination.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { requireOwn } from "../policy/owned.ts";
import { type Call, callRoutes } from "./calls-contract.ts";
import type { ClientAnswerParts } from "./client-answer.ts";
import { orderAnswer, whatText } from "./ledger-handlers.ts";

export function callHandlers({ db }: Pick<ClientAnswerParts, "db">) {
	return handlers(callRoutes)({
		async "GET /keys/{client_id}/calls"({ person, path, query, nowMs }) {
			const { clientId } = await requireOwn({ db }, person, path.client_id);
			const { request_id: requestId, barcode, outcome, error, limit = 25 } = query;
			const filter = { requestId, barcode, outcome, error, ...daySpan(query) };
			const { calls, next } = await readCalls(db, clientId, filter, {
				after: positionOf(query.after),
				limit,
			});
			const notes = calls.map(({ note }) => note);
			const orders = await paidOrders(db, [clientId], notes, nowMs);
			return {
				data: calls.map((call) => answerOf(call, orders.get(call.note))),
				next: next && `${next.at}.${next.requestId}`,
			};
		},
		async "GET /keys/{client_id}/refusals"({ person, path, query, nowMs }) {
			const { clientId } = await requireOwn({ db }, person, path.client_id);
			const { days = 30 } = query;
			const todayMs = nowMs - (nowMs % DAY_MS);
			return { data: await readRefusals(db, [clientId], todayMs - (days - 1) * DAY_MS) };
		},
	});
}

function positionOf(after: string | undefined): CallPosition | undefined {
	if (after === undefined) return undefined;
	const [at, requestId] = readNext(after, /^(\d{1,15})\.(\w*)$/);
	return { at, requestId };
}

function answerOf(row: CallRow, order: PaidOrder | undefined): Call {
	const lines = row.detail === null ? [] : chargeLines({ kind: "charge", detail: row.detail });
	return {
		at: isoTime(row.at),
		request_id: row.request_id,
		method: row.method,
		route: row.route,
		status: row.status,
		error: row.error,
		barcode: row.barcode,
		address: row.address,
		credits: creditsForJson(row.units),
		what: whatText({ ...row, lines }, order),
		order: orderAnswer(order),
		lines,
	};
}
