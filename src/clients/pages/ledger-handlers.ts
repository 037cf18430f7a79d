import { Readable } from "node:stream";
import type { Static } from "typebox";
import { formatCredits } from "../../api/credits.ts";
import { type ChargeLine, chargeLines } from "../../billing/ledger/charge-lines.ts";
import { chargeText } from "../../billing/ledger/charge-text.ts";
import { clientOf } from "../../billing/ledger/ledger.ts";
import { ledgerDocument } from "../../billing/ledger/ledger-document.ts";
import type { LedgerRow } from "../../billing/ledger/ledger-page.ts";
import { partsPage, partsRows } from "../../billing/ledger/ledger-parts.ts";
import type { LedgerFilter } from "../../billing/ledger/ledger-span.ts";
import type { LedgerEntry, PaidOrder as PaidOrderAnswer } from "../../billing/pages/spending/contract.ts";
import { readDailyUsage, readUsage } from "../../billing/usage/usage.ts";
import { orderText, type PaidOrder, paidOrders } from "../../orders/buy/paid-orders.ts";
import { handlers } from "../../pages/call.ts";
import { daySpan } from "../../pages/day-span.ts";
import { paginationOf, pagingOf } from "../../pages/pagination.ts";
import { BYTE_ORDER_MARK, textCell } from "../../platform/csv-cell.ts";
import type { Database } from "../../platform/db/database.ts";
import type { QueryOf } from "../../platform/http/route.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { type VisibleLedger, visibleLedger } from "../account/client-ledger.ts";
import { type Granularity, usageRange } from "../account/usage-range.ts";
import { usageSeries } from "../account/usage-series.ts";
import { requireOwn, requireReached } from "../policy/owned.ts";
import { callRoutes } from "./calls-contract.ts";
import type { ClientAnswerParts } from "./client-answer.ts";
import { clientRoutes } from "./contract.ts";

export function ledgerHandlers({ db }: Pick<ClientAnswerParts, "db">) {
	return handlers(clientRoutes)({
		async "GET /keys/{client_id}/ledger"(call) {
			const ledger = await visibleLedger(db, await requireReached({ db }, call));
			return ledgerAnswer(db, ledger, call.query, call.nowMs);
		},
		async "GET /keys/{client_id}/ledger.csv"(call) {
			const { query, reply, nowMs } = call;
			const reached = await requireReached({ db }, call);
			const ledger = await visibleLedger(db, reached);
			reply.header("content-disposition", `attachment; filename="ledger-${reached.clientId}.csv"`);
			reply.type("text/csv; charset=utf-8");
			const ordersOf = (rows: readonly LedgerRow[]) => ordersOfRows(db, rows, nowMs);
			reply.send(Readable.from(csvLines(partsRows(db, ledger.parts, filterOf(query)), ledger, ordersOf)));
		},
	});
}

/** Requests and credits of a key over time. */
export function usageHandlers({ db }: Pick<ClientAnswerParts, "db">) {
	return handlers(callRoutes)({
		async "GET /keys/{client_id}/usage"({ person, path, query, nowMs }) {
			const { clientId } = await requireOwn({ db }, person, path.client_id);
			const { granularity = "day", from, to } = query;
			const asked = {
				granularity: granularity as Granularity,
				...(from === undefined ? {} : { from }),
				...(to === undefined ? {} : { to }),
			};
			const range = usageRange(asked, nowMs);
			const rows = await (granularity === "hour"
				? readUsage(db, clientId, range.startMs, range.endMs)
				: readDailyUsage(db, [clientId], range.startMs, range.endMs));
			return {
				client_id: clientId,
				granularity: range.granularity,
				from: range.from,
				to: range.to,
				...usageSeries(rows, range),
			};
		},
	});
}

