import { deleteRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { Action } from "./actions.ts";

export interface PriceWithdrawal {
	readonly action: Action;
	/** The time for which it was announced; null if there is only one announcement. */
	readonly effectiveAtMs: number | null;
	readonly nowMs: number;
}

export type WithdrawalOutcome =
	| { readonly kind: "withdrawn"; readonly units: number; readonly effectiveAtMs: number }
	| { readonly kind: "none" }
	/** Ambiguous: nothing was withdrawn. */
	| { readonly kind: "several"; readonly effectiveAtMs: readonly number[] };

/** Withdraws an announced price. One that is already in force stays. */
export async function takePriceBack(
	tx: Tx,
	{ action, effectiveAtMs, nowMs }: PriceWithdrawal,
): Promise<WithdrawalOutcome> {
	const announced = await tx
		.selectFrom("price")
		.select(["units", "effective_at"])
		.where("action", "=", action)
		.where("effective_at", ">", nowMs)
		.orderBy("effective_at")
		.execute();
	const matching = announced.filter((row) => effectiveAtMs === null || row.effective_at === effectiveAtMs);
	if (matching.length > 1) return { kind: "several", effectiveAtMs: matching.map((row) => row.effective_at) };
	const [price] = matching;
	if (!price) return { kind: "none" };
	const numDeletedRows = await deleteRows(tx, "price", { action, effective_at: price.effective_at });
	// A concurrent withdrawal was faster.
	if (numDeletedRows !== 1) return { kind: "none" };
	return { kind: "withdrawn", units: price.units, effectiveAtMs: price.effective_at };
}
