import type { AnswerClaim, EarlierAnswer } from "../../api/idempotency/claim.ts";
import type { WindowCounts } from "../../api/limits/saved-windows.ts";
import type { Charge } from "../prices/charge.ts";

/** A completed authenticated request: what it did and what it costs. */
export interface Settlement {
	readonly clientId: string;
	readonly requestId: string;
	readonly atMs: number;
	readonly method: string;
	readonly route: string;
	/** The status to answer with if the balance suffices. */
	readonly status: number;
	/** Why the request was refused, as a code of the error catalogue. */
	readonly error?: string | undefined;
	readonly address: string;
	readonly charge: Charge;
	/** The product that the request is about, if it is about one. */
	readonly barcode?: string | undefined;
	/** Additional text for the ledger besides the charged actions. */
	readonly note?: string;
	/** The client's request counters, if a single process holds them and saves them with the charge. */
	readonly windows?: WindowCounts | undefined;
	/** Present if the request carried an `Idempotency-Key`. */
	readonly claim?: AnswerClaim;
}

export type CapSpan = "day" | "month";

/** A cap that prevents a charge. */
export interface ReachedCap {
	readonly span: CapSpan;
	readonly leftUnits: number;
}

export interface SettleOutcome {
	readonly paid: boolean;
	/** The recorded status: 402 if the client could not pay, that of the stored answer for a replay. */
	readonly status: number;
	/** Why the settlement itself was refused, as a code of the error catalogue. */
	readonly error?: string;
	readonly debitedUnits: number;
	readonly balanceUnits: number;
	/** Present if the client's owner owes for a payment that was reversed, whatever the balance is. */
	readonly owes?: true;
	/** The cap that prevented the charge; absent if the balance was the reason. */
	readonly reachedCap?: ReachedCap;
	/** What was already stored under the request's key, in which case nothing was charged. */
	readonly earlier?: EarlierAnswer;
}
