import { formatCredits } from "../../api/credits.ts";
import { type ChargeLine, chargeLines } from "../../billing/charge-lines.ts";
import { chargeText } from "../../billing/charge-text.ts";
import type { LedgerRow } from "../../billing/ledger-page.ts";
import { isoTime } from "../../platform/clock.ts";
import { textCell } from "../../platform/csv-cell.ts";

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

/** A ledger as CSV (RFC 4180), streamed. */
export async function* csvLines(pieces: AsyncIterable<readonly LedgerRow[]>): AsyncGenerator<string> {
	yield `${COLUMNS.join(",")}\r\n`;
	for await (const rows of pieces) yield rows.map(csvLine).join("");
}

function csvLine(row: LedgerRow): string {
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
		textCell(chargeText(lines, row.barcode)),
	];
	return `${cells.join(",")}\r\n`;
}

function actionsOf(lines: readonly ChargeLine[]): string {
	return lines
		.map(({ action, quantity }) => (quantity === 1 ? action : `${quantity} × ${action}`))
		.join("; ");
}
