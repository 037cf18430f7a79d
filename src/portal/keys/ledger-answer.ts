import type { Static } from "typebox";
import type { ChargeLine } from "../../billing/ledger/charge-lines.ts";
import { chargeText } from "../../billing/ledger/charge-text.ts";
import { ledgerDocument } from "../../billing/ledger/ledger-document.ts";
import type { LedgerRow } from "../../billing/ledger/ledger-page.ts";
import { orderText, type PaidOrder } from "../../orders/buy/paid-orders.ts";
import type { LedgerEntry, PaidOrder as PaidOrderAnswer } from "../spending/contract.ts";

export type PaidOrders = ReadonlyMap<string | null, PaidOrder>;

/** The order that a row paid for. A refund may have the order's id as its note as well, but is not its payment. */
export function orderOf({ kind, note }: Pick<LedgerRow, "kind" | "note">, orders: PaidOrders) {
	return kind === "charge" ? orders.get(note) : undefined;
}

/** A ledger row for the pages, with the order that it paid for. */
export function ledgerEntry(row: LedgerRow, orders: PaidOrders): LedgerEntry {
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
