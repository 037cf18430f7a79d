import { creditsForJson } from "../../api/credits.ts";
import { type Actor, type Changes, recordEvent } from "../../pages/events.ts";
import { command } from "../../platform/db/command.ts";
import { deleteRows } from "../../platform/db/rows.ts";
import { isoTime } from "../../platform/time/clock.ts";
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

/** Withdraws an announced price, and records by whom. One that is already in force stays. */
export const withdrawAnnounced = command<PriceWithdrawal & { actor: Actor }, WithdrawalOutcome>(
	"portal.withdraw_price",
	async (tx, { action, effectiveAtMs, nowMs, actor }) => {
		const announced = await tx
			.selectFrom("price")
			.select(["units", "effective_at"])
			.where("action", "=", action)
			.where("effective_at", ">", nowMs)
			.orderBy("effective_at")
			.execute();
		const matching = announced.filter((row) => effectiveAtMs === null || row.effective_at === effectiveAtMs);
		if (matching.length > 1)
			return { kind: "several", effectiveAtMs: matching.map((row) => row.effective_at) };
		const [price] = matching;
		if (!price) return { kind: "none" };
		const { units, effective_at } = price;
		// A concurrent withdrawal was faster.
		if ((await deleteRows(tx, "price", { action, effective_at })) !== 1) return { kind: "none" };
		const changes: Changes = {
			price: [creditsForJson(units), null],
			effective_from: [isoTime(effective_at), null],
		};
		await recordEvent(tx, actor, "price.withdrawn", action, changes);
		return { kind: "withdrawn", units, effectiveAtMs: effective_at };
	},
);
