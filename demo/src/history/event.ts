/** Something that happened to a key, with its time in milliseconds since 1970. */
export type HistoryEvent = HistoryCall | HistoryTopUp;

/** A call, as recorded by the service. */
export interface HistoryCall {
	readonly kind: "call";
	readonly atMs: number;
	readonly method: string;
	/** The route pattern: `/api/v1/products/:barcode`. */
	readonly route: string;
	readonly status: number;
	/** A code from the error catalogue. */
	readonly error?: string;
	readonly barcode?: string;
	readonly address: string;
	readonly lineItems: readonly HistoryLine[];
}

export interface HistoryLine {
	readonly action: string;
	readonly quantity: number;
}

export interface HistoryTopUp {
	readonly kind: "top_up";
	readonly atMs: number;
	readonly credits: number;
	readonly note: string | null;
	/** Null while it is pending. */
	readonly decision: {
		readonly atMs: number;
		readonly isApproved: boolean;
		readonly note: string | null;
	} | null;
}

/** A key and its whole history, oldest first. */
export interface KeyHistory {
	readonly name: string;
	readonly lowBalanceCredits: number | null;
	/** The first entry of its ledger, in units of 1/10,000 credit. */
	readonly openingUnits: number;
	readonly events: readonly HistoryEvent[];
}

/** Unit price of an action, in units of 1/10,000 credit. */
export type PriceOf = (action: string) => number;

export const UNITS_PER_CREDIT = 10_000;

/** Calls before a moment. */
export function before(calls: readonly HistoryCall[], atMs: number): HistoryCall[] {
	return calls.filter((call) => call.atMs < atMs);
}

export function costOf(lines: readonly HistoryLine[], priceOf: PriceOf): number {
	return lines.reduce((sum, { action, quantity }) => sum + quantity * priceOf(action), 0);
}
