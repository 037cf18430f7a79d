import { settle } from "../../billing/ledger/settle.ts";
import type { Settlement, SettleOutcome } from "../../billing/ledger/settlement.ts";
import { command } from "../../platform/db/command.ts";
import type { ClientOrderTable } from "../tables.ts";

/** A charge and the order that it pays for. */
export interface Placement {
	readonly settlement: Settlement;
	readonly row: ClientOrderTable;
}

/**
 * Charges for an order and records it, in one transaction that contains only claim, charge and order: its content is already stored. An order that
 * cannot be paid, or was already placed under the same key, leaves no row.
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