async function ledgerAnswer(
	db: Database,
	{ parts, shared }: VisibleLedger,
	query: QueryOf<(typeof clientRoutes)["GET /keys/{client_id}/ledger"]>,
	nowMs: number,
) {
	const paging = pagingOf(query);
	const { rows, total } = await partsPage(db, parts, filterOf(query), paging);
	const orders = await ordersOfRows(db, rows, nowMs);
	const data = rows.map((row) => {
		const entry = ledgerEntry(row, orders);
		// Without what tells about rows of others.
		return shared.has(row.balance_key) ? { ...entry, seq: null, balance_after: null } : entry;
	});
	return { data, pagination: paginationOf(paging, total) };
}

function ordersOfRows(db: Database, rows: readonly LedgerRow[], nowMs: number) {
	const notes = rows.map(({ note }) => note);
	const clientIds = [...new Set(rows.flatMap((row) => clientOf(row) ?? []))];
	return paidOrders(db, clientIds, notes, nowMs);
}

function filterOf(query: { from?: string; to?: string; kind?: LedgerFilter["kind"] }): LedgerFilter {
	return { ...daySpan(query), kind: query.kind };
}

const COLUMNS = [
	"seq",
	"at",
	"kind",
	"credits",
	"balance_after",
	"request_id",
	"actions",
	"note",
	"barcode",
	"what",
	"client_id",
];

/** A ledger as CSV (RFC 4180), streamed. The orders that rows paid for are looked up chunk by chunk. */
async function* csvLines(
	pieces: AsyncIterable<readonly LedgerRow[]>,
	{ shared }: VisibleLedger,
	ordersOf: (rows: readonly LedgerRow[]) => Promise<PaidOrders>,
): AsyncGenerator<string> {
	yield `${BYTE_ORDER_MARK}${COLUMNS.join(",")}\r\n`;
	for await (const rows of pieces) {
		const orders = await ordersOf(rows);
		yield rows.map((row) => csvLine(row, shared.has(row.balance_key), orderOf(row, orders))).join("");
	}
}

function csvLine(row: LedgerRow, isShared: boolean, order: PaidOrder | undefined): string {
	const lines = chargeLines(row);
	const cells = [
		isShared ? "" : String(row.seq),
		isoTime(row.at),
		row.kind,
		formatCredits(row.units),
		isShared ? "" : formatCredits(row.balance_after),
		textCell(row.request_id),
		textCell(actionsOf(lines)),
		textCell(row.note ?? ""),
		textCell(row.barcode ?? ""),
		textCell(whatText({ ...row, lines }, order)),
		textCell(clientOf(row) ?? ""),
	];
	return `${cells.join(",")}\r\n`;
}

function actionsOf(lines: readonly ChargeLine[]): string {
	return lines
		.map(({ action, quantity }) => (quantity === 1 ? action : `${quantity} × ${action}`))
		.join("; ");
}

type PaidOrders = ReadonlyMap<string | null, PaidOrder>;

/** The order that a row paid for. A refund may have the order's id as its note as well, but is not its payment. */
function orderOf({ kind, note }: Pick<LedgerRow, "kind" | "note">, orders: PaidOrders) {
	return kind === "charge" ? orders.get(note) : undefined;
}

/** A ledger row for the pages, with the order that it paid for. */
function ledgerEntry(row: LedgerRow, orders: PaidOrders): LedgerEntry {
	const order = orderOf(row, orders);
	const document = ledgerDocument(row);
	return { ...document, what: whatText(document, order), order: orderAnswer(order) };
}

/** What was charged, in words: an order by its name until it expires. */
export function whatText(
	charge: { readonly lines: readonly ChargeLine[]; barcode: string | null; note: string | null },
	order: PaidOrder | undefined,
): string {
	return order ? orderText(order) : chargeText(charge.lines, charge.barcode, charge.note);
}

export function orderAnswer(order: PaidOrder | undefined): Static<typeof PaidOrderAnswer> {
	return order ? { order_id: order.order_id, name: order.name, found_count: order.lines_found } : null;
}
