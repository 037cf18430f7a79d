import type { Tx } from "../platform/db/tx.ts";
import type { Action } from "./actions.ts";

export interface PriceWithdrawal {
	readonly action: Action;
	/** The moment for which it was announced; null for the only one there is. */
	readonly effectiveAtMs: number | null;
	readonly nowMs: number;
}

export type WithdrawalOutcome =
	| { readonly kind: "withdrawn"; readonly units: number; readonly effectiveAtMs: number }
	| { readonly kind: "none" }
	/** Nobody said which: nothing was withdrawn. */
	| { readonly kind: "several"; readonly effectiveAtMs: readonly number[] };

/** Takes an announced price back. One that is in force already stays. */
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
	const meant = announced.filter((row) => effectiveAtMs === null || row.effective_at === effectiveAtMs);
	if (meant.length > 1) return { kind: "several", effectiveAtMs: meant.map((row) => row.effective_at) };
	const [price] = meant;
	if (!price) return { kind: "none" };
	const { numDeletedRows } = await tx
		.deleteFrom("price")
		.where("action", "=", action)
		.where("effective_at", "=", price.effective_at)
		.executeTakeFirst();
	// Another withdrawal was faster.
	if (numDeletedRows !== 1n) return { kind: "none" };
	return { kind: "withdrawn", units: price.units, effectiveAtMs: price.effective_at };
}
