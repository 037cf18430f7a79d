import type { Tx } from "../../platform/db/tx.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { Settlement } from "../ledger/settlement.ts";

/** Spending of clients with a daily cap, while a transaction decides their charges. */
export interface DailyCaps {
	/** Units left of the input's UTC day; `undefined` without a cap. */
	leftFor(input: Settlement): number | undefined;
	/** To be called when the input was charged. */
	spend(input: Settlement): void;
}

/**
 * Reads how much the capped clients of a batch have spent on the days of their inputs. Their balances are locked by then, so no concurrent
 * transaction can spend. Costs nothing if no client of the batch has a cap.
 */
export async function openDailyCaps(tx: Tx, inputs: readonly Settlement[]): Promise<DailyCaps | undefined> {
	const capped = inputs.filter(({ dailyCapUnits }) => dailyCapUnits !== undefined);
	if (capped.length === 0) return undefined;
	const spent = new Map<string, number>();
	for (const input of capped) {
		const name = nameOf(input);
		if (!spent.has(name)) spent.set(name, await spentOn(tx, input.clientId, dayOf(input)));
	}
	return {
		leftFor(input) {
			if (input.dailyCapUnits === undefined) return undefined;
			return Math.max(0, input.dailyCapUnits - (spent.get(nameOf(input)) ?? 0));
		},
		spend(input) {
			const before = spent.get(nameOf(input));
			if (before !== undefined) spent.set(nameOf(input), before + input.charge.units);
		},
	};
}

/** Usage is written per hour in the transaction that charges; the empty action holds the sums. */
async function spentOn(tx: Tx, clientId: string, dayMs: number): Promise<number> {
	const rows = await tx
		.selectFrom("usage_hour")
		.select("units")
		.where("client_id", "=", clientId)
		.where("action", "=", "")
		.where("hour", ">=", dayMs)
		.where("hour", "<", dayMs + DAY_MS)
		.execute();
	return rows.reduce((sum, { units }) => sum + units, 0);
}

function nameOf(input: Settlement): string {
	return `${input.clientId} ${dayOf(input)}`;
}

function dayOf({ atMs }: Settlement): number {
	return atMs - (atMs % DAY_MS);
}
