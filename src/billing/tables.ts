/** A client's balance: always the sum of its ledger. */
export interface BalanceTable {
	client_id: string;
	units: number;
	/** Number and hash of the newest ledger row: the next row chains to it. */
	ledger_seq: number;
	ledger_hash: string;
}

/** Append-only. One row for everything that ever changed a balance. */
export interface LedgerTable {
	client_id: string;
	/** 1, 2, 3 … per client. */
	seq: number;
	at: number;
	request_id: string;
	kind: LedgerKind;
	/** What was added to the balance; negative for a charge. */
	units: number;
	balance_after: number;
	/** JSON: `[{action, quantity, price_units}]` of a charge, `[{top_up, decided_by}]` of a top-up, `[]` otherwise. */
	detail: string;
	note: string | null;
	/** What a charge was for, if it was for one product; null in rows of versions that did not write it. */
	barcode: string | null;
	/** SHA-256 over the row and the hash of the one before (ledger.ts). */
	hash: string;
}

export type LedgerKind = "charge" | "grant" | "top_up" | "reversal";

/** How many ledger rows of a client are of one UTC day, by their `at`, and where they begin and end: pages are found by it. */
export interface LedgerDayTable {
	client_id: string;
	/** When the day begins. */
	day: number;
	entries: number;
	first_seq: number;
	last_seq: number;
}

/** Requests and credits of one client in one UTC hour, by action; the empty action counts the requests themselves. */
export interface UsageHourTable {
	client_id: string;
	hour: number;
	action: string;
	requests: number;
	units: number;
}

/** One row for every authenticated request (SPEC 5 rule 2). */
export interface AuditTable {
	client_id: string;
	at: number;
	request_id: string;
	method: string;
	route: string;
	status: number;
	address: string;
	units: number;
	/** The product of its path; null where it names none, and in rows of versions that did not write it. */
	barcode: string | null;
	/** Why it was refused, as a code of the error catalogue; null where it was not, and in rows of versions that did not write it. */
	error: string | null;
}

/** Refused requests of one client in one UTC day, by error code. */
export interface RefusalDayTable {
	client_id: string;
	/** When the day begins. */
	day: number;
	error: string;
	requests: number;
}

/** The hours of one client in one UTC day that has ended, added up by action; kept for the days that administrators look back on. */
export interface UsageDayTable {
	/** When the day begins. */
	day: number;
	action: string;
	client_id: string;
	requests: number;
	units: number;
}

/** What all clients did in one UTC day that has ended. Its rows of `usage_day` are complete where it has one. */
export interface DayTotalTable {
	day: number;
	requests: number;
	units: number;
	/** JSON: `[{error, requests}]`, the most frequent first. */
	refusals: string;
}

/** A price set by an administrator; before the first one the default holds. */
export interface PriceTable {
	action: string;
	effective_at: number;
	units: number;
	announced_at: number;
}

/** A client whose balance is below its mark, once that is known; the row goes when the balance is back. */
export interface LowBalanceTable {
	client_id: string;
	since: number;
}

/** A balance that fell below its mark, and who is still to be told. */
export interface LowBalanceCrossingTable {
	crossing_id: string;
	client_id: string;
	at: number;
	balance_units: number;
	mark_units: number;
	mail_waits: number;
	webhook_waits: number;
	expires_at: number;
}

declare module "../platform/db/tables.ts" {
	interface Tables {
		low_balance: LowBalanceTable;
		low_balance_crossing: LowBalanceCrossingTable;
		balance: BalanceTable;
		ledger: LedgerTable;
		ledger_day: LedgerDayTable;
		usage_hour: UsageHourTable;
		usage_day: UsageDayTable;
		day_total: DayTotalTable;
		audit: AuditTable;
		refusal_day: RefusalDayTable;
		price: PriceTable;
	}
}
