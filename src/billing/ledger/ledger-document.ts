import { creditsForJson } from "../../api/credits.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { chargeLines } from "./charge-lines.ts";
import { chargeText } from "./charge-text.ts";
import { clientOf } from "./ledger.ts";
import type { LedgerRow } from "./ledger-page.ts";

/** A ledger row as shown by the portal and the command line; credits as JSON numbers, times in ISO 8601. */
export function ledgerDocument(row: LedgerRow) {
	const lines = chargeLines(row);
	return {
		seq: row.seq,
		at: isoTime(row.at),
		kind: row.kind,
		client_id: clientOf(row) ?? null,
		credits: creditsForJson(row.units),
		balance_after: creditsForJson(row.balance_after),
		request_id: row.request_id,
		note: row.note,
		barcode: row.barcode,
		what: chargeText(lines, row.barcode, row.note),
		lines,
	};
}
