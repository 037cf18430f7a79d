import { settle } from "../billing/settle.ts";
import type { Settlement, SettleOutcome } from "../billing/settlement.ts";
import { command } from "../platform/db/command.ts";
import type { ClientOrderTable } from "./tables.ts";

/** A charge and the order that it pays for. */
export interface Placement {
	readonly settlement: Settlement;
	readonly row: ClientOrderTable;
}

/**
 * Charges for an order and records it, in one transaction that holds claim, charge and order alone: its content is stored already. What cannot
 * be paid, and what was ordered under the same key before, leaves no order.
 */
export const placeOrder = command<Placement, SettleOutcome>(
	"orders.place",
	async (tx, { settlement, row }, traits, beforeCommit) => {
		const [outcome] = await settle.run(tx, [settlement], traits, beforeCommit);
		if (!outcome) throw new Error("a settlement came to nothing");
		if (outcome.paid && !outcome.earlier) await tx.insertInto("client_order").values(row).execute();
		return outcome;
	},
);
