import { formatCredits } from "../../api/credits.ts";
import { type ChargeLine, chargeLines } from "../../billing/ledger/charge-lines.ts";
import type { LedgerRow } from "../../billing/ledger/ledger-page.ts";
import type { PaidOrder } from "../../orders/buy/paid-orders.ts";
import { textCell } from "../../platform/csv-cell.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { orderOf, type PaidOrders, whatText } from "./ledger-answer.ts";

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
];

/** A ledger as CSV (RFC 4180), streamed. The orders that rows paid for are looked up chunk by chunk. */
export async function* csvLines(
	pieces: AsyncIterable<readonly LedgerRow[]>,
	ordersOf: (rows: readonly LedgerRow[]) => Promise<PaidOrders>,
): AsyncGenerator<string> {
	yield `${COLUMNS.join(",")}\r\n`;
	for await (const rows of pieces) {
		const orders = await ordersOf(rows);
		yield rows.map((row) => csvLine(row, orderOf(row, orders))).join("");
	}
}

function csvLine(row: LedgerRow, order: PaidOrder | undefined): string {
	const lines = chargeLines(row);
	const cells = [
		String(row.seq),
		isoTime(row.at),
		row.kind,
		formatCredits(row.units),
		formatCredits(row.balance_after),
		textCell(row.request_id),
		textCell(actionsOf(lines)),
		textCell(row.note ?? ""),
		textCell(row.barcode ?? ""),
		textCell(whatText({ ...row, lines }, order)),
	];
	return `${cells.join(",")}\r\n`;
}

function actionsOf(lines: readonly ChargeLine[]): string {
	return lines
		.map(({ action, quantity }) => (quantity === 1 ? action : `${quantity} × ${action}`))
		.join("; ");
}
