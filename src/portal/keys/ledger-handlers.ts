import { Readable } from "node:stream";
import { type LedgerRow, ledgerPage, ledgerRows } from "../../billing/ledger/ledger-page.ts";
import type { LedgerFilter } from "../../billing/ledger/ledger-span.ts";
import { readDailyUsage, readUsage } from "../../billing/usage/usage.ts";
import { type Granularity, usageRange } from "../../clients/account/usage-range.ts";
import { usageSeries } from "../../clients/account/usage-series.ts";
import { paidOrders } from "../../orders/buy/paid-orders.ts";
import type { Database } from "../../platform/db/database.ts";
import type { RouteQuery } from "../contract.ts";
import type { Handlers } from "../http/call.ts";
import { paginationOf } from "../pagination.ts";
import { daySpan } from "./day-span.ts";
import type { KeyAnswerParts } from "./key-answer.ts";
import { requireOwn } from "./key-handlers.ts";
import { ledgerEntry } from "./ledger-answer.ts";
import { csvLines } from "./ledger-csv.ts";

type LedgerRoute =
	| "GET /keys/{client_id}/ledger"
	| "GET /keys/{client_id}/ledger.csv"
	| "GET /keys/{client_id}/usage";

/** Handlers for a key's spending. */
export function ledgerHandlers({ db }: Pick<KeyAnswerParts, "db">): Handlers<LedgerRoute> {
	return {
		async "GET /keys/{client_id}/ledger"({ person, path, query, nowMs }) {
			const { clientId } = await requireOwn({ db }, person, path.client_id);
			return ledgerAnswer(db, clientId, query, nowMs);
		},
		async "GET /keys/{client_id}/ledger.csv"({ person, path, query, reply, nowMs }) {
			const { clientId } = await requireOwn({ db }, person, path.client_id);
			reply.header("content-disposition", `attachment; filename="ledger-${clientId}.csv"`);
			reply.type("text/csv; charset=utf-8");
			const ordersOf = (rows: readonly LedgerRow[]) => ordersOfRows(db, clientId, rows, nowMs);
			reply.send(Readable.from(csvLines(ledgerRows(db, clientId, filterOf(query)), ordersOf)));
			return undefined;
		},
		async "GET /keys/{client_id}/usage"({ person, path, query, nowMs }) {
			const { clientId } = await requireOwn({ db }, person, path.client_id);
			const { granularity = "day", from, to } = query;
			const asked = {
				granularity: granularity as Granularity,
				...(from === undefined ? {} : { from }),
				...(to === undefined ? {} : { to }),
			};
			const range = usageRange(asked, nowMs);
			const read = granularity === "hour" ? readUsage : readDailyUsage;
			const rows = await read(db, clientId, range.startMs, range.endMs);
			return {
				client_id: clientId,
				granularity: range.granularity,
				from: range.from,
				to: range.to,
				...usageSeries(rows, range),
			};
		},
	};
}

/** A page of the ledger of one client. */
export async function ledgerAnswer(
	db: Database,
	clientId: string,
	query: RouteQuery<"GET /keys/{client_id}/ledger">,
	nowMs: number,
) {
	const { page = 1, per_page = 25 } = query;
	const { rows, total } = await ledgerPage(db, clientId, filterOf(query), { page, perPage: per_page });
	const orders = await ordersOfRows(db, clientId, rows, nowMs);
	const data = rows.map((row) => ledgerEntry(row, orders));
	return { data, pagination: paginationOf(page, per_page, total) };
}

function ordersOfRows(db: Database, clientId: string, rows: readonly LedgerRow[], nowMs: number) {
	const notes = rows.map(({ note }) => note);
	return paidOrders(db, clientId, notes, nowMs);
}

function filterOf(query: { from?: string; to?: string; kind?: LedgerFilter["kind"] }): LedgerFilter {
	return { ...daySpan(query), kind: query.kind };
}
