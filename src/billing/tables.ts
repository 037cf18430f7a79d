/** A balance on which clients draw: always the sum of its ledger. */
export interface BalanceTable {
	/** The id of the client that it began with, whose first balance it is; the `balance_id` if it was made for a client that had to leave its first one. */
	balance_key: string;
	/** Random: tells nothing about clients. */
	balance_id: string;
	units: number;
	/** Number and hash of the newest ledger row, to which the next row chains. */
	ledger_seq: number;
	ledger_hash: string;
}

/**
 * The balance that each client draws on, and what it may spend. Every transaction that charges locks the rows of its clients first, then their balances,
 * each in key order; so does every other one that needs both.
 */
export interface BalanceMemberTable {
	client_id: string;
	balance_key: string;
	/** What the client may spend in a UTC day; null for no cap. */
	daily_cap_units: number | null;
	/** What it may spend in a calendar month, UTC; null for no cap. */
	monthly_cap_units: number | null;
	/** 1 while its owner owes for a payment that was reversed (SPEC E13): whatever costs is refused. Null otherwise. */
	owes: number | null;
}

/** What a client with a monthly cap has spent in a month; made from its usage by the first charge under a cap, and raised by each. */
export interface SpentMonthTable {
	client_id: string;
	/** Start of the month. */
	month: number;
	units: number;
}

/** Append-only, with one row for every change of a balance. */
export interface LedgerTable {
	balance_key: string;
	/** 1, 2, 3 … per balance. */
	seq: number;
	at: number;
	request_id: string;
	kind: LedgerKind;
	/** Change of the balance; negative for a charge. */
	units: number;
	balance_after: number;
	/**
	 * JSON: `[{action, quantity, price_units}]` of a charge, `[{top_up, decided_by}]` of a top-up, `[{top_up, payment}]` of one that was paid by card,
	 * `[{payment}]` of a reversal, `[{balance}]` with the id of the other balance of a transfer, `[]` otherwise.
	 */
	detail: string;
	note: string | null;
	/** The product that a charge was for, if any; null in rows of versions that did not record it. */
	barcode: string | null;
	/** SHA-256 over the row and the hash of the previous one (ledger.ts). */
	hash: string;
	/** The client that it was made for; empty for transfers. Null in rows of version 1.0.0 and before: the client that the balance began with. */
	client_id: string | null;
}

/** A transfer is two rows with one request id, one in either balance, which add up to zero. */
export type LedgerKind = "charge" | "grant" | "top_up" | "reversal" | "transfer";

/**
 * Number of a balance's ledger rows in one UTC day, by `at`, and their first and last number. A page of any filter begins at a number computed from it and
 * from the newest rows, which are not counted yet: so no page counts all rows.
 */
export interface LedgerDayTable {
	balance_key: string;
	/** Start of the day. */
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
	/** The product in its path; null if there is none, and in rows of versions that did not record it. */
	barcode: string | null;
	/** Why it was refused, as a code of the error catalogue; null if it was not, and in rows of versions that did not record it. */
	error: string | null;
}

/**
 * Sums of usage in one UTC day or one month, of one client or of all. Those by brand, prefix and product are made from the ledger after the charges; those by
 * action from the hours of a day that has ended, for as many days as administrators can look back. Refusals are counted with the requests.
 */
export interface UsageSumTable {
	/** Empty for all clients. If a day has a sum of all requests here, its sums by action are complete. */
	client_id: string;
	/** `brand`, `prefix`, or `none` for charges without a product; `product`; `action`; `error` for refused requests. */
	grouped_by: string;
	/** `day`, or, by brand and prefix, also `month`. */
	span: string;
	/** Start of the day or month. */
	start: number;
	/** The brand, prefix, barcode, action or error code; empty for products without a brand, charges without a product, and requests of any action. */
	name: string;
	/** By brand, prefix and product: charges. */
	requests: number;
	units: number;
	expires_at: number | null;
}

/** A price set by an administrator; before the first one, the default applies. */
export interface PriceTable {
	action: string;
	effective_at: number;
	units: number;
	announced_at: number;
}

/**
 * A fall of a client's balance below its mark, or a share of a cap that it has spent, and the notifications still to be sent. No charge looks at marks or
 * shares: they are found every few seconds, and before a grant or a changed mark hides a fall, behind the lock of the balance or membership.
 */
export interface SpendingAlertTable {
	/** `low_` or `cap_` and a ULID. */
	alert_id: string;
	client_id: string;
	/** `low_balance`, or the period of a cap: `day` or `month`. */
	kind: string;
	/** Start of the period; null for a low balance. */
	start: number | null;
	/** The mark or the cap. A changed cap is another one. */
	limit_units: number;
	/** 50, 80 or 100 of a cap; null for a low balance. */
	percent: number | null;
	at: number;
	/** The balance, or what was spent, when it was found. */
	units: number;
	/** 1 until the mail about it is written; 0 also where a higher share was found with it, and where nobody is to be notified. */
	mail_waits: number;
	webhook_waits: number;
	/** Null while the balance is low: until it has been raised to the mark, no other fall is recorded. */
	expires_at: number | null;
}

/** The row of a balance's ledger up to which a sum includes its charges (ledger-sum.ts). */
export interface SumProgressTable {
	sum: string;
	balance_key: string;
	ledger_seq: number;
}

declare module "../platform/db/tables.ts" {
	interface Tables {
		spending_alert: SpendingAlertTable;
		balance: BalanceTable;
		balance_member: BalanceMemberTable;
		spent_month: SpentMonthTable;
		ledger: LedgerTable;
		ledger_day: LedgerDayTable;
		sum_progress: SumProgressTable;
		usage_hour: UsageHourTable;
		usage_sum: UsageSumTable;
		audit: AuditTable;
		price: PriceTable;
	}
}
